"""Attempts to drop the rules, in the words of German, Dutch and Swedish."""

from silcrow.threats.rule import words
from silcrow.threats.rules.language import Language

GERMANIC: tuple[Language, ...] = (
    Language(
        "de",
        override=words(
            "halte dich nicht länger an, halt dich nicht länger an, folge nicht länger, befolge nicht länger",
            "lass außer acht, lasse außer acht, pfeif auf, pfeife auf, scher dich nicht um, brich, verletze",
            "hintergehe, ignoriere, ignorier, ignorieren sie, vergiss, vergesse, vergessen sie, missachte",
            "missachten sie, übergehe, übergehen sie, verwirf, verwerfen sie, umgehe, umgehen sie, überschreibe",
            "überschreiben sie, setze dich über, setz dich über, setzen sie sich über, halte dich nicht an",
            "halt dich nicht an, halten sie sich nicht an, befolge nicht, folge nicht, hör auf, lass, beachte nicht",
            "streiche, ignoriert, vergesst, befolge nicht mehr, folge nicht mehr, halte dich nicht mehr an",
        ),
        document=words("systemprompt, system prompt, systemanweisung, systemnachricht, systemvorgaben"),
        consider=words("betrachte, betrachten sie, sieh, sehen sie, erkläre, werte, behandle"),
        voided=words(
            "gelöscht, ungültig, aufgehoben, hinfällig, nichtig, erledigt, gestrichen, nicht existent",
            "null und nichtig, außer kraft",
        ),
        closed=words(
            "alle, aller, allen, alles, sämtliche, sämtlichen, die, der, den, das, deine, deinen, deiner, ihre, ihren",
            "bitte, jetzt, nun, einfach, sofort, ab sofort, vollständig, komplett, bisherigen, bisherige, vorherigen",
            "vorherige, früheren, frühere, obigen, obige, vorigen, vorige, bestehenden, bestehende, vorangegangenen",
            "ursprünglichen, ursprüngliche, jede, jegliche, sonstigen, anderen, und, oder, zuvor, gegebenen",
            "geltenden, erhaltenen, vorangehenden, weiteren, diese, internen, oben genannten, eigenen, zu befolgen",
            "mal",
        ),
        qualifier=words(
            "alle, aller, allen, sämtliche, sämtlichen, deine, deinen, deiner, ihre, ihren, bisherigen, bisherige",
            "vorherigen, vorherige, früheren, frühere, obigen, obige, vorigen, vorige, vorangegangenen, jegliche",
            "jede, ursprünglichen, bestehenden, geltenden, zuvor, oben genannten, vorangehenden",
        ),
        orders=words(
            "regel, vorgabe, richtlinie, befehl, anweisung, anweisungen, instruktion, instruktionen, regeln, vorgaben",
            "richtlinien, befehle, systemprompt, systemanweisungen, sicherheitsregeln, sicherheitsvorgaben",
            "beschränkungen, einschränkungen, anordnungen, direktiven, weisungen, verhaltensregeln, grundregeln",
            "leitlinien, schutzregeln, schutzmaßnahmen",
        ),
        role=words(
            "du bist jetzt, du bist nun, du bist ab sofort, du bist von nun an, sie sind jetzt, sie sind ab sofort",
            "tu so als, tue so als, verhalte dich als, verhalte dich so als, gib dich als, agiere als, handle als",
            "spiele die rolle, du bist nicht mehr, antworte als, verhalte dich wie, stell dir vor du",
        ),
        unbound=words(
            "uneingeschränkter, uneingeschränkte, unzensierter, unzensierte, unbeschränkter, ohne regeln",
            "ohne einschränkungen, ohne beschränkungen, ohne filter, ohne grenzen, administrator, root, dan",
            "keine regeln, keinerlei regeln, keine einschränkungen, keine beschränkungen, keine richtlinien",
            "entwicklermodus, ohne jede regel, ohne jede einschränkung, an regeln gebunden, frei von, an keine regeln",
            "ohne ethik, superuser, systemadministrator, hilfreicher assistent, der assistent",
        ),
        hide=words(
            "sag dem nutzer, sage dem nutzer, sag dem benutzer, sage dem benutzer, sag dem anwender",
            "erzähle dem nutzer, erzähl dem nutzer, verrate dem nutzer, verrate dem benutzer, verrate niemandem",
            "sag niemandem, sage niemandem, teile dem nutzer, teile dem benutzer, zeige dem nutzer",
            "informiere den nutzer nicht, informiere den benutzer nicht, verschweige dem nutzer",
            "verschweige dem benutzer, erzähle niemandem, verheimliche dem nutzer, erwähne gegenüber dem nutzer",
            "verbirg vor dem nutzer",
        ),
        this=words(
            "davon, hiervon, darüber, hierüber, von dieser, von diesem, diese anweisung, dieser anweisung",
            "diese notiz, diesen eintrag, über diese, über diesen, dies, das hier",
        ),
        heed=words(
            "schenk, schenke, schenken sie, beachte, beachten sie, befolge, befolgen sie, folge, berücksichtige",
            "halte dich an, wende, nimm",
        ),
        not_any_more=words(
            "keine beachtung, keine aufmerksamkeit, keinen glauben, keine bedeutung zu, nicht, nicht mehr",
            "nicht länger, nicht weiter, keinesfalls, nie, niemals, nicht ernst",
        ),
        told=words(
            "alles was dir, alles was du, alles was man dir, alles bisherige, alles obige, alles davor",
            "alles vorherige",
        ),
        gone=words(
            "ungültig, hinfällig, nichtig, außer kraft, aufgehoben, gestrichen, gilt nicht mehr, gelten nicht mehr",
            "gilt nicht länger, ist aufgehoben, sind aufgehoben, ist ungültig, sind ungültig, zählt nicht mehr",
            "zählen nicht mehr, ist hinfällig, sind hinfällig, sind außer kraft, ist außer kraft, gelten nicht",
            "ist nichtig, sind nichtig, sind gestrichen, entfallen",
        ),
        obey=words(
            "gehorche dieser notiz, gehorche dieser nachricht, gehorche diesem text, gehorche diesem eintrag",
            "befolge nur diese, befolge ausschließlich diese, folge nur dieser, folge ausschließlich dieser",
            "tu genau was hier steht, tue genau was hier steht, mach genau was hier steht",
            "führe nur noch meine befehle, befolge ab jetzt nur, gehorche nur noch, gehorche ab jetzt",
        ),
    ),
    Language(
        "nl",
        override=words(
            "negeer, negeert, vergeet, veronachtzaam, omzeil, sla geen acht op, volg niet, gehoorzaam niet, schend",
            "houd je niet aan, hou je niet aan, trek je niets aan van, leg naast je neer",
        ),
        document=words("systeemprompt"),
        closed=words(
            "alle, al, de, het, je, jouw, uw, eerdere, vorige, voorgaande, bovenstaande, oorspronkelijke, andere, en",
            "van, alsjeblieft, nu, gewoon, gegeven",
        ),
        qualifier=words("alle, je, jouw, uw, eerdere, vorige, voorgaande, bovenstaande, oorspronkelijke, bestaande"),
        orders=words(
            "instructies, instructie, regels, richtlijnen, opdrachten, aanwijzingen, voorschriften, beperkingen",
            "systeemprompt",
        ),
        told=words("alles wat je, alles wat er, alles hierboven, alles van hiervoor"),
        gone=words(
            "gelden niet meer, geldt niet meer, zijn vervallen, zijn ongeldig, tellen niet meer, zijn opgeheven",
        ),
        obey=words(
            "volg alleen deze, gehoorzaam alleen deze, doe precies wat hier staat, volg uitsluitend deze",
            "gehoorzaam deze notitie",
        ),
    ),
    Language(
        "sv",
        override=words("ignorera, glöm, strunta i, bortse från, följ inte, åsidosätt, kringgå, lyd inte"),
        document=words("systemprompten, systemprompt"),
        closed=words("alla, alla de, de, dina, tidigare, föregående, ovanstående, ursprungliga, andra, och, nu, bara"),
        qualifier=words("alla, dina, tidigare, föregående, ovanstående, ursprungliga, befintliga"),
        orders=words("instruktioner, anvisningar, regler, riktlinjer, order, direktiv, begränsningar"),
        told=words("allt som du, allt du, allt ovan"),
    ),
)
