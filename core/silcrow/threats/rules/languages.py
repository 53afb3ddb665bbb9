"""The same attempts in other languages: to drop the rules, to take another role, to keep the user in the dark."""

from dataclasses import dataclass

from silcrow.threats.rule import Mark, Rule, Vocabulary, words


@dataclass(frozen=True, slots=True)
class Language:
    """The words that an attempt to drop the rules is made of."""

    name: str
    override: tuple[str, ...]
    closed: tuple[str, ...]
    """What may stand between them."""
    qualifier: tuple[str, ...]
    orders: tuple[str, ...]
    role: tuple[str, ...] = ()
    """Gives the agent a role."""
    unbound: tuple[str, ...] = ()
    """A role without rules."""
    hide: tuple[str, ...] = ()
    """Asks for silence, with the person from whom."""
    this: tuple[str, ...] = ()
    heed: tuple[str, ...] = ()
    """Asks to keep to the rules, where a word behind them turns that round."""
    not_any_more: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    """All that the agent was told."""


LANGUAGES: tuple[Language, ...] = (
    Language(
        "de",
        override=words(
            "ignoriere, ignorier, ignorieren sie, vergiss, vergesse, vergessen sie, missachte, missachten sie",
            "übergehe, übergehen sie, verwirf, verwerfen sie, umgehe, umgehen sie, überschreibe, überschreiben sie",
            "setze dich über, setz dich über, setzen sie sich über, halte dich nicht an, halt dich nicht an",
            "halten sie sich nicht an, befolge nicht, folge nicht, hör auf, lass, beachte nicht, streiche, ignoriert",
            "vergesst, befolge nicht mehr, folge nicht mehr, halte dich nicht mehr an",
        ),
        closed=words(
            "alle, aller, allen, alles, sämtliche, sämtlichen, die, der, den, das, deine, deinen, deiner, ihre, ihren",
            "bitte, jetzt, nun, einfach, sofort, ab sofort, vollständig, komplett, bisherigen, bisherige, vorherigen",
            "vorherige, früheren, frühere, obigen, obige, vorigen, vorige, bestehenden, bestehende, vorangegangenen",
            "ursprünglichen, ursprüngliche, jede, jegliche, sonstigen, anderen, und, oder, zuvor, gegebenen, geltenden",
            "erhaltenen, vorangehenden, weiteren, diese, internen, oben genannten, eigenen, zu befolgen, mal",
        ),
        qualifier=words(
            "alle, aller, allen, sämtliche, sämtlichen, deine, deinen, deiner, ihre, ihren, bisherigen, bisherige",
            "vorherigen, vorherige, früheren, frühere, obigen, obige, vorigen, vorige, vorangegangenen, jegliche, jede",
            "ursprünglichen, bestehenden, geltenden, zuvor, oben genannten, vorangehenden",
        ),
        orders=words(
            "anweisung, anweisungen, instruktion, instruktionen, regeln, vorgaben, richtlinien, befehle, systemprompt",
            "systemanweisungen, sicherheitsregeln, sicherheitsvorgaben, beschränkungen, einschränkungen, anordnungen",
            "direktiven, weisungen, verhaltensregeln, grundregeln, leitlinien, schutzregeln, schutzmaßnahmen",
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
            "davon, hiervon, darüber, hierüber, von dieser, von diesem, diese anweisung, dieser anweisung, diese notiz",
            "diesen eintrag, über diese, über diesen, dies, das hier",
        ),
        heed=words("beachte, beachten sie, befolge, befolgen sie, folge, berücksichtige, halte dich an, wende, nimm"),
        not_any_more=words("nicht, nicht mehr, nicht länger, nicht weiter, keinesfalls, nie, niemals, nicht ernst"),
        told=words(
            "alles was dir, alles was du, alles was man dir, alles bisherige, alles obige, alles davor, alles vorherige"
        ),
    ),
    Language(
        "fr",
        override=words(
            "ignore, ignorez, ignorer, oublie, oubliez, oublier, néglige, négligez, ne tiens pas compte de",
            "ne tiens plus compte de, ne tenez pas compte de, ne tenez plus compte de, ne tiens pas compte des",
            "ne tiens plus compte des, ne tenez pas compte des, ne suis plus, ne suivez plus, ne suis pas",
            "ne suivez pas, fais abstraction de, faites abstraction de, contourne, contournez, écarte, écartez",
            "désobéis à, annule, passe outre, abandonne, laisse tomber, ne respecte plus, ne respectez plus",
            "n obéis plus à, n obéis plus aux, n obéissez plus aux, n obéissez plus à",
        ),
        closed=words(
            "toutes, tous, toute, tout, les, la, le, des, de, tes, vos, ses, ces, ton, votre, s il te plaît, stp",
            "s il vous plaît, précédentes, antérieures, initiales, à, aux, et, données, reçues, maintenant, système",
            "du, autres, anciennes, préalables",
        ),
        qualifier=words(
            "toutes, tous, toute, tes, vos, ton, votre, précédentes, précédente, précédents, antérieures, antérieurs",
            "initiales, préalables, ci dessus, reçues, données avant, du système, anciennes, plus haut",
        ),
        orders=words(
            "instructions, instruction, consignes, consigne, directives, règles, ordres, recommandations, restrictions",
            "invite système, prompt système, contraintes, principes, garde fous, commandes",
        ),
        role=words(
            "tu es maintenant, vous êtes maintenant, tu es désormais, vous êtes désormais, fais comme si",
            "faites comme si, fais semblant, agis comme, agissez comme, comporte toi comme, joue le rôle, tu n es plus",
            "prétends être, agis en tant que",
        ),
        unbound=words(
            "sans restriction, sans restrictions, sans limite, sans limites, sans filtre, sans règles",
            "sans aucune règle, sans censure, non censuré, administrateur, root, dan, aucune règle, aucune restriction",
            "aucune limite, libre de toute, mode développeur, superutilisateur, un assistant, sans aucune restriction",
            "sans aucune limite, illimité",
        ),
        hide=words(
            "ne dis pas à l utilisateur, ne dis rien à l utilisateur, ne dites rien à l utilisateur, n informe pas",
            "ne dites pas à l utilisateur, ne parle pas à l utilisateur, cache à l utilisateur, ne révèle pas",
            "ne mentionne pas à l utilisateur, ne révèle jamais à l utilisateur, n en parle pas à l utilisateur",
            "ne le dis pas à l utilisateur, ne révèle rien à l utilisateur",
        ),
        this=words("cette, ceci, cela, ces, de ce, de ça, que tu, de cette, l existence, de rien, sur ce"),
        told=words(
            "tout ce qu on t a, tout ce qui précède, tout ce que tu sais, tout ce que l on t a, tout ce qu on vous a"
        ),
    ),
    Language(
        "es",
        override=words(
            "ignora, ignore, ignorad, ignorar, olvida, olvide, olvidad, olvidar, olvídate de, descarta, descarte",
            "omite, omita, desobedece, desobedezca, haz caso omiso de, haga caso omiso de, hagan caso omiso de",
            "no sigas, no siga, no hagas caso a, no hagas caso de, no obedezcas, deja de seguir, deje de seguir",
            "no tengas en cuenta, no tenga en cuenta, pasa por alto, pase por alto, elude, anula, salta, incumple",
            "no respetes, prescinde de",
        ),
        closed=words(
            "todas, todos, toda, todo, las, los, la, el, tus, sus, tu, su, de, del, estas, esas, por favor, anteriores",
            "previas, otras, y, a, que recibiste, dadas, iniciales, ahora, sistema, antiguas",
        ),
        qualifier=words(
            "todas, todos, toda, tus, tu, sus, anteriores, anterior, previas, previa, previos, precedentes, iniciales",
            "que recibiste, del sistema, de arriba, dadas, que te dieron, que tenías, anteriormente",
        ),
        orders=words(
            "instrucciones, instrucción, reglas, directrices, directivas, normas, indicaciones, órdenes, restricciones",
            "mensaje del sistema, prompt del sistema, políticas, consignas, limitaciones, comandos, salvaguardas",
        ),
        role=words(
            "ahora eres, eres ahora, a partir de ahora eres, desde ahora eres, actúa como, actúe como, finge ser",
            "finge que eres, finge que, haz como si, compórtate como, ya no eres, haz de cuenta que",
            "desempeña el papel",
        ),
        unbound=words(
            "sin restricciones, sin límites, sin filtros, sin reglas, sin censura, sin ninguna restricción",
            "ninguna regla, sin normas, administrador, root, dan, ninguna restricción, ningún límite, no tienes reglas",
            "no tuvieras reglas, modo desarrollador, superusuario, un asistente, libre de, ilimitado, sin ética",
            "no tienes límites",
        ),
        hide=words(
            "no le digas al usuario, no digas al usuario, no le diga al usuario, no informes al usuario",
            "no le cuentes al usuario, no reveles al usuario, oculta al usuario, no le menciones al usuario",
            "no se lo digas al usuario, ocúltale al usuario, no avises al usuario, no le reveles al usuario",
        ),
        this=words("esto, esta, estas, este, nada, de esto, que esta, que has, la existencia, sobre esto"),
        told=words("todo lo que te, todo lo anterior, todo lo que sabes, cuanto te, todo lo que se te, todo lo dicho"),
    ),
    Language(
        "it",
        override=words(
            "ignora, ignorate, ignori, dimentica, dimenticate, trascura, trascurate, non seguire, non seguite, scarta",
            "non tenere conto di, non tenere conto delle, aggira, disobbedisci a, smetti di seguire, non applicare",
            "non rispettare, non obbedire a, dimentica",
        ),
        closed=words(
            "tutte, tutti, tutta, le, i, gli, la, tue, tuoi, vostre, sue, precedenti, di, delle, per favore, ora, ogni",
            "e, altre, queste, iniziali",
        ),
        qualifier=words(
            "tutte, tutti, ogni, tue, vostre, precedenti, precedente, iniziali, ricevute, di prima, di sistema",
        ),
        orders=words(
            "istruzioni, istruzione, regole, direttive, indicazioni, ordini, norme, restrizioni, linee guida",
        ),
        told=words(
            "tutto quello che ti, tutto ciò che ti, tutto quanto sopra, tutto ciò che precede, tutto quello che sai"
        ),
    ),
    Language(
        "pt",
        override=words(
            "ignore, ignora, ignorem, esqueça, esquece, esqueçam, desconsidere, desconsidera, desrespeite, descarte",
            "não siga, não obedeça, pare de seguir, não aplique, não cumpra, não respeite, deixe de seguir",
            "não leve em conta, contorne",
        ),
        closed=words(
            "todas, todos, toda, as, os, a, o, suas, seus, tuas, teus, sua, anteriores, prévias, de, das, dos",
            "por favor, e, outras, essas, estas, agora",
        ),
        qualifier=words(
            "todas, todos, toda, suas, seus, tuas, anteriores, anterior, prévias, recebidas, iniciais, acima",
        ),
        orders=words("instruções, instrução, regras, diretrizes, ordens, orientações, restrições, normas, comandos"),
        told=words("tudo o que te, tudo o que lhe, tudo acima, tudo que veio antes, tudo o que foi, tudo o que você"),
    ),
    Language(
        "ru",
        override=words(
            "игнорируй, игнорируйте, игнорировать, проигнорируй, проигнорируйте, забудь, забудьте, отбрось, отбросьте",
            "пренебреги, пренебрегай, не следуй, не следуйте, не выполняй, не соблюдай, не соблюдайте, отмени",
            "отмените, нарушь, нарушай, обойди, перестань выполнять, перестань следовать, не обращай внимания на",
            "не применяй, не исполняй, не слушай, больше не следуй, больше не выполняй, не учитывай, не подчиняйся",
        ),
        closed=words(
            "никакие, никаких, безопасности, все, всех, всем, всеми, предыдущие, предыдущих, прежние, прежних, прошлые",
            "прошлых, ранние, ранее, полученные, данные, свои, своих, своим, твои, твоих, ваши, ваших, эти, пожалуйста",
            "любые, любых, системные, системных, и, или, остальные, вышеуказанные, выше, имеющиеся, старые",
            "данные тебе, про, о, об, предыдущим, прежним, любым, теперь",
        ),
        qualifier=words(
            "никакие, никаких, никаким, все, всех, всем, предыдущие, предыдущих, предыдущим, прежние, прежних, прежним",
            "прошлые, прошлых, ранее, свои, своих, своим, твои, твоих, ваши, ваших, любые, любым, системные, системных",
            "вышеуказанные, выше, данные тебе, полученные",
        ),
        orders=words(
            "инструкции, инструкций, инструкциям, инструкциях, указания, указаний, указаниям, правила, правил",
            "правилам, правилах, команды, команд, командам, директивы, директив, ограничения, ограничений, приказы",
            "приказов, распоряжения, установки, установок, запреты, предписания, промпт",
        ),
        role=words(
            "ты теперь, теперь ты, вы теперь, теперь вы, отныне ты, с этого момента ты, притворись, представь что ты",
            "действуй как, веди себя как, ты больше не, сыграй роль, играй роль, отвечай как",
        ),
        unbound=words(
            "без ограничений, без правил, без фильтров, без цензуры, без запретов, неограниченный, администратор",
            "администратора, администратором, root, dan, нет правил, нет ограничений, свободный от",
            "режиме разработчика, ассистент, помощник, суперпользователь, никаких правил, никаких ограничений",
            "не связан",
        ),
        hide=words(
            "не говори пользователю, не говорите пользователю, не сообщай пользователю, не рассказывай пользователю",
            "скрой от пользователя, скрывай от пользователя, не показывай пользователю, не раскрывай пользователю",
            "никому не говори, не упоминай пользователю, никогда не говори пользователю, не сообщайте пользователю",
        ),
        this=words("об этом, этого, это, эту, о том, про это, что эта, эти, об этой, о них, что ты"),
        told=words(
            "всё что тебе, все что тебе, всё что вам, всё сказанное, все сказанное, всё вышесказанное, всё что было"
        ),
    ),
    Language(
        "nl",
        override=words(
            "negeer, negeert, vergeet, veronachtzaam, omzeil, sla geen acht op, volg niet, gehoorzaam niet, schend",
            "houd je niet aan, hou je niet aan, trek je niets aan van, leg naast je neer",
        ),
        closed=words(
            "alle, al, de, het, je, jouw, uw, eerdere, vorige, voorgaande, bovenstaande, oorspronkelijke, andere, en",
            "van, alsjeblieft, nu, gewoon, gegeven",
        ),
        qualifier=words(
            "alle, je, jouw, uw, eerdere, vorige, voorgaande, bovenstaande, oorspronkelijke, bestaande",
        ),
        orders=words(
            "instructies, instructie, regels, richtlijnen, opdrachten, aanwijzingen, voorschriften, beperkingen",
            "systeemprompt",
        ),
        told=words("alles wat je, alles wat er, alles hierboven, alles van hiervoor"),
    ),
    Language(
        "pl",
        override=words(
            "zignoruj, ignoruj, zapomnij o, zapomnij, pomiń, odrzuć, nie przestrzegaj, nie stosuj się do, obejdź, złam",
            "przestań przestrzegać, nie zważaj na",
        ),
        closed=words(
            "wszystkie, wszystkich, wszelkie, te, tych, swoje, swoich, twoje, twoich, poprzednie, poprzednich",
            "wcześniejsze, wcześniejszych, powyższe, powyższych, dotychczasowe, dotychczasowych, i, o, proszę, teraz",
            "systemowe, systemowych",
        ),
        qualifier=words(
            "wszystkie, wszystkich, wszelkie, swoje, swoich, twoje, twoich, poprzednie, poprzednich, wcześniejsze",
            "wcześniejszych, powyższe, powyższych, dotychczasowe, dotychczasowych, systemowe, systemowych",
        ),
        orders=words(
            "instrukcje, instrukcji, polecenia, poleceń, zasady, zasad, reguły, reguł, wytyczne, wytycznych",
            "ograniczenia, ograniczeń, rozkazy, rozkazów, dyrektywy, dyrektyw, zalecenia, zaleceń",
        ),
        told=words("wszystko co ci, wszystko co było, wszystko powyżej"),
    ),
    Language(
        "sv",
        override=words("ignorera, glöm, strunta i, bortse från, följ inte, åsidosätt, kringgå, lyd inte"),
        closed=words("alla, alla de, de, dina, tidigare, föregående, ovanstående, ursprungliga, andra, och, nu, bara"),
        qualifier=words("alla, dina, tidigare, föregående, ovanstående, ursprungliga, befintliga"),
        orders=words("instruktioner, anvisningar, regler, riktlinjer, order, direktiv, begränsningar"),
        told=words("allt som du, allt du, allt ovan"),
    ),
    Language(
        "id",
        override=words("abaikan, lupakan, hiraukan, jangan ikuti, langgar, kesampingkan"),
        closed=words("semua, seluruh, segala, setiap, dan"),
        qualifier=words("semua, seluruh, segala, sebelumnya, terdahulu, di atas, sistem, awal, kamu, anda"),
        orders=words("instruksi, perintah, aturan, arahan, pedoman, petunjuk, batasan"),
    ),
    Language(
        "vi",
        override=words("bỏ qua, quên, phớt lờ, không tuân theo, đừng tuân theo, lờ đi"),
        closed=words("tất cả, mọi, các, những, toàn bộ, hết, và, của"),
        qualifier=words("tất cả, mọi, toàn bộ, trước đó, trước đây, phía trên, ở trên, trước, hệ thống, của bạn"),
        orders=words("hướng dẫn, chỉ dẫn, chỉ thị, quy tắc, mệnh lệnh, lệnh, quy định"),
    ),
)


