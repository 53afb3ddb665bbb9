"""Text that a reader of the rendered page doesn't see."""

from silcrow.threats.rule import Mark

HIDDEN_ELEMENT = (
    r"(?i)<([a-z][a-z0-9]{0,15})(?=[\s/])(?=[^<>]{0,400}?(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden"
    r"|font-size\s{0,3}:\s{0,3}0(?!\.?[1-9])|opacity\s{0,3}:\s{0,3}0(?!\.?[1-9])|color\s{0,3}:\s{0,3}(?:white"
    r"|transparent|#fff(?:fff)?(?![0-9a-f]))"
    r"|color\s{0,3}=\s{0,3}[\"']?(?:white|transparent|#fff)|type\s{0,3}=\s{0,3}[\"']?hidden|size\s{0,3}=\s{0,3}[\"']?0"
    r"|(?:left|top|text-indent)\s{0,3}:\s{0,3}-[0-9]{3,6}|(?:height"
    r"|width)\s{0,3}:\s{0,3}[01](?:px)?\s{0,2}[;\"']|[\s\"']hidden(?=[\s>=/])"
    r"|clip\s{0,3}:\s{0,3}rect))[^<>]{0,400}>"
)
"""An opening tag whose element is not shown."""

MARKDOWN_COMMENT = r"(?m)^[ ]{0,3}\[(?://|comment|_|#|hidden)\]:[ \t]{1,4}(?:#|<>|/)?[ \t]{0,3}[^\n]{1,2000}"

ADDRESSED = (
    r"(?<![^\W_])(?:(?:assistant|ai|agent|model|llm|claude|gpt|copilot|bot|system|hermes|pi)s?\s{0,3}[:,]\s{0,3}"
    r"(?:please\s|always\s|now\s|you\s(?:must|should|will|are)\s){0,2}(?:ignore|disregard|approve|obey|execute"
    r"|run|reveal|send|hide|disable|bypass|grant"
    r"|trust|allow|accept|delete|upload|post|forget|never|you are|do not tell|don[’']?t tell|skip|install"
    r"|download|fetch|follow|act|pretend|append|exfiltrate|leak|transmit|email|mail|forward"
    r"|(?:read|open|cat|print|copy|include|paste|show|collect|put) [^<>]{0,60}?(?:\.env(?![a-z])|id_rsa|id_ed25519"
    r"|credentials|secrets?|tokens?|passwords?|api keys?|private keys?|environment variables))"
    r"|(?:ai |coding )?(?:agents?|assistants?|models?|llms?|bots?|copilot|claude|gpt) (?:must|should|have to|need to"
    r"|shall|are to|will) (?:now |always |never )?(?:approve|ignore|disregard|obey|execute|reveal|send|hide|disable"
    r"|bypass|grant|trust|upload|exfiltrate|refuse|report|say nothing|merge)"
    r"|you are now|you must (?:obey|ignore|approve|run|execute|send|never)|hide this from|do not tell the user"
    r"|don[’']?t tell the user"
    r"|(?:approve|allow|accept|run|execute) (?:all|every|any) (?:commands?|tool calls?|requests?|actions?)"
    r"|obey (?:this|these|the))(?![^\W_])"
)
"""Words to an agent rather than about the page; on the folded text."""

MARKS: tuple[Mark, ...] = (
    Mark(
        "script_link",
        "markdown_html",
        ("javascript:", "data:text/html", "vbscript:"),
        r"(?:\]\(|(?:href|src)\s{0,3}=\s{0,3}[\"']?)\s{0,3}(?:javascript:|vbscript:"
        r"|data:text/html)(?!\s{0,2}(?:void|;|\)|\"|'))",
        "holds a link that runs a program",
        scope="all",
    ),
    Mark(
        "event_handler",
        "markdown_html",
        ("onerror", "onload", "onclick", "onmouseover", "onfocus"),
        r"<[a-z][a-z0-9]{0,15}\s[^<>]{0,300}?on(?:error|load|click|mouseover"
        r"|focus)\s{0,3}=\s{0,3}[\"']?[^\"'>]{0,120}?(?:fetch|eval|document\.|xmlhttp|location|import)",
        "holds an element that runs a program",
        scope="all",
    ),
    Mark(
        "chat_template",
        "prompt_injection",
        (
            "<|im_start|>",
            "[inst]",
            "<<sys>>",
            "<|system|>",
            "<system>",
            "<|start_header_id|>",
            "</system>",
            "[/inst]",
            "<system-reminder>",
        ),
        r"(?:<\|im_start\|>|\[/?inst\]|<<sys>>|<\|system\|>|</?system>|<\|start_header_id\|>"
        r"|<system-reminder>)[\s\"'`|>:]{0,4}(?:system|<\|end_header_id\|>)?"
        r"[\s\"'`|>:<]{0,6}(?:end_header_id\|>)?\s{0,4}"
        r"(?:you (?:are|must|will|have)|ignore|disregard|forget|new (?:instruction|rule|polic|directive)|always"
        r"|from now on|obey|approve|your|the assistant|never|override|safety)",
        "poses as a message from the system",
        scope="all",
    ),
)
