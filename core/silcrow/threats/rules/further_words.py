"""Attempts to drop the rules, in the words of Russian, Ukrainian, Polish, Indonesian and Vietnamese."""

from silcrow.threats.rule import words
from silcrow.threats.rules.language import Language

FURTHER: tuple[Language, ...] = (
    Language(
        "ru",
        override=words(
            "прекрати следовать, прекрати выполнять, плюнь на, не придерживайся, отринь, игнорируй, игнорируйте",
            "игнорировать, проигнорируй, проигнорируйте, забудь, забудьте, отбрось, отбросьте, пренебреги",
            "пренебрегай, не следуй, не следуйте, не выполняй, не соблюдай, не соблюдайте, отмени, отмените, нарушь",
            "нарушай, обойди, перестань выполнять, перестань следовать, не обращай внимания на, не применяй",
            "не исполняй, не слушай, больше не следуй, больше не выполняй, не учитывай, не подчиняйся",
        ),
        document=words("системный промпт, системного промпта, системному промпту, системным промптом"),
        consider=words("считай, считайте, полагай, рассматривай"),
        voided=words(
            "удалёнными, удаленными, отменёнными, отмененными, недействительными, стёртыми, неважными",
            "несуществующими, аннулированными",
        ),
        closed=words(
            "никакие, никаких, безопасности, все, всех, всем, всеми, предыдущие, предыдущих, прежние, прежних",
            "прошлые, прошлых, ранние, ранее, полученные, данные, свои, своих, своим, твои, твоих, ваши, ваших, эти",
            "пожалуйста, любые, любых, системные, системных, и, или, остальные, вышеуказанные, выше, имеющиеся",
            "старые, данные тебе, про, о, об, предыдущим, прежним, любым, теперь",
        ),
        qualifier=words(
            "безопасности, никакие, никаких, никаким, все, всех, всем, предыдущие, предыдущих, предыдущим, прежние",
            "прежних, прежним, прошлые, прошлых, ранее, свои, своих, своим, твои, твоих, ваши, ваших, любые, любым",
            "системные, системных, вышеуказанные, выше, данные тебе, полученные",
        ),
        orders=words(
            "ограничениях, командах, указаниях, установках, запретах, инструкции, инструкций, инструкциям",
            "инструкциях, указания, указаний, указаниям, правила, правил, правилам, правилах, команды, команд",
            "командам, директивы, директив, ограничения, ограничений, приказы, приказов, распоряжения, установки",
            "установок, запреты, предписания, промпт",
        ),
        role=words(
            "у тебя больше нет, у тебя нет, ты теперь, теперь ты, вы теперь, теперь вы, отныне ты, с этого момента ты",
            "притворись, представь что ты, действуй как, веди себя как, ты больше не, сыграй роль, играй роль",
            "отвечай как",
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
            "всё что тебе, все что тебе, всё что вам, всё сказанное, все сказанное, всё вышесказанное, всё что было",
        ),
        gone=words(
            "больше не действуют, больше не действует, не действуют, отменены, отменён, больше не имеют силы",
            "недействительны, утратили силу, больше не важны, аннулированы, не имеют значения, сняты",
        ),
        obey=words(
            "выполняй только эту, выполняй только это, выполняй лишь эту, следуй только этой, следуй только этому",
            "подчиняйся только этой, слушай только эту, делай ровно то что написано здесь, делай только то что здесь",
        ),
    ),
    Language(
        "uk",
        override=words(
            "ігноруй, ігноруйте, проігноруй, забудь, забудьте, відкинь, не дотримуйся, не виконуй, порушуй, обійди",
            "не слухай, не зважай на, скасуй, знехтуй, припини виконувати",
        ),
        document=words("системний промпт, системного промпта"),
        closed=words(
            "усі, всі, усіх, всіх, попередні, попередніх, свої, своїх, твої, твоїх, ці, про, і, та, системні",
        ),
        qualifier=words("усі, всі, усіх, всіх, попередні, попередніх, свої, своїх, твої, твоїх, системні, системних"),
        orders=words(
            "правилах, інструкціях, обмежень, обмеженнях, інструкції, інструкцій, вказівки, вказівок, правила, правил",
            "команди, обмеження, настанови, накази",
        ),
        told=words("усе що тобі, все що тобі, усе сказане, все сказане"),
        gone=words("більше не діють, не діють, скасовані, скасовано, втратили чинність"),
    ),
    Language(
        "pl",
        override=words(
            "zignoruj, ignoruj, zapomnij o, zapomnij, pomiń, odrzuć, nie przestrzegaj, nie stosuj się do, obejdź",
            "złam, przestań przestrzegać, nie zważaj na",
        ),
        document=words("prompt systemowy, promptu systemowego, promptem systemowym"),
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
            "zasadach, instrukcjach, poleceniach, regułach, ograniczeniach, rozkazach, wytycznymi, zaleceniach",
            "instrukcje, instrukcji, polecenia, poleceń, zasady, zasad, reguły, reguł, wytyczne, wytycznych",
            "ograniczenia, ograniczeń, rozkazy, rozkazów, dyrektywy, dyrektyw, zalecenia, zaleceń",
        ),
        told=words("wszystko co ci, wszystko co było, wszystko powyżej"),
        gone=words("już nie obowiązują, nie obowiązują, są nieważne, zostały anulowane, przestają obowiązywać"),
        obey=words("wykonuj tylko to, słuchaj tylko tej, stosuj się tylko do tej, rób dokładnie to co tu"),
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