def _rules_of(language: Language) -> tuple[Rule, ...]:
    name = language.name
    rules = [
        Rule(
            f"override_{name}",
            "prompt_injection",
            f"{name}_override",
            f" ~{name}_closed {{{name}_qualifier}} ~{name}_closed {{{name}_orders}}",
            "tells the agent to drop its instructions",
            scope="all",
            guards=("unquoted", "affirmed"),
            crosses=True,
        ),
        Rule(
            f"override_{name}_behind",
            "prompt_injection",
            f"{name}_override",
            f" ~{name}_closed {{{name}_orders}} ~{name}_closed {{{name}_qualifier}}",
            "tells the agent to drop its instructions",
            scope="all",
            guards=("unquoted", "affirmed"),
            crosses=True,
        ),
    ]
    if language.told:
        rules.append(
            Rule(
                f"forget_all_{name}",
                "prompt_injection",
                f"{name}_override",
                f" {{{name}_told}}",
                "tells the agent to drop all that it was told",
                scope="all",
                guards=("unquoted", "affirmed"),
                crosses=True,
            )
        )
    if language.role:
        rules.append(
            Rule(
                f"role_{name}",
                "role_hijack",
                f"{name}_role",
                f" ~5 {{{name}_unbound}}",
                "gives the agent a role without rules",
                scope="context",
                crosses=True,
            )
        )
    if language.heed:
        rules.append(
            Rule(
                f"heed_not_{name}",
                "prompt_injection",
                f"{name}_heed",
                f" ~{name}_closed {{{name}_qualifier}} ~{name}_closed {{{name}_orders}} ~1 {{{name}_not_any_more}}",
                "tells the agent to drop its instructions",
                scope="all",
                guards=("unquoted", "affirmed"),
                crosses=True,
            )
        )
    if language.hide:
        rules.append(
            Rule(
                f"hide_{name}",
                "prompt_injection",
                f"{name}_hide",
                f" ~4 {{{name}_this}}",
                "asks to keep something from the user",
                scope="all",
            )
        )
    return tuple(rules)


