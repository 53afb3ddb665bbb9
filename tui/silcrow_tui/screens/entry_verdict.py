"""What the entry editor says about a text while it is typed: whether it fits, and whether it can be an entry."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from silcrow.curated.results import Usage
from silcrow.curated.states import MemoryFile
from silcrow_tui.signs import Role

if TYPE_CHECKING:
    from silcrow.threats import Scan

SEPARATOR_LENGTH = 3
"""Code points that a further entry costs on top of its text: a line break, ``§``, a line break."""


class Verdict(Struct, frozen=True):
    """One sentence, and whether the text can be saved as far as that goes."""

    words: str
    role: Role
    savable: bool


def usage_after(file: MemoryFile, text: str, replaced: Sequence[str], room: Sequence[str] = ()) -> Usage:
    """How full the file would be with this text in the place of ``replaced``, and without the entries in ``room``."""
    gone, length = [*replaced, *room], len(text.strip())
    texts = file.usage.used - SEPARATOR_LENGTH * max(0, len(file.entries) - 1) - sum(map(len, gone)) + length
    count = len(file.entries) - len(gone) + (length > 0)
    return Usage(texts + SEPARATOR_LENGTH * max(0, count - 1), file.usage.limit)


def judge_size(file: MemoryFile, text: str, replaced: Sequence[str]) -> Verdict:
    """``fits, 60 left`` or ``12 over: shorten it``. A file over its limit takes what makes it smaller."""
    if file.drift is not None:
        return Verdict("drift: writes are refused, nothing is lost", "wait", False)
    if file.unreadable is not None:
        return Verdict(f"unreadable: {file.unreadable}; writes are refused, the file is untouched", "bad", False)
    if not text.strip():
        return Verdict(
            "nothing to save yet" if not replaced else "empty: d removes an entry, an edit needs text", "dim", False
        )
    if len(replaced) == 1 and text.strip() == replaced[0]:
        return Verdict("unchanged", "dim", False)
    after = usage_after(file, text, replaced)
    if after.left >= 0:
        return Verdict(f"fits, {after.left:,} left", "ok", True)
    if after.used < file.usage.used:
        return Verdict(f"over by {-after.left:,}, but smaller than before: taken", "wait", True)
    return Verdict(f"{-after.left:,} over: shorten it, or make room", "bad", False)


def judge_form(text: str) -> Verdict | None:
    """What stands against the text as one entry; None when nothing does."""
    if any(line.strip() == "§" for line in text.splitlines()):
        return Verdict("a line with only § would split this entry: add a word to that line", "bad", False)
    return None


def judge_scan(scan: "Scan") -> Verdict:
    """``clean``, or what the scanner finds and where; characters count from 1."""
    if not scan.findings:
        return Verdict("clean", "dim", True)
    worst = (scan.blocking or scan.findings)[0]
    if scan.verdict == "block":
        return Verdict(f"blocked: it {worst.message} (characters {worst.start + 1:,}-{worst.end:,})", "bad", True)
    return Verdict(f"note: it {worst.message}", "wait", True)
