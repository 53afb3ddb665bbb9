"""The memory folder as lines for people. Content in them is not made safe yet: print them with ``say``."""

from silcrow.curated import Entry, Failure, MemoryFile
from silcrow_tui.cli.output import one_line, table
from silcrow_tui.signs import Role
from silcrow_tui.widgets.words import counted

_BESIDE_ENTRY = 14
"""Cells that number and length of an entry take."""
_BESIDE_PIN = 32
"""Cells of the words before a pinned entry."""


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


def blocked_lines(file: MemoryFile) -> list[str]:
    """Which entries stay out of the prompt, why, and what can be done about it."""
    blocked = [entry for entry in file.entries if entry.blocked]
    if not blocked:
        return []
    lines = [f"  entry {entry.number:,} stays out of the prompt: {_why_blocked(entry)}" for entry in blocked]
    how = f"--target {file.target} -- TEXT` takes one out, `silcrow memory ack -- TEXT` accepts exactly its text"
    return [*lines, f"  `silcrow memory remove {how}"]


def note_lines(file: MemoryFile) -> list[str]:
    """What else is worth knowing about a file, pinned entries that are not there among it."""
    lines = [f"  note: {note}" for note in file.notes]
    return lines + [f"  note: a pinned entry is gone: {one_line(text, beside=_BESIDE_PIN)}" for text in file.lost_pins]


def _why_blocked(entry: Entry) -> str:
    blocking = [finding for finding in entry.findings if finding["severity"] == "block"]
    return "; ".join(dict.fromkeys(f"it {finding['message']} ({finding['class']})" for finding in blocking))


def _marked(entry: Entry, text: str) -> str:
    marks = [word for word, is_so in (("pinned", entry.pinned), ("blocked", entry.blocked)) if is_so]
    return f"[{', '.join(marks)}] {text}" if marks else text


def replaced_lines(old: str, new: str) -> list[str]:
    """An entry before and after a change, whole: a part of it may have named it."""
    after = new.splitlines() if new else []
    return [*(f"- {line}" for line in old.splitlines()), *(f"+ {line}" for line in after)]


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
