"""The memory folder as lines for people. Content in them is not made safe yet: print them with ``say``."""

from silcrow.curated import Entry, Failure, MemoryFile
from silcrow_tui.cli.output import one_line, table
from silcrow_tui.signs import Role
from silcrow_tui.widgets.words import counted

_BESIDE_ENTRY = 14
"""Cells that number and length of an entry take."""


def headline(file: MemoryFile) -> str:
    """Name, fill and state of a file on one line."""
    name = file.path.name
    if file.unreadable:
        return f"{name}  unreadable: {file.unreadable}"
    if not file.exists:
        return f"{name}  no file yet"
    words = f"{name}  {file.usage}  {counted(len(file.entries), 'entry', 'entries')}"
    return f"{words}  drift: {file.drift.message}" if file.drift else words


def headline_role(file: MemoryFile) -> Role:
    return "bad" if file.unreadable else "wait" if file.drift else "normal"


def entry_lines(file: MemoryFile) -> list[str]:
    """One line for each entry: number, length, beginning."""
    rows = [
        (str(entry.number), f"{entry.length:,}", _marked(entry, one_line(entry.text, beside=_BESIDE_ENTRY)))
        for entry in file.entries
    ]
    return table(rows, right=(0, 1), indent="  ")


def vanished_lines(file: MemoryFile) -> list[str]:
    """What other programs took away, by change, and how it comes back."""
    lines: list[str] = []
    for change in dict.fromkeys(gone.change for gone in file.vanished):
        gone = [each for each in file.vanished if each.change == change]
        program = gone[0].writer or "another program"
        count = counted(len(gone), "entry", "entries")
        lines.append(f"  {count} gone: {program} changed the file · silcrow memory restore {change}")
    return lines


def _marked(entry: Entry, text: str) -> str:
    marks = [word for word, is_so in (("pinned", entry.pinned), ("blocked", entry.blocked)) if is_so]
    return f"[{', '.join(marks)}] {text}" if marks else text


def refusal_lines(failure: Failure) -> list[str]:
    """What was refused, why, and what now."""
    lines = [f"{failure.code}: {failure.error}"]
    if failure.drift_backup:
        lines.append(f"backup: {failure.drift_backup}")
    if failure.remediation:
        lines.append(failure.remediation)
    lines += [f"  matches: {match}" for match in failure.matches]
    if failure.code == "no_match":
        # In full: what is named next has to be copied from here.
        lines += [f"  nearest: {entry}" for entry in failure.current_entries]
    elif failure.current_entries:
        rows = [(f"{len(entry):,}", one_line(entry, beside=_BESIDE_ENTRY)) for entry in failure.current_entries]
        lines += table(rows, right=(0,), indent="  ")
    return lines
