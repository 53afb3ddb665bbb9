"""Entries, drift and backups as lines."""

import time

from msgspec import Struct

from silcrow.curated.results import FILE_NAMES, Target
from silcrow.curated.states import Backup, MemoryFile
from silcrow_tui.commands import REGISTRY, KeyOf
from silcrow_tui.signs import UNICODE, Role, Signs
from silcrow_tui.widgets.gauge import bar_cells, bar_pieces, fill_role, fill_word
from silcrow_tui.widgets.line import Line, Piece, line, line_width, padded, rule, shown, spread
from silcrow_tui.widgets.words import counted, size

TITLES: dict[Target, str] = {"memory": "MEMORY", "user": "USER"}


class HeadingRow(Struct, frozen=True):
    """A rule over a part of a list."""

    title: str


def gauge_line(
    file: MemoryFile, width: int, signs: Signs = UNICODE, key: KeyOf = REGISTRY.key, *, keyed: bool = False
) -> Line:
    """How full a file is, in words and numbers, or why that does not matter now.

    ``keyed`` says that ``enter`` does now what is offered there.
    """
    name = Piece(f" {padded(TITLES[file.target], 7)}", bold=True)
    if file.unreadable is not None:
        return line(
            name,
            _trouble(f"unreadable: {file.unreadable}; writes are refused, the file is untouched", width, signs, "bad"),
        )
    if file.drift is not None:
        way = (
            Piece(f" [{key('go.drift')}]", "run", bold=True, command="go.drift"),
            Piece(f" {key('drift.open')} repairs it " if width >= 78 else " repair ", command="go.drift"),
        )
        words = "drift: writes are refused, nothing is lost"
        return spread((name, Piece(words, "wait")), way, width, signs)
    if not file.exists:
        return line(name, Piece("no file yet", "dim"))
    if file.vanished:
        return _vanished_line(name, file, width, signs, key)
    if (refusing := next((each for each in file.neighbours if each.would_refuse), None)) is not None:
        words = f"{refusing.program} would refuse to write here: {refusing.reason}"
        first, does = (f" {key('gauges.mend')} ", "tidies it ") if keyed else (" tidy ", "mends it ")
        way = (Piece(first, "run", bold=True, command="entries.tidy"), Piece(does, command="entries.tidy"))
        return spread((name, Piece(shown(words, width - 26, signs), "wait")), way, width, signs)
    return _fill_line(name, file, width, signs)


def _vanished_line(name: Piece, file: MemoryFile, width: int, signs: Signs, key: KeyOf) -> Line:
    """Entries that another program took away, with the way back."""
    count, newest = len(file.vanished), file.vanished[-1]
    when = time.strftime("%H:%M", time.localtime(newest.time))
    who = newest.writer or "another program"
    words = f"{counted(count, 'entry', 'entries')} gone: {who} changed the file at {when}"
    way = (
        Piece(f" [{key('go.waiting')}]", "run", bold=True, command="go.waiting"),
        Piece(" restores ", command="go.waiting"),
    )
    return spread((name, Piece(shown(words, width - 24, signs), "wait")), way, width, signs)


def _trouble(words: str, width: int, signs: Signs, role: Role) -> Piece:
    return Piece(shown(words, width - 9, signs), role)


def _fill_line(name: Piece, file: MemoryFile, width: int, signs: Signs) -> Line:
    usage, count = file.usage, len(file.entries)
    role, word = fill_role(usage.used, usage.limit), fill_word(usage.used, usage.limit)
    if usage.left < 0:
        room = f"over by {-usage.left:,}"
        word = ""
    else:
        room = f"{usage.left:,} left"
    roomy = width >= 78
    gap = "  " if roomy else " "
    head = [name, Piece(str(usage)), Piece(gap)]
    tail = [Piece(f" {word}", role)] if word else []
    most = 20 if width >= 110 else 16 if roomy else 10
    role_of_room: Role = role if usage.left < 0 else "normal"
    cells, right = 0, line(Piece(f"{room} ", role_of_room))
    for count_words in (counted(count, "entry", "entries"), f"{count}", ""):
        ending = f"{room} {signs.between} {count_words} " if count_words else f"{room} "
        right = line(Piece(ending, role_of_room))
        cells = bar_cells(width - line_width(head) - line_width(right) - 6, most)
        if cells >= 10:
            break
    bar = bar_pieces(usage.used, usage.limit, cells, role, signs)
    return spread([*head, *bar, *tail], right, width, signs)


def heading_line(row: HeadingRow, width: int, signs: Signs = UNICODE) -> Line:
    return rule(row.title, width, signs)


class DriftRow(Struct, frozen=True):
    """A file that can't be written now, and why."""

    file: MemoryFile


class BackupRow(Struct, frozen=True):
    """A backup in a list."""

    backup: Backup
    age: str


def drift_line(row: DriftRow, width: int, signs: Signs = UNICODE) -> Line:
    name = FILE_NAMES[row.file.target]
    if row.file.drift is not None:
        words, role, sign = row.file.drift.message, "wait", signs.attention
    else:
        words, role, sign = f"unreadable: {row.file.unreadable}", "bad", signs.failed
    kind: Role = "wait" if role == "wait" else "bad"
    return line(
        Piece(f"{sign} ", kind, bold=True),
        Piece(f"{padded(name, 9)}  ", bold=True),
        Piece(shown(words, width - 14, signs), kind),
    )


_STATE_CELLS = 7


def backup_heading(width: int, signs: Signs = UNICODE) -> Line:
    """Column names over the backups."""
    where = "in the file now" if width >= 56 else "in the file"
    return _backup_columns("backup", "age", "size", Piece(where, "dim"), Piece("state", "dim"), width, signs, "dim")


def backup_line(row: BackupRow, width: int, signs: Signs = UNICODE) -> Line:
    backup = row.backup
    if backup.contained:
        where = Piece(f"{signs.done} all of it", "ok")
    else:
        where = Piece(f"{counted(backup.missing_lines, 'line')} not", "wait")
    state = Piece("settled", "dim") if backup.resolved else Piece("open", "wait" if not backup.contained else "normal")
    return _backup_columns(_short_name(backup, signs), row.age, size(backup.size), where, state, width, signs, "normal")


def _short_name(backup: Backup, signs: Signs) -> str:
    """``USER.md.bak.…9480``: the end of the time stamp tells backups apart."""
    name = backup.path.name
    stem, dot, stamp = name.rpartition(".bak.")
    return f"{stem}{dot}{signs.cut}{stamp[-4:]}" if dot and len(stamp) > 6 else name


def _backup_columns(
    name: str, old: str, length: str, where: Piece, state: Piece, width: int, signs: Signs, role: Role
) -> Line:
    where_cells = 17 if width >= 56 else 13
    room = min(22, max(8, width - 15 - where_cells - _STATE_CELLS - 2))
    return line(
        Piece("  " + padded(shown(name, room, signs), room), role),
        Piece(f"{old:>5}{length:>8}  ", "dim" if role == "dim" else "normal"),
        Piece(padded(where.text, where_cells), where.role),
        Piece(padded(state.text, _STATE_CELLS), state.role),
    )
