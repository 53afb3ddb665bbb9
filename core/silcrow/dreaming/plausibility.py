"""What is plainly no lasting fact: chat lines, commands, logs, a worker's own figures, headings without a body. Pure.

The scanner looks for harm; this looks for rubbish. A fact that is refused here by mistake can still be added by hand.
"""

import json
import re
from typing import Final

from silcrow.text import folded

LONGEST: Final = 800
"""Code points of one fact."""
MOST_LINES: Final = 12

_SPEAKER = re.compile(r"^(?:user|human|assistant|agent|ai|nutzer|benutzer)\s*:", re.IGNORECASE)
_MARKUP = re.compile(r"<\|[a-z_]+\|>|^\s*</?(?:user|assistant|system|turn|transcript)>", re.IGNORECASE | re.MULTILINE)
_FIGURES = re.compile(
    r"\b(?:confidence|relevance|salience|importance|score|weight|rank|similarity|priority)\s*[:=]\s*-?\d|"
    r"\bstatus\s*[:=]\s*(?:staged|pending|candidate|proposed|queued|promoted|draft)\b|"
    r"\bevidence\s*[:=]|\bsession [0-9a-f]{8}-[0-9a-f-]{20,}|\bdream-\d{14}-\d+",
    re.IGNORECASE,
)
_PROMPT = re.compile(r"^\s*(?:\$|%|>>>|PS [^>]*>|[\w.-]+@[\w.-]+[:~][^\n]*[$#])\s+\S")
_FENCE = re.compile(r"^\s*(?:```|~~~).*?(?:```|~~~)\s*$", re.DOTALL)
_LOG_LINE = re.compile(
    r"^\s*(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\[?(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE)\b|"
    r"at \S+ \(|File \"|Traceback |[+-]{3} |@@ )"
)
_HEADING = re.compile(r"^\s*#{1,6}\s+\S")
_COMMAND_NAMES: Final = """
git cd ls cat rm mv cp mkdir chmod curl wget sudo npm npx pnpm yarn node pip pipx uv uvx python python3 pytest ruff
cargo go make docker kubectl terraform brew apt apt-get ssh scp tar grep rg sed awk find echo export source
"""
_SAYS_SOMETHING = re.compile(
    r"\b(?:is|are|was|were|has|have|uses|runs|needs|must|should|never|always|not|only|instead|for|when|before|after|"
    r"ist|sind|hat|wird|nie|immer|nicht|nur|statt)\b",
    re.IGNORECASE,
)
_SMALL_TALK: Final = """
ok okay thanks thank you yes no yep nope sure done great cool nice please hi hello hey bye good perfect fine right got
it go on continue ja nein danke bitte gut super hallo weiter
"""
_FEWEST_LETTERS: Final = 6
_FEWEST_SIGNS: Final = 3
"""Of scripts in which a sign may be a word."""
_COMMANDS: Final = frozenset(_COMMAND_NAMES.split())
_PHATIC: Final = frozenset(_SMALL_TALK.split())


def implausible(text: str) -> str | None:
    """Why a text can't be a fact that is worth keeping, in one sentence; None when it can."""
    words = folded(text).split()
    lines = [line for line in text.splitlines() if line.strip()]
    fewest = _FEWEST_LETTERS if text.isascii() else _FEWEST_SIGNS
    if sum(map(str.isalnum, text)) < fewest or _PHATIC.issuperset(words):
        return "It says nothing."
    if len(text) > LONGEST:
        return f"It is {len(text):,} characters long; a fact is at most {LONGEST:,}."
    if _SPEAKER.match(text) or _MARKUP.search(text):
        return "It is a line of a conversation, not a fact."
    if _FIGURES.search(text):
        return "It holds a worker's own figures or marks."
    if _is_data(text):
        return "It is data, not a sentence."
    if len(lines) > MOST_LINES or sum(bool(_LOG_LINE.match(line)) for line in lines) * 2 > len(lines):
        return "It is a log or a listing."
    if _PROMPT.match(text) or _FENCE.match(text) or _is_command(text):
        return "It is a command, without a word on what it is for."
    if all(_HEADING.match(line) for line in lines) or (len(lines) == 1 and text.rstrip().endswith(":")):
        return "It is a heading without a body."
    return None


def _is_command(text: str) -> bool:
    line = text.strip().strip("`")
    first, _, rest = line.partition(" ")
    if "\n" in line or first not in _COMMANDS or not rest:
        return False
    return not line.endswith(".") and _SAYS_SOMETHING.search(rest) is None


def _is_data(text: str) -> bool:
    if text.lstrip()[:1] not in ("{", "["):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