VOCABULARY: Vocabulary = {
    f"{language.name}_{part}": getattr(language, part)
    for language in LANGUAGES
    for part in (
        "override",
        "closed",
        "qualifier",
        "orders",
        "role",
        "unbound",
        "hide",
        "this",
        "heed",
        "not_any_more",
        "told",
    )
    if getattr(language, part)
}

RULES: tuple[Rule, ...] = tuple(rule for language in LANGUAGES for rule in _rules_of(language))

_HAN = "[\u3040-\u30ff\u4e00-\u9fff，、]"

MARKS: tuple[Mark, ...] = (
    Mark(
        "override_zh",
        "prompt_injection",
        words(
            "忽略, 无视, 忽视, 忘记, 忘掉, 遗忘, 抛弃, 不要遵守, 不要遵循, 不再遵守, 不再遵循, 不要理会",
            "無視, 忽視, 忘記, 拋棄, 绕过, 违反, 丢弃, 不用遵守, 不必遵守, 停止遵守, 停止遵循",
        ),
        "(?:忽略|无视|忽视|忘记|忘掉|遗忘|抛弃|不要遵[守循]|不再遵[守循]|不要理会|無視|忽視|忘記|拋棄|绕过|违反|丢弃|不用遵守|不必遵守"
        "|停止遵[守循])"
        f"(?={_HAN}{{0,10}}?(?:之前|以前|先前|以上|上面|上述|所有|一切|全部|你的|您的|系统|系統|此前|前面|原有|既有|任何|早先|先前|最初|安全))"
        f"{_HAN}{{0,14}}?(?:指令|指示|命令|规则|規則|提示词|提示詞|要求|限制|说明|設定|设定|规定|規定|准则|約束|约束|系统提示|守则)",
        "tells the agent to drop its instructions",
        scope="all",
    ),
    Mark(
        "role_zh",
        "role_hijack",
        (
            "你现在是",
            "你現在是",
            "从现在起你",
            "从现在开始你",
            "你不再是",
            "假装你",
            "扮演",
            "假裝你",
            "从现在开始，你",
            "从现在起，你",
        ),
        "(?:你现在是|你現在是|从现在(?:起|开始)，?你|你不再是|假装你|假裝你|扮演)"
        f"{_HAN}{{0,14}}?(?:没有(?:任何)?(?:限制|规则|约束|道德)|不受(?:任何)?(?:限制|约束|规则)|无限制|無限制|不受限|管理员|管理員"
        "|开发者模式|開發者模式|越狱|助手|超级用户|沒有(?:任何)?(?:限制|規則))",
        "gives the agent a role without rules",
        scope="context",
    ),
    Mark(
        "hide_zh",
        "prompt_injection",
        (
            "不要告诉",
            "别告诉",
            "不要告訴",
            "不得告诉",
            "不要让",
            "对用户隐瞒",
            "向用户隐瞒",
            "不要向用户",
            "切勿告诉",
            "瞒着用户",
        ),
        "(?:(?:不要|别|不得|切勿)(?:告诉|告訴|让|向)用户|对用户隐瞒|向用户隐瞒|瞒着用户|不要告訴使用者)"
        f"{_HAN}{{0,8}}?(?:这|此|本|知道|提及|透露|執行|执行|這)",
        "asks to keep something from the user",
        scope="all",
    ),
    Mark(
        "override_ja",
        "prompt_injection",
        ("無視", "忘れ", "従わない", "破棄"),
        "(?:以前|これまで|上記|すべて|全て|前|あなた|今まで|従来|システム)の(?:すべての|全ての)?"
        "(?:指示|命令|ルール|規則|制約|プロンプト|制限|指図)(?:や[^、。]{1,8})?(?:を|は|に)?(?:すべて|全て|全部)?(?:無視|忘れ|従わない|破棄)",
        "tells the agent to drop its instructions",
        scope="all",
        raw=True,
    ),
    Mark(
        "override_ko",
        "prompt_injection",
        ("무시", "잊어", "따르지"),
        "(?:이전|앞선|위의|모든|기존|지금까지의|너의|당신의)[ 의]{0,2}(?:모든 )?(?:지시|명령|규칙|지침|프롬프트|제한)"
        "(?:사항|들|문)?(?:을|를|은|는)? ?(?:모두 |전부 |다 )?(?:무시|잊어|따르지)",
        "tells the agent to drop its instructions",
        scope="all",
        raw=True,
    ),
    Mark(
        "override_tr",
        "prompt_injection",
        ("yok say", "gormezden gel", "unut", "dikkate alma", "goz ardi et", "uyma", "gecersiz"),
        r"(?<![^\W_])(?:onceki|daha onceki|tum|butun|yukaridaki|sistem|mevcut|eski)(?: \w{1,14}){0,3}? "
        r"(?:talimat|kural|komut|yonerge|emir|kisitlama|direktif)\w{0,10}(?: \w{1,12}){0,2}? "
        r"(?:yok say|gormezden gel|unut|dikkate alma|goz ardi et|uyma|gecersiz)",
        "tells the agent to drop its instructions",
        scope="all",
    ),
    Mark(
        "override_ar",
        "prompt_injection",
        ("تجاهل", "انس", "أهمل", "اهمل", "لا تتبع", "تخط"),
        "(?:تجاهل|تجاهلي|تجاهلوا|انسَ|انس|انسى|أهمل|اهمل|لا تتبع|تخطَّ|تخط)"
        "(?: [\u0600-\u06ff]{1,12}){0,3}? (?:التعليمات|تعليمات|الأوامر|أوامر|القواعد|قواعد|التوجيهات"
        "|توجيهات|القيود|الإرشادات)",
        "tells the agent to drop its instructions",
        scope="all",
        raw=True,
    ),
    Mark(
        "override_hi",
        "prompt_injection",
        ("अनदेखा", "नज़रअंदाज़", "नजरअंदाज", "भूल", "उपेक्षा"),
        "(?:सभी|पिछले|पूर्व|पहले|सारे|उपरोक्त)(?: [\u0900-\u097f]{1,12}){0,4}? (?:निर्देश|नियम|आदेश|अनुदेश)[\u0900-\u097f]{0,6}"
        "(?: [\u0900-\u097f]{1,6}){0,2}? (?:अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल|उपेक्षा)",
        "tells the agent to drop its instructions",
        scope="all",
        raw=True,
    ),
)
