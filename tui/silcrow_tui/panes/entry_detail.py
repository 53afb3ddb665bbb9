"""The entry under the cursor, at length: its text, what the scanner says, where it comes from, what it said before."""

from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from silcrow.curated.results import FILE_NAMES
from silcrow.curated.states import MemoryFile
from silcrow_tui.changes import actor_name
from silcrow_tui.commands import KeyOf
from silcrow_tui.panes.curated_lines import TITLES
from silcrow_tui.panes.detail_text import Detail, DetailTab, Later
from silcrow_tui.panes.entry_lines import EntryRow
from silcrow_tui.panes.entry_story import origin_lines, past_lines
from silcrow_tui.panes.finding_lines import finding_lines, verdict_line
from silcrow_tui.panes.nearness import nearest
from silcrow_tui.signs import Signs
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.words import age, counted

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp

_Read = Callable[..., Coroutine[Any, Any, Sequence[Line]]]


def entry_detail(app: "SilcrowApp", row: EntryRow, marked: Sequence[EntryRow], signs: Signs) -> Detail:
    """A row on four tabs; what has to be read first is read when its tab is up."""
    file = app.state.memory.file(row.target)
    target, text = row.named

    def later(name: str, read: _Read) -> DetailTab:
        # Another state of the file may know more of the entry.
        key = (name, target, text, file.sha256, app.state.taken_at if name == "Origin" else 0)
        return DetailTab(name, later=Later(key, lambda: read(app.place, target, text, signs, app.key)))

    return Detail(
        row.named,
        f"{TITLES[target]} entry {row.entry.number}",
        (
            DetailTab("Text", text_tab(app, row, marked, signs)),
            DetailTab("Findings", finding_lines(row.entry, signs, app.key)),
            later("Origin", origin_lines),
            later("History", past_lines),
        ),
    )


def text_tab(app: "SilcrowApp", row: EntryRow, marked: Sequence[EntryRow], signs: Signs) -> list[Line]:
    """The text in full, then facts and hints about it."""
    entry, file = row.entry, app.state.memory.file(row.target)
    lines = [*text_lines(entry.text), _facts(row, file, app.clock(), signs)]
    if row.outside:
        lines.append(line(Piece(f"{signs.outside} outside: another program brought it since you looked", "run")))
    if entry.grown_outside:
        words = "another program made it longer; what was added may be an entry of its own"
        lines.append(line(Piece(f"{signs.outside} {words}", "wait")))
    if entry.findings:
        lines.append(verdict_line(entry, signs))
    if entry.pinned:
        lines.append(line(Piece("P pinned: silcrow's workers can't change it. Other programs can.", "dim")))
    lines += _near(row, file, marked, signs, app.key)
    if len(marked) > 1:
        length = sum(each.entry.length for each in marked)
        clears = f"{app.key('main.back')} clears"
        lines.append(line(Piece(f"{len(marked):,} marked, {length:,} chars {signs.between} {clears}", "dim")))
    lines += [each for note in file.notes for each in text_lines(f"{FILE_NAMES[row.target]}: {note}", "dim")]
    return lines


def _facts(row: EntryRow, file: MemoryFile, now: float, signs: Signs) -> Line:
    entry = row.entry
    parts = [counted(entry.length, "char"), f"entry {entry.number} of {len(file.entries)} in {TITLES[row.target]}"]
    if entry.changed_at is not None and entry.changed_by is not None:
        parts.append(f"by {actor_name(entry.changed_by)} {age(now - entry.changed_at)} ago")
    return line(Piece(f" {signs.between} ".join(parts), "dim"))


def _near(row: EntryRow, file: MemoryFile, marked: Sequence[EntryRow], signs: Signs, key: KeyOf) -> Iterator[Line]:
    """Which entry says the same, or nearly; and the key that makes one of both."""
    texts = tuple(entry.text for entry in file.entries)
    if (number := row.entry.similar_to) is not None:
        near_words = f"{signs.similar} Says the same as entry {number}."
    elif (near := nearest(row.entry.text, texts)) is not None:
        shared = f" (both say: {shown(near.shared, 60, signs)})" if near.shared else ""
        near_words = f"Close to entry {file.entries[near.place].number}{shared}."
    else:
        return
    count = sum(each.target == row.target for each in marked)
    merged = f"the {count} marked entries" if count > 1 else "the two"
    yield line(Piece(f"{near_words} {key('entries.merge')} merges {merged}."))
