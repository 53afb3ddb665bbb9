"""Reading back a block that a session holds, and judging whether it may go into a prompt once more.

What is in a session file may have been cut or edited since, so nothing in it is taken on trust: its form has to be
that of a block, and each of its entries is judged as if it were new.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from silcrow.curated.entry_format import DELIMITER
from silcrow.curated.prompt_block import BETWEEN_SECTIONS, LABELS, LARGEST_BLOCK, RULE, placeholder
from silcrow.curated.prompt_judging import Judge
from silcrow.curated.results import FILE_NAMES, TARGETS, Target


class SavedSection(Struct, frozen=True):
    """One store in a saved block."""

    target: Target
    text: str
    used: int | None
    """Code points of the store as its heading tells them; None where it tells none."""
    parts: tuple[str, ...]
    """Entries, placeholders and lines about the file, in order."""

    @property
    def whole(self) -> bool:
        """False where something of it was cut off."""
        if not all(self.parts):
            return False
        replaced = any(_is_about(part, self.target) for part in self.parts)
        return replaced or self.used == len(DELIMITER.join(self.parts))


class NotABlock(Struct, frozen=True):
    """Why a saved block may not be used."""

    why: str


def read_saved(block: object) -> tuple[SavedSection, ...] | NotABlock:
    """The sections of a saved block, none for an empty one; any value may come in."""
    if not isinstance(block, str):
        return NotABlock("it is no text")
    if len(block) > LARGEST_BLOCK:
        return NotABlock(f"it is longer than {LARGEST_BLOCK:,} characters")
    sections: list[SavedSection] = []
    for target, text in _split(block):
        match = _HEADINGS[target].match(text)
        if match is None:
            return NotABlock("it does not read as a block of memory")
        used = match["used"]
        parts = tuple(text[match.end() :].split(DELIMITER))
        sections.append(SavedSection(target, text, int(used.replace(",", "")) if used else None, parts))
    if BETWEEN_SECTIONS.join(section.text for section in sections) != block:
        return NotABlock("it does not read as a block of memory")
    if not all(section.whole for section in sections):
        return NotABlock("a part of it is missing")
    return tuple(sections)


def judge_saved(block: object, judge: Judge) -> str | NotABlock:
    """The saved text as it is, byte for byte, or why it may not be used."""
    sections = read_saved(block)
    if isinstance(sections, NotABlock):
        return sections
    for section in sections:
        flagged = judge.flag([_to_judge(part, section.target, judge) for part in section.parts])
        if flagged:
            ids = ", ".join(sorted({name for ids in flagged.values() for name in ids}))
            return NotABlock(f"an entry of {FILE_NAMES[section.target]} in it looks like a threat ({ids})")
    return BETWEEN_SECTIONS.join(section.text for section in sections)


def sections_of(block: str) -> dict[Target, str]:
    """The text of each section of a block that is known to be one."""
    return {target: text for target, text in _split(block)}  # noqa: C416 - a literal type, not str


def _split(block: str) -> Sequence[tuple[Target, str]]:
    if not block:
        return ()
    first, second = TARGETS
    if block.startswith(_opening(second)):
        return ((second, block),)
    # An entry may quote a heading; the last one is the section's own, or there is none and the form is judged whole.
    cut = block.rfind(BETWEEN_SECTIONS + _opening(second))
    if cut < 0:
        return ((first, block),)
    return ((first, block[:cut]), (second, block[cut + len(BETWEEN_SECTIONS) :]))


def _opening(target: Target) -> str:
    return f"{RULE}\n{LABELS[target]}"


def _to_judge(part: str, target: Target, judge: Judge) -> str:
    """The text to judge: of a placeholder that is word for word ours the ids are left out, since they name threats."""
    match = _PLACEHOLDER.match(part)
    if match is None:
        return part
    ids = match["ids"].split(", ")
    ours = part == placeholder(target, int(match["number"].replace(",", "")), ids)
    return "[BLOCKED]" if ours and all(map(judge.knows, ids)) else part


def _is_about(part: str, target: Target) -> bool:
    return _ABOUT[target].match(part) is not None


def _heading_pattern(target: Target) -> re.Pattern[str]:
    fill = r"(?: \[\d+% — (?P<used>[\d,]+)/[\d,]+ chars\])?"
    return re.compile(rf"{RULE}\n{re.escape(LABELS[target])}{fill}\n{RULE}\n")


def _about_pattern(target: Target) -> re.Pattern[str]:
    name = re.escape(FILE_NAMES[target])
    return re.compile(
        rf"\[(?:BLOCKED: {name} entry contained |NOT SHOWN: [\d,]+ of [\d,]+ entries of {name}|"
        rf"NEEDS REPAIR: a part of {name} |UNREADABLE: {name} )[^\n]*\]\Z"
    )


_PLACEHOLDER = re.compile(
    r"\[BLOCKED: \S+ entry contained threat pattern\(s\): (?P<ids>[^.]+)\. It is entry (?P<number>\d[\d,]*),"
)
_HEADINGS = {target: _heading_pattern(target) for target in TARGETS}
_ABOUT = {target: _about_pattern(target) for target in TARGETS}
