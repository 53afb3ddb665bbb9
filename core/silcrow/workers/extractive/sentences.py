"""From chat text to plain whole sentences: what was said, without code, logs, pasted files and markdown marks."""

import re

SENTENCE_LIMIT = 200
"""Code points of one observation's text; longer sentences are cut at a clause."""

_FENCE = re.compile(r"^\s*(```|~~~)")
_PASTED_FILE = re.compile(r"<file\b[^>]*>.*?(?:</file>|\Z)", re.DOTALL)
_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_LIST_ITEM = re.compile(r"^\s*(?:[-*+•–]|\(?\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?")
_HEADING = re.compile(r"^\s*#{1,6}\s")
_NOT_PROSE = re.compile(
    r"^\s*(?:[|<>{}\[\]$%@]|[-=*_]{3,}|\+\+\+|diff --git|index [0-9a-f]{7}|Traceback |File \"|at \S+ \(|>>>|"
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE)\b[:\s]|E\s{3,})"
)
_LINK = re.compile(r"!?\[([^\]]+)\]\(([^)\s]+)[^)]*\)")
_BOLD = re.compile(r"\*\*(\S(?:[^*]*\S)?)\*\*")
_EMPHASIS = re.compile(r"(?<![\w*])\*(\S(?:[^*]*\S)?)\*(?![\w*])")
_CODE = re.compile(r"`+([^`]+)`+")
_CONNECTIVE = re.compile(r"^(?:(?:and|but|also|so|oh|well|okay|ok|then|plus),? )+(?=\w)", re.IGNORECASE)
_LEADING_SIGN = re.compile(r"^(?:[-*•–→✓✔✅☑➜»]\ufe0f?\s+)+")
_SPACE = re.compile(r"\s+")
_BOUNDARY = re.compile(
    r"(?<=[.!?])[\"”’')*_]*\s+(?=[\"“‘'„(*_`]*[^\W_a-z]|[`/])"
    # In a chat people go on in lower case, too. A dot ends a sentence there only behind a whole word.
    r"|(?<=[。！？])\s*(?=\S)|(?<=[!?])\s+(?=[^\W\d_])|(?<=[^\W\d_]{3}\.)\s+(?=[^\W\d_])|(?<=\d\.)\s+(?=[a-z]{2,} )"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|ca|no|fig|dr|mr|mrs|ms|st|prof|nr|bzw|evtl|ggf|inkl|usw|sog|vgl|abb|"
    r"z\.\s?b|d\.\s?h|u\.\s?a)\.|\b[A-Z]\.|\b(?:am|ab|vom|zum|bis|der|dem|den|im|seit|und) \d{1,2}\.)$",
    re.IGNORECASE,
)
_ENDS_FINISHED = re.compile(r"[.!?…:;。！？][\"”’')]*$")
_CLAUSE = re.compile(r"[;,:–—]\s|\s[-–—(]\s?")


def without_ansi(text: str) -> str:
    """The text without terminal control sequences."""
    return _ANSI.sub("", text)


_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f]")
"""Chinese, Japanese and Thai letters: they stand without blanks, about two to a word."""


def count_words(text: str) -> int:
    """How many words a text has, in scripts without blanks as well."""
    spaced, unspaced = _UNSPACED.subn("", text)
    return len(spaced.split()) + (unspaced + 1) // 2


def paragraphs(text: str) -> list[str]:
    """The prose of a message: one string per paragraph or list item, wrapped lines joined.

    Left out are fenced and indented code, quoted lines, tables, logs, stack traces, diffs and attached files: they
    hold what a tool said, and reading them as somebody's words would make false memories.
    """
    kept: list[str] = []
    open_paragraph = False
    fence: str | None = None
    for line in _PASTED_FILE.sub("\n", without_ansi(text)).splitlines():
        mark = _FENCE.match(line)
        if mark or fence:
            if mark and fence in (None, mark.group(1)):
                fence = None if fence else mark.group(1)
            open_paragraph = False
            continue
        item = _LIST_ITEM.match(line)
        if not line.strip() or _HEADING.match(line) or not (item or _is_prose(line)):
            open_paragraph = False
            continue
        words = _SPACE.sub(" ", line[item.end() :] if item else line).strip()
        if open_paragraph and not item:
            kept[-1] += " " + words
        elif words:
            kept.append(words)
        open_paragraph = True
    return kept


def _is_prose(line: str) -> bool:
    if _NOT_PROSE.match(line) or line.startswith(("    ", "\t")):
        return False
    visible = line.replace(" ", "")
    letters = sum(character.isalpha() for character in visible)
    return letters >= 0.6 * len(visible)


def sentences(paragraph: str) -> list[str]:
    """Split at sentence ends, not inside inline code and not after usual abbreviations; marks still in place."""
    code = [match.span() for match in _CODE.finditer(paragraph)]
    parts: list[str] = []
    start = 0
    for boundary in _BOUNDARY.finditer(paragraph):
        inside_code = any(first < boundary.start() < last for first, last in code)
        if inside_code or _ABBREVIATION.search(paragraph[start : boundary.start()]):
            continue
        parts.append(paragraph[start : boundary.end()].strip())
        start = boundary.end()
    parts.append(paragraph[start:].strip())
    return [part for part in parts if part]


def plain(sentence: str) -> str:
    """The words of a sentence without markdown marks and leading signs, on one line."""
    text = _LEADING_SIGN.sub("", sentence.strip())
    text = _LINK.sub(lambda link: link.group(1), text)
    for mark in (_BOLD, _EMPHASIS, _CODE):
        text = mark.sub(r"\1", text)
    return _SPACE.sub(" ", text).strip()


def finished(sentence: str, limit: int = SENTENCE_LIMIT) -> str:
    """The sentence with a capital and a full stop and without a leading "and".

    When it is longer than ``limit`` code points it is cut at a clause, else at a word.
    """
    text = bounded(_CONNECTIVE.sub("", sentence), limit)
    first = text.split(" ", 1)[0].rstrip(",.;:!?")
    if first.isalpha() and first.islower():
        text = text[0].upper() + text[1:]
    if text.endswith((":", ",", ";")):
        text = text[:-1]
    return text if _ENDS_FINISHED.search(text) or len(text) >= limit else text + "."


def bounded(text: str, limit: int) -> str:
    """At most ``limit`` code points; what was left out is marked with an ellipsis."""
    if len(text) <= limit:
        return text
    room = text[: limit - 1]
    clauses = [match.start() for match in _CLAUSE.finditer(room) if match.start() >= limit // 2]
    cut = clauses[-1] if clauses else room.rfind(" ")
    return room[: cut if cut > limit // 2 else limit - 1].rstrip(" ,;:–—-(") + "…"
