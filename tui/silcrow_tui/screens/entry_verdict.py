"""What the entry editor says about a text while it is typed: whether it fits, and whether it can be an entry."""

from dataclasses import dataclass

from silcrow.curated.results import Usage
from silcrow.curated.states import MemoryFile
from silcrow_tui.signs import Role

SEPARATOR_LENGTH = 3
"""Code points that a further entry costs on top of its text: a line break, ``§``, a line break."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One sentence, and whether the text can be saved as far as that goes."""

    words: str
    role: Role
    savable: bool


def usage_after(file: MemoryFile, text: str, old: str | None) -> Usage:
    """How full the file would be with this text as a new entry, or in the place of ``old``."""
    length = len(text.strip())
    if old is not None:
        return Usage(file.usage.used - len(old) + length, file.usage.limit)
    separator = SEPARATOR_LENGTH if file.entries and length else 0
    return Usage(file.usage.used + separator + length, file.usage.limit)


def judge_size(file: MemoryFile, text: str, old: str | None) -> Verdict:
    """``fits, 60 left`` or ``12 over: shorten it``. A file over its limit takes what makes it smaller."""
    if file.drift is not None:
        return Verdict("drift: writes are refused, nothing is lost", "wait", False)
    if file.unreadable is not None:
        return Verdict(f"unreadable: {file.unreadable}; writes are refused, the file is untouched", "bad", False)
    if not text.strip():
        return Verdict(
            "nothing to save yet" if old is None else "empty: d removes an entry, an edit needs text", "dim", False
        )
    if old is not None and text.strip() == old:
        return Verdict("unchanged", "dim", False)
    after = usage_after(file, text, old)
    if after.left >= 0:
        return Verdict(f"fits, {after.left:,} left", "ok", True)
    if after.used < file.usage.used:
        return Verdict(f"over by {-after.left:,}, but smaller than before: taken", "wait", True)
    return Verdict(f"{-after.left:,} over: shorten it", "bad", False)


def judge_form(text: str) -> Verdict | None:
    """What stands against the text as one entry; None when nothing does."""
    if any(line.strip() == "§" for line in text.splitlines()):
        return Verdict("a line with only § would split this entry: add a word to that line", "bad", False)
    return None
