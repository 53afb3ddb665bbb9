"""The memory folder as lines for people. Content in them is not made safe yet: print them with ``say``."""

from silcrow.curated import Failure, MemoryFile
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
        (str(entry.number), f"{entry.length:,}", one_line(entry.text, beside=_BESIDE_ENTRY)) for entry in file.entries
    ]
    return table(rows, right=(0, 1), indent="  ")


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
