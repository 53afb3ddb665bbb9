"""The memory folder as one immutable value, made without writing, locking or waiting."""

import os
import time
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from silcrow.curated.backups import BackupFile, list_backups
from silcrow.curated.containment import lines_of, missing_lines
from silcrow.curated.drift import find_drift
from silcrow.curated.entry_format import NotText, joined_length, parse
from silcrow.curated.entry_past import LastTouch, last_touches, vanished_outside
from silcrow.curated.examination import Clean, Damaged
from silcrow.curated.fingerprint import Fingerprint, take_fingerprint
from silcrow.curated.meetings import Meeting, find_meetings
from silcrow.curated.memory_folder import MemoryFolder
from silcrow.curated.neighbours import judge_as_neighbours
from silcrow.curated.notes import (
    broken_acknowledgements,
    broken_pins,
    editor_notes,
    place_notes,
    tidied_by_a_write,
    too_long_elsewhere,
)
from silcrow.curated.pins import BrokenPins, look_at_pins
from silcrow.curated.proposals import checked
from silcrow.curated.results import Target, Usage
from silcrow.curated.seen import Seen, look_at
from silcrow.curated.similar import earlier_similar
from silcrow.curated.states import Backup, CuratedState, DriftCheck, Entry, MemoryFile
from silcrow.curated.store_file import (
    RESOLVED_FOLDER,
    Content,
    FileRead,
    StoreFile,
    Unreadable,
)
from silcrow.files import read_bytes


class Inspection:
    """Looks at a folder again only when a file status in it changed."""

    def __init__(self, folder: MemoryFolder) -> None:
        self._folder = folder
        self._seen: tuple[Fingerprint, CuratedState] | None = None

    def state(self) -> CuratedState:
        """What is in the folder now."""
        fingerprint = take_fingerprint(self._folder.path, self._folder.files.values())
        seen = self._seen
        if seen is not None and seen[0] == fingerprint:
            return seen[1]
        state = inspect_folder(self._folder)
        # Two writes within one tick of the clock leave the same status, so a fresh one proves nothing yet.
        self._seen = (fingerprint, state) if fingerprint.settled(time.time_ns()) else None
        return state


def inspect_folder(whole: MemoryFolder) -> CuratedState:
    """Read both files, all backups, and what is known beside them."""
    folder = whole.path
    looks = (look_at(whole.files["memory"]), look_at(whole.files["user"]))
    live = lines_of(entry for look in looks if isinstance(look.verdict, Clean) for entry in look.verdict.parsed.entries)
    refused = [
        look.read.data for look in looks if isinstance(look.read, Content) and not isinstance(look.verdict, Clean)
    ]
    backups = [
        _backup(backup, look.file, live, refused, resolved=resolved)
        for look in looks
        for place, resolved in ((folder, False), (folder / RESOLVED_FOLDER, True))
        for backup in list_backups(place, look.file.name)
    ]
    backups.sort(key=lambda backup: (backup.timestamp, backup.path.name), reverse=True)
    # Unlike Path.is_dir it answers for a folder below one that may not be entered.
    exists = os.path.isdir(folder)  # noqa: PTH112
    entries: dict[Target, tuple[str, ...]] = {look.file.target: look.entries for look in looks}
    return CuratedState(
        folder,
        exists,
        _memory_file(whole, looks[0]),
        _memory_file(whole, looks[1]),
        tuple(backups),
        checked(whole.proposals.waiting(), entries),
    )


def _memory_file(whole: MemoryFolder, look: Seen) -> MemoryFile:
    file, read, verdict = look.file, look.read, look.verdict
    exists = isinstance(read, Unreadable) or os.path.lexists(file.path)
    notes = [*place_notes(file, read, look.last), *editor_notes(file)]
    if isinstance(verdict, NotText | Unreadable):
        why = f"it is {verdict}" if isinstance(verdict, NotText) else verdict.why
        return MemoryFile(
            file.target,
            file.path,
            _resolved(file, read),
            exists,
            Usage(0, file.limit),
            unreadable=why,
            notes=tuple(notes),
            mtime=_mtime(file.path),
            sha256=look.sha256,
            neighbours=judge_as_neighbours(file, read),
        )
    texts = verdict.parsed.entries
    known = look_at_pins(file)
    pins = frozenset(() if isinstance(known, BrokenPins) else (pin.text for pin in known))
    changes = whole.history.changes()
    entries = _entries(whole, texts, pins, last_touches(changes, file.target, texts))
    return MemoryFile(
        file.target,
        file.path,
        _resolved(file, read),
        exists,
        Usage(joined_length(texts), file.limit),
        entries,
        verdict.drifts[0] if isinstance(verdict, Damaged) else None,
        notes=(
            *tidied_by_a_write(verdict.parsed),
            *too_long_elsewhere(texts, file.limit),
            *notes,
            *broken_pins(known),
            *broken_acknowledgements(whole.screen, entries),
        ),
        mtime=_mtime(file.path),
        sha256=look.sha256,
        neighbours=judge_as_neighbours(file, read),
        vanished=vanished_outside(changes, file.target, texts),
        lost_pins=tuple(sorted(pins.difference(texts))),
    )


def _entries(
    whole: MemoryFolder, texts: tuple[str, ...], pins: frozenset[str], touches: dict[str, LastTouch]
) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for number, (text, similar) in enumerate(zip(texts, earlier_similar(texts), strict=True), start=1):
        touch = touches.get(text)
        screening = whole.screen.glance(text)
        entries.append(
            Entry(
                number,
                text,
                similar,
                touch.time if touch else None,
                touch.actor if touch else None,
                pinned=text in pins,
                grown_outside=touch is not None and touch.grown_outside,
                findings=screening.findings if screening else (),
                acknowledged=screening is not None and screening.acknowledged,
                blocked=screening is not None and screening.blocked,
            )
        )
    blocked = {entry.number - 1 for entry in entries if entry.blocked}
    for meeting in find_meetings(whole.screen, texts, blocked, glance=True):
        for place in meeting.places:
            entries[place] = _met(entries[place], meeting)
    return tuple(entries)


def _met(entry: Entry, meeting: Meeting) -> Entry:
    """The entry with what it holds only together with its neighbours."""
    return replace(
        entry,
        findings=(*entry.findings, meeting.finding_in(entry.number - 1)),
        acknowledged=entry.acknowledged or meeting.acknowledged,
        blocked=entry.blocked or not meeting.acknowledged,
    )


def _backup(
    backup: BackupFile, file: StoreFile, live: frozenset[str], refused: list[bytes], *, resolved: bool
) -> Backup:
    try:
        content = read_bytes(backup.path)
    except OSError:
        content = None
    missing = 0 if content is None else missing_lines(content, live)
    return Backup(
        backup.path,
        file.target,
        float(backup.seconds),
        backup.size,
        # A copy of damage that still stands is never spare, whatever its lines are.
        contained=content is not None and missing == 0 and content not in refused,
        missing_lines=missing,
        check="unreadable" if content is None else _check(content, file.limit),
        resolved=resolved,
    )


def _check(content: bytes, limit: int) -> DriftCheck | Literal["unreadable"] | None:
    parsed = parse(content)
    if isinstance(parsed, NotText):
        return "unreadable"
    found = find_drift(parsed, limit)
    return found[0].check if found else None


def _resolved(file: StoreFile, read: FileRead) -> Path:
    return file.path if isinstance(read, Unreadable) else read.real


def _mtime(path: Path) -> float | None:
    try:
        return path.stat().st_mtime
    except OSError:
        return None
