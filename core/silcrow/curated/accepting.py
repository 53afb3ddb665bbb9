"""A person's word that a text may pass in spite of what the scanner finds in it, alone or with its neighbours."""

from collections.abc import Iterator

from silcrow.curated.meetings import Meeting, find_meetings
from silcrow.curated.memory_folder import MemoryFolder
from silcrow.curated.screening import Screening
from silcrow.curated.seen import entries_now


def acknowledge(folder: MemoryFolder, text: str, by: str) -> Screening:
    """See `MemoryStore.acknowledge`."""
    screen = folder.screen
    screening = screen.judge(text)
    if screening.scan.findings:
        screen.acknowledgements.add(text, screening.scan.findings, now=folder.clock(), by=by)
        screening = screen.judge(text)
    if screening.scan.verdict == "block":
        return screening
    return _acknowledge_with_neighbours(folder, text, by) or screening


def _acknowledge_with_neighbours(folder: MemoryFolder, text: str, by: str) -> Screening | None:
    from silcrow.threats import Scan

    meetings = tuple(_meetings_of(folder, text))
    for joined in dict.fromkeys(meeting.joined for meeting in meetings):
        findings = [meeting.finding for meeting in meetings if meeting.joined == joined]
        folder.screen.acknowledgements.add(joined, findings, now=folder.clock(), by=by)
    if not meetings:
        return None
    return Screening(Scan("block", tuple(meeting.finding for meeting in meetings)), acknowledged=True)


def _meetings_of(folder: MemoryFolder, text: str) -> Iterator[Meeting]:
    for file in folder.files.values():
        entries = entries_now(file)
        blocked = {place for place, entry in enumerate(entries) if folder.screen.judge(entry).blocked}
        yield from (each for each in find_meetings(folder.screen, entries, blocked) if text in each.texts)
