"""The same attempts in languages where a phrase is told by its characters rather than by its words."""

from silcrow.threats.rule import Mark, words

_HAN = "[\u3040-\u30ff\u4e00-\u9fff]"
_HAN_AND_COMMAS = "[\u3040-\u30ff\u4e00-\u9fff,，、]"

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
            "从现在开始,你",
            "从现在起,你",
        ),
        "(?:你现在是|你現在是|从现在(?:起|开始)[,，]?你|你不再是|假装你|假裝你|扮演)"
        f"{_HAN_AND_COMMAS}{{0,14}}?(?:没有(?:任何)?(?:限制|规则|约束|道德)|不受(?:任何)?(?:限制|约束|规则)|无限制|無限制|不受限|管理员|管理員"
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
        "(?:(?:システムプロンプト|システムメッセージ|システムの指示|開発者の指示)(?:を|は|に)?(?:すべて|全て|完全に)?(?:無視|忘れ|従わない|破棄)|"
        "(?:以前|これまで|上記|すべて|全て|前|あなた|今まで|従来|システム)の(?:すべての|全ての)?"
        "(?:指示|命令|ルール|規則|制約|プロンプト|制限|指図)(?:や[^、。]{1,8})?(?:を|は|に)?(?:すべて|全て|全部)?(?:無視|忘れ|従わない|破棄))",
        "tells the agent to drop its instructions",
        scope="all",
        raw=True,
    ),
    Mark(
        "override_ko",
        "prompt_injection",
        ("무시", "잊", "따르지"),
        "(?:이전|앞선|위의|모든|기존|지금까지의|너의|당신의)[ 의]{0,2}(?:모든 )?(?:[가-힣]{1,5} ){0,2}?"
        "(?:지시|명령|규칙|지침|프롬프트|제한)"
        "(?:사항|들|문)?(?:을|를|은|는)? ?(?:모두 |전부 |다 )?(?:무시|잊|따르지)",
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
