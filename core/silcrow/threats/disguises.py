"""How a passage hides: invisible characters, odd spelling, places that no reader sees."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from silcrow.text import Folded, hidden_runs
from silcrow.text.invisible import Hidden
from silcrow.threats.findings import Finding
from silcrow.threats.matching import Match
from silcrow.threats.rule import Severity
from silcrow.threats.rules.markup import ADDRESSED, HIDDEN_ELEMENT, MARKDOWN_COMMENT

_SPELLED = ("prompt_injection", "role_hijack")
"""Classes that are told by their wording, so that a disguise of the words is no accident."""
_MOST = 8
"""Findings of one kind that are reported."""

_WORDS_ON_MARKS = r"[^\W_]+(?:[-_./\\|*~+=:·•]+[^\W_]+){2,}"
_LIST_INSIDE = r"[\n\r][ \t]*(?:[-*+•>‣◦]|[0-9]{1,3}[.)])[ \t]"
_SWAPPED_CASE = r"[a-z][A-Z][a-z]+[A-Z]|[A-Z][a-z][A-Z][a-z]"

_SHORTEST_ORDER = 12
_ORDER_WITHOUT_GAPS = (
    r"(?:ignore|disregard|forget|override|bypass)(?:all|any|every|of|the|your|my|these|those|previous|prior"
    r"|earlier|above|other|system|safety){1,8}"
    r"(?:instruction|rule|guideline|directive|prompt|polic|restriction|order)"
)

_KINDS = {
    "tag": "holds invisible tag characters, which can spell out a hidden text",
    "bidi": "changes the order in which characters are shown",
    "joiner": "holds joiners where no script needs them",
    "space": "holds invisible spaces",
    "selector": "holds variation selectors where they have nothing to select",
    "soft_hyphen": "holds soft hyphens",
    "filler": "holds characters that show nothing",
    "control": "holds invisible control characters",
}


def invisible_findings(text: str, steering: Sequence[tuple[int, int]]) -> Iterator[Finding]:
    """Invisible characters in the wrong place; they block where they break up words or hide in what steers an agent.

    ``steering`` are passages of the text that block for what they say.
    """
    for count, run in enumerate(_together(hidden_runs(text))):
        if count >= _MOST:
            break
        kind = run[0].kind
        start, end = run[0].start, run[-1].end
        severity: Severity = "block" if _blocks(run, steering) else "note"
        points = ", ".join(dict.fromkeys(f"U+{ord(text[each.start]):04X}" for each in run))
        yield Finding(f"invisible_{kind}", "invisible_unicode", severity, start, end, f"{_KINDS[kind]} ({points})")


def _together(runs: Iterator[Hidden]) -> Iterator[list[Hidden]]:
    """Runs that touch, as one."""
    group: list[Hidden] = []
    for run in runs:
        if group and run.start != group[-1].end:
            yield group
            group = []
        group.append(run)
    if group:
        yield group


def _blocks(run: list[Hidden], steering: Sequence[tuple[int, int]]) -> bool:
    start, end = run[0].start, run[-1].end
    if any(begin <= start and end <= stop for begin, stop in steering):
        return True
    kinds = {each.kind for each in run}
    if "tag" in kinds or any(each.overrides for each in run):
        return True
    if end - start > 1:
        return True
    # Pasted words of a hyphenated page carry soft hyphens, and an old mark of variants may follow any letter.
    return run[0].inside_word and not kinds & {"soft_hyphen", "selector"}


def disguised(match: Match, folded: Folded, restored: Sequence[tuple[int, int]]) -> bool:
    """Whether the words of a match are written so that a plain search would miss them."""
    if match.rule.threat_class not in _SPELLED:
        return False
    if any(start < match.end and match.start < end for start, end in (*folded.spaced, *restored)):
        return True
    start, end = folded.original(match.start, match.end)
    source = folded.source[start:end]
    if re.search(_LIST_INSIDE, source) or len(re.findall(r"\n\s*", source)) > 1 or re.search(_SWAPPED_CASE, source):
        return True
    if re.search(r"\s", source) is None and re.fullmatch(f"{_WORDS_ON_MARKS}", source):
        return True
    return not source.isascii() and _borrows_letters(source, folded.text[match.start : match.end])


def run_together(folded: Folded) -> Iterator[Finding]:
    """Orders to drop the rules whose single letters leave no gap between the words."""
    for start, end in folded.spaced:
        if end - start < _SHORTEST_ORDER:
            continue
        match = re.search(_ORDER_WITHOUT_GAPS, folded.text[start:end])
        if match is not None:
            begin, stop = folded.original(start + match.start(), start + match.end())
            message = "tells the agent to drop its rules, in a spelling that hides it"
            yield Finding("obfuscated_run_together", "obfuscated", "block", begin, stop, message)


def _borrows_letters(source: str, folded: str) -> bool:
    """Some letter that reads as a Latin one is none, nor a Latin one with an accent."""
    if re.search("[a-z]", folded) is None:
        return False
    latin = any(character.isascii() and character.isalpha() for character in source)
    for character in source:
        if character.isascii():
            continue
        base = unicodedata.normalize("NFD", character)[0]
        if base.isascii() or base in "øØłŁđĐıßæÆœŒ":
            continue
        compatible = unicodedata.normalize("NFKC", character)
        if (compatible.isascii() and compatible.isalnum()) or (
            latin and unicodedata.name(character, "").split(" ")[0] in _BORROWED
        ):
            return True
    return False


_BORROWED = frozenset({"CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "LATIN"})


def hidden_places(text: str) -> tuple[tuple[int, int], ...]:
    """The stretches of a text that a rendered page doesn't show: comments and hidden elements."""
    if "<" not in text and "]:" not in text:
        return ()
    places: list[tuple[int, int]] = []
    at = text.find("<!--")
    while at >= 0 and len(places) < _MOST * 8:
        end = text.find("-->", at + 4)
        places.append((at, len(text) if end < 0 else end + 3))
        if end < 0:
            break
        at = text.find("<!--", end)
    for match in re.finditer(HIDDEN_ELEMENT, text):
        if len(places) > _MOST * 16:
            break
        end = text.lower().find(f"</{match[1].lower()}", match.end())
        places.append((match.start(), len(text) if end < 0 else end))
    places.extend(match.span() for match in re.finditer(MARKDOWN_COMMENT, text))
    return tuple(places)


def hidden_orders(folded: Folded, steering: Sequence[tuple[int, int]]) -> Iterator[Finding]:
    """Words to an agent in a place that a rendered page doesn't show."""
    places = hidden_places(folded.source)
    if not places:
        return
    addressed = list(steering)
    for count, match in enumerate(re.finditer(ADDRESSED, folded.text)):
        if count >= _MOST * 8:
            break
        addressed.append(folded.original(match.start(), match.end()))
    told = 0
    for start, end in places:
        if told < _MOST and any(start <= begin and stop <= end for begin, stop in addressed):
            told += 1
            message = "speaks to an agent from a place that a reader doesn't see"
            yield Finding("hidden_orders", "markdown_html", "block", start, end, message)
