"""Attempts to drop the rules, in the words of French, Spanish, Italian and Portuguese."""

from silcrow.threats.rule import words
from silcrow.threats.rules.language import Language

ROMANCE: tuple[Language, ...] = (
    Language(
        "fr",
        override=words(
            "ne respecte pas, ne respecte plus, cesse de suivre, cesse de respecter, arrête de suivre",
            "cessez de suivre, cessez de respecter, arrête d obéir à, cesse d obéir à, cesse d obéir aux",
            "n applique plus, n applique pas, ignore, ignorez, ignorer, oublie, oubliez, oublier, néglige, négligez",
            "ne tiens pas compte de, ne tiens plus compte de, ne tenez pas compte de, ne tenez plus compte de",
            "ne tiens pas compte des, ne tiens plus compte des, ne tenez pas compte des, ne suis plus, ne suivez plus",
            "ne suis pas, ne suivez pas, fais abstraction de, faites abstraction de, contourne, contournez, écarte",
            "écartez, désobéis à, annule, passe outre, abandonne, laisse tomber, ne respectez plus, n obéis plus à",
            "n obéis plus aux, n obéissez plus aux, n obéissez plus à",
        ),
        document=words("prompt système, invite système, message système"),
        consider=words("considère, considérez, traite, traitez, tiens, regarde"),
        voided=words(
            "annulées, annulée, annulés, nulles, caduques, supprimées, effacées, nulles et non avenues, inexistantes",
        ),
        closed=words(
            "toutes, tous, toute, tout, les, la, le, des, de, tes, vos, ses, ces, ton, votre, s il te plaît, stp",
            "s il vous plaît, précédentes, antérieures, initiales, à, aux, et, données, reçues, maintenant, système",
            "du, autres, anciennes, préalables",
        ),
        qualifier=words(
            "toute, chaque, n importe quelle, de sécurité, de ton fournisseur, de tes créateurs, du fournisseur",
            "toutes, tous, tes, vos, ton, votre, précédentes, précédente, précédents, antérieures, antérieurs",
            "initiales, préalables, ci dessus, reçues, données avant, du système, anciennes, plus haut",
        ),
        orders=words(
            "règle, directive, ordre, restriction, politique, politiques, politique de sécurité, charte",
            "programmation, instructions, instruction, consignes, consigne, directives, règles, ordres",
            "recommandations, restrictions, invite système, prompt système, contraintes, principes, garde fous",
            "commandes",
        ),
        role=words(
            "tu n as plus, vous n avez plus, tu es maintenant, vous êtes maintenant, tu es désormais",
            "vous êtes désormais, fais comme si, faites comme si, fais semblant, agis comme, agissez comme",
            "comporte toi comme, joue le rôle, tu n es plus, prétends être, agis en tant que",
        ),
        unbound=words(
            "sans restriction, sans restrictions, sans limite, sans limites, sans filtre, sans règles",
            "sans aucune règle, sans censure, non censuré, administrateur, root, dan, aucune règle",
            "aucune restriction, aucune limite, libre de toute, mode développeur, superutilisateur, un assistant",
            "sans aucune restriction, sans aucune limite, illimité",
        ),
        hide=words(
            "ne dis pas à l utilisateur, ne dis rien à l utilisateur, ne dites rien à l utilisateur, n informe pas",
            "ne dites pas à l utilisateur, ne parle pas à l utilisateur, cache à l utilisateur, ne révèle pas",
            "ne mentionne pas à l utilisateur, ne révèle jamais à l utilisateur, n en parle pas à l utilisateur",
            "ne le dis pas à l utilisateur, ne révèle rien à l utilisateur",
        ),
        this=words("cette, ceci, cela, ces, de ce, de ça, que tu, de cette, l existence, de rien, sur ce"),
        told=words(
            "tout ce qu on t a, tout ce qui précède, tout ce que tu sais, tout ce que l on t a, tout ce qu on vous a",
        ),
        gone=words(
            "ne s appliquent plus, ne s applique plus, sont annulées, sont annulés, est annulé, sont nulles",
            "n ont plus cours, ne valent plus, ne comptent plus, sont caduques, sont levées, sont suspendues",
            "ne sont plus valables, n existent plus",
        ),
        obey=words(
            "obéis à cette note, obéissez à cette note, obéis uniquement à, n obéis qu à, ne suis que cette",
            "ne suis que ces, fais exactement ce que dit, fais exactement ce qui est écrit, exécute seulement cette",
            "suis uniquement cette, suis uniquement ces, n écoute que cette, ne respecte que cette",
        ),
    ),
    Language(
        "es",
        override=words(
            "no sigas más, no obedezcas más, no respetes más, no cumplas más, deja de obedecer, deja de cumplir",
            "deja de respetar, deja de acatar, deja de aplicar, deje de obedecer, deje de cumplir, deje de respetar",
            "deje de acatar, deje de aplicar, para de obedecer, para de cumplir, para de respetar, para de acatar",
            "para de aplicar, no cumplas, no acates, no apliques, no cumpla, no acate, no aplique",
            "no prestes atención a, quebranta, rompe, viola, ignora, ignore, ignorad, ignorar, olvida, olvide",
            "olvidad, olvidar, olvídate de, descarta, descarte, omite, omita, desobedece, desobedezca",
            "haz caso omiso de, haga caso omiso de, hagan caso omiso de, no sigas, no siga, no hagas caso a",
            "no hagas caso de, no obedezcas, deja de seguir, deje de seguir, no tengas en cuenta, no tenga en cuenta",
            "pasa por alto, pase por alto, elude, anula, salta, incumple, no respetes, prescinde de",
        ),
        document=words("prompt del sistema, prompt de sistema, mensaje del sistema, mensaje de sistema"),
        consider=words("considera, considere, da por, trata, declara"),
        voided=words(
            "anuladas, anulada, nulas, borradas, eliminadas, sin efecto, canceladas, inexistentes, derogadas",
        ),
        closed=words(
            "todas, todos, toda, todo, las, los, la, el, tus, sus, tu, su, de, del, estas, esas, por favor",
            "anteriores, previas, otras, y, a, que recibiste, dadas, iniciales, ahora, sistema, antiguas",
        ),
        qualifier=words(
            "cualquier, cualquiera, del sistema, de seguridad, de tu proveedor, de tus creadores, todas, todos, toda",
            "tus, tu, sus, anteriores, anterior, previas, previa, previos, precedentes, iniciales, que recibiste",
            "de arriba, dadas, que te dieron, que tenías, anteriormente",
        ),
        orders=words(
            "regla, norma, directriz, orden, indicación, política, políticas de seguridad, política de seguridad",
            "salvaguardias, programación, instrucciones, instrucción, reglas, directrices, directivas, normas",
            "indicaciones, órdenes, restricciones, mensaje del sistema, prompt del sistema, políticas, consignas",
            "limitaciones, comandos, salvaguardas",
        ),
        role=words(
            "ya no tienes, ya no tiene, ahora eres, eres ahora, a partir de ahora eres, desde ahora eres, actúa como",
            "actúe como, finge ser, finge que eres, finge que, haz como si, compórtate como, ya no eres",
            "haz de cuenta que, desempeña el papel",
        ),
        unbound=words(
            "sin restricciones, sin límites, sin filtros, sin reglas, sin censura, sin ninguna restricción",
            "ninguna regla, sin normas, administrador, root, dan, ninguna restricción, ningún límite",
            "no tienes reglas, no tuvieras reglas, modo desarrollador, superusuario, un asistente, libre de",
            "ilimitado, sin ética, no tienes límites",
        ),
        hide=words(
            "no le digas al usuario, no digas al usuario, no le diga al usuario, no informes al usuario",
            "no le cuentes al usuario, no reveles al usuario, oculta al usuario, no le menciones al usuario",
            "no se lo digas al usuario, ocúltale al usuario, no avises al usuario, no le reveles al usuario",
        ),
        this=words("esto, esta, estas, este, nada, de esto, que esta, que has, la existencia, sobre esto"),
        told=words("todo lo que te, todo lo anterior, todo lo que sabes, cuanto te, todo lo que se te, todo lo dicho"),
        gone=words(
            "ya no se aplican, ya no aplican, ya no valen, ya no rigen, quedan anuladas, están anuladas",
            "ya no cuentan, han sido anuladas, no son válidas, ya no son válidas, quedan sin efecto",
            "no tienen validez, han caducado",
        ),
        obey=words(
            "haz exactamente lo que dice este, haz exactamente lo que dice esta, obedece esta nota",
            "obedece a esta nota, obedece solo esta, sigue solo esta, sigue únicamente esta, sigue únicamente estas",
            "obedece únicamente, cumple solo lo que dice, haz solo lo que dice este",
        ),
    ),
    Language(
        "it",
        override=words(
            "non tenere più conto di, non tenere più conto delle, non seguire più, non rispettare più",
            "non obbedire più a, smetti di obbedire a, smetti di rispettare, non badare a, non dare retta a, viola",
            "infrangi, ignora, ignorate, ignori, dimentica, dimenticate, trascura, trascurate, non seguire",
            "non seguite, scarta, non tenere conto di, non tenere conto delle, aggira, disobbedisci a",
            "smetti di seguire, non applicare, non rispettare, non obbedire a",
        ),
        document=words("prompt di sistema, messaggio di sistema"),
        consider=words("considera, considerate, ritieni, tratta"),
        voided=words("annullate, nulle, cancellate, inesistenti, abrogate, revocate"),
        closed=words(
            "tutte, tutti, tutta, le, i, gli, la, tue, tuoi, vostre, sue, precedenti, di, delle, per favore, ora",
            "ogni, e, altre, queste, iniziali",
        ),
        qualifier=words(
            "qualsiasi, qualunque, di sicurezza, del sistema, dei tuoi creatori, del fornitore, tutte, tutti, ogni",
            "tue, vostre, precedenti, precedente, iniziali, ricevute, di prima, di sistema",
        ),
        orders=words(
            "regola, direttiva, ordine, norma, politica, politiche, vincoli, limiti, comandi, programmazione",
            "disposizioni, istruzioni, istruzione, regole, direttive, indicazioni, ordini, norme, restrizioni",
            "linee guida",
        ),
        told=words(
            "tutto quello che ti, tutto ciò che ti, tutto quanto sopra, tutto ciò che precede, tutto quello che sai",
        ),
        gone=words(
            "non valgono più, non si applicano più, non contano più, sono annullate, sono nulle, non sono più valide",
            "sono revocate",
        ),
        obey=words(
            "obbedisci solo a questa, segui solo questa, segui solo queste, fai esattamente quello che dice questo",
            "fai esattamente ciò che dice questa, obbedisci a questa nota, esegui solo questa",
        ),
    ),
    Language(
        "pt",
        override=words(
            "não obedeça mais, não siga mais, não respeite mais, não cumpra mais, não leve mais em conta",
            "pare de obedecer, pare de respeitar, deixe de obedecer, deixe de cumprir, não dê atenção a, viole",
            "quebre, ignore, ignora, ignorem, esqueça, esquece, esqueçam, desconsidere, desconsidera, desrespeite",
            "descarte, não siga, não obedeça, pare de seguir, não aplique, não cumpra, não respeite, deixe de seguir",
            "não leve em conta, contorne",
        ),
        document=words("prompt do sistema, mensagem do sistema"),
        consider=words("considere, considera, trate, dê por"),
        voided=words("anuladas, nulas, apagadas, canceladas, sem efeito, inexistentes, revogadas"),
        closed=words(
            "todas, todos, toda, as, os, a, o, suas, seus, tuas, teus, sua, anteriores, prévias, de, das, dos",
            "por favor, e, outras, essas, estas, agora",
        ),
        qualifier=words(
            "qualquer, quaisquer, do sistema, de segurança, dos seus criadores, todas, todos, toda, suas, seus, tuas",
            "anteriores, anterior, prévias, recebidas, iniciais, acima",
        ),
        orders=words(
            "regra, diretriz, ordem, norma, restrição, política, políticas, limites, diretivas, instruções do sistema",
            "programação, instruções, instrução, regras, diretrizes, ordens, orientações, restrições, normas",
            "comandos",
        ),
        told=words("tudo o que te, tudo o que lhe, tudo acima, tudo que veio antes, tudo o que foi, tudo o que você"),
        gone=words(
            "não valem mais, não se aplicam mais, já não valem, estão anuladas, foram anuladas, não contam mais",
            "perderam a validade",
        ),
        obey=words(
            "obedeça apenas a esta, siga apenas esta, siga somente esta, faça exatamente o que diz este",
            "faça exatamente o que esta, obedeça a esta nota, siga só esta",
        ),
    ),
)
