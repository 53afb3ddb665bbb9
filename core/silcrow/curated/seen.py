"""A memory file at one moment under its lock: what was read, what it amounts to, and what was known before."""

from msgspec import Struct

from silcrow.curated.contents import content_hash
from silcrow.curated.entry_format import NotText, Parsed
from silcrow.curated.examination import Damaged, Verdict, examine
from silcrow.curated.last_known import last_bytes, read_note
from silcrow.curated.store_file import Content, FileRead, StoreFile, Unreadable, read_store_file


class Seen(Struct, frozen=True):
    """Every decision of a change rests on one of these."""

    file: StoreFile
    read: FileRead
    verdict: Verdict
    last: bytes | None
    """The bytes that silcrow last wrote or accepted."""
    data: bytes | None
    """None for a file that is missing or can't be read."""
    parsed: Parsed | None
    """None when the bytes are no text, or can't be read."""
    entries: tuple[str, ...]
    """The entries as they parse; none where nothing can be parsed."""

    @property
    def damaged(self) -> bool:
        return isinstance(self.verdict, Damaged | NotText)

    @property
    def sha256(self) -> str | None:
        """None when there is no file."""
        return None if self.data is None else content_hash(self.data)


def seen_as(file: StoreFile, read: FileRead, last: bytes | None) -> Seen:
    """What was read of a file, judged beside its last known bytes."""
    verdict = examine(read, file.limit, last)
    data = read.data if isinstance(read, Content) else None
    if isinstance(verdict, NotText | Unreadable):
        return Seen(file, read, verdict, last, data, None, ())
    return Seen(file, read, verdict, last, data, verdict.parsed, verdict.parsed.entries)


def look_at(file: StoreFile) -> Seen:
    """The file as it is now, without waiting for anybody."""
    note = read_note(file)
    read = read_store_file(file.path)
    return seen_as(file, read, last_bytes(file, note, read))


def entries_now(file: StoreFile) -> tuple[str, ...]:
    """The entries of the file as they parse now; none where nothing can be parsed."""
    return look_at(file).entries
