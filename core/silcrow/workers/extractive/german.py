"""German cues: a table, to be read and changed as one."""

from silcrow.workers.extractive.cue import Cue

_DAY = r"(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)"
_MONTH = r"(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)"
_HABIT = (
    r"(?:nutzen|benutzen|verwenden|nehmen|machen|schreiben|testen|setzen|arbeiten|bauen|liefern|halten|haben|prüfen|"
    r"brauchen|wollen|committen|deployen)"
)
_TROUBLE = r"(?:ursache|grund|fehler|problem|schuld|auslöser|bug)"
_DONE = (
    r"(?:behoben|erledigt|eingebaut|ergänzt|entfernt|umbenannt|verschoben|ersetzt|aktualisiert|angelegt|geschrieben|"
    r"umgestellt|hochgezogen|zurückgenommen|gemergt|committet|gepusht|getaggt|eingetragen|angepasst|gelöscht|"
    r"freigegeben|abgeschaltet|eingeschaltet|repariert|dokumentiert)"
)

HEDGED = (
    r"\b(?:vielleicht|eventuell|womöglich|vermutlich|wahrscheinlich|wohl|könnte[n]?|dürfte[n]?|glaube ich|denke ich|"
    r"vermute|schätze ich|scheint|nicht sicher)\b",
)
PLANNED = (
    r"^(?:ok(?:ay)?[,.]? |gut[,.]? |jetzt |nun |dann |als nächstes |zuerst )*"
    r"(?:lass mich|(?:schaue|sehe|prüfe|lese) ich|"
    r"ich (?:schaue?|sehe|prüfe|lese|suche|werde|hänge|beginne|fange|mache|baue|würde|könnte))\b",
    r"^(?:wenn|falls|sobald|sofern)\b",
)

CUES: tuple[Cue, ...] = (
    Cue(
        "deadline",
        "user",
        (
            r"\b(?:frist|deadline|abgabe(?:termin)?|stichtag|termin)\b",
            rf"\b(?:bis|ab|vor|am|seit) (?:zum |spätestens |kommenden |nächsten )?(?:{_DAY}|morgen\b|übermorgen)",
            rf"\b\d{{1,2}}\. ?{_MONTH}\b|\b\d{{1,2}}\.\d{{1,2}}\.(?:\d{{2,4}})?\B",
            rf"\b(?:im|bis|ab|anfang|mitte|ende|erst im) {_MONTH}\b",
            r"\bbis (?:zum )?(?:ende|anfang|mitte) (?:der|des|nächster|dieser)\b",
        ),
    ),
    Cue(
        "decision",
        "user",
        (
            r"\b(?:dann|also|gut,|ok,|jetzt) (?:nehmen|machen|bleiben|nutzen|verwenden|lassen) wir\b",
            r"\b(?:wir haben uns|ich habe mich) (?:\w+ ){0,5}?(?:entschieden|geeinigt)\b",
            r"\b(?:nehmen wir|wir nehmen|wir bleiben bei|wir machen es|dabei bleibt|bleibt es dabei)\b",
            r"\bentscheidung (?:ist|war)\b",
        ),
    ),
    Cue(
        "preference",
        "user",
        (
            r"\b(?:immer|nie|niemals|grundsätzlich|standardmäßig|generell|in der regel|ab jetzt|ab sofort|künftig)\b",
            r"\b(?:darf|dürfen|muss|müssen|soll|sollen|sollte[n]?) (?:\w+ ){0,5}?(?:nur|nicht|nie|immer|kein\w*|exakt|"
            r"genau|mindestens|höchstens|maximal)\b",
            r"\bbitte (?:\w+ ){0,3}?(?:nicht|nie|nur|kein\w*|immer|ohne)\b",
            r"\b(?:auf keinen fall|unter keinen umständen)\b",
            r"\b(?:tabu|verboten|unerwünscht|nicht erlaubt|pflicht|vorgeschrieben|höchstens|mindestens|obergrenze|"
            r"untergrenze|maximal)\b",
            rf"\bwir {_HABIT} (?:\w+ ){{0,3}}?(?:nur|nicht|kein\w*|immer|hier|überall)\b|\bbei uns\b",
            r"\b(?:ich (?:mag|möchte|bevorzuge|hasse|arbeite|heiße)|mir ist wichtig|lieber|statt(?:dessen)?|anstatt)\b",
            r"\bbis dahin\b|\bbleib(?:t|en) (?:\w+ ){0,3}?(?:fest|aus|an|so|unverändert|wie|roh\w*)\b|\bnicht mehr\b",
            r"\b(?:denk(?:e|t)? daran|achte[t]? darauf|merk dir|beachte[t]?|wichtig:)",
        ),
    ),
    Cue(
        "cause",
        "assistant",
        (
            rf"\b{_TROUBLE} (?:liegt|lag|steckt|steckte|kommt|kam)\b",
            r"\b(?:ursache|grund|auslöser|schuld) (?:dafür |davon )?(?:ist|war)\b",
            r"\bverursacht\b|\bstammt (?:von|aus)\b|\bkommt (?:von|vom|daher)\b",
            r"\b(?:liegt|lag) (?:daran|am|an der|an dem|in)\b",
            r"\b(?:weil|da) (?:\w+ ){1,8}?(?:nicht|nie|kein\w*|zweimal|vorher|falsch\w*|alt\w*|auch)\b",
            r"\b(?:stellt|stellte) sich heraus\b|\bda steckt\b|\bschuld (?:ist|war)\b",
        ),
        unless=(*HEDGED, *PLANNED),
    ),
    Cue(
        "decision",
        "assistant",
        (
            r"\b(?:ich habe mich|wir haben uns) (?:\w+ ){0,5}?entschieden\b|\bich (?:bleibe bei|nehme)\b",
            r"\b(?:statt|anstelle|anstatt)\b",
        ),
        unless=HEDGED,
    ),
    Cue(
        "done",
        "assistant",
        (
            rf"^(?:{_DONE})\b|\b(?:ist|sind|wurde[n]?|habe|haben) (?:\w+ ){{0,6}}?{_DONE}\b",
            r"\b(?:läuft|laufen|baut|passt|funktioniert|bestehen) (?:jetzt|nun|wieder|durch|alle)\b",
            r"\b(?:alle|sämtliche) (?:\d+ )?(?:tests?|prüfungen)\b.{0,60}?\b(?:grün|durch|bestanden|ok)\b",
            r"\bnicht mehr\b",
        ),
        unless=(*HEDGED, *PLANNED, r"\bnoch nicht\b|\bnoch (?:offen|zu tun)\b"),
    ),
)
