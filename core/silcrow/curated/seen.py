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

    @property
    def parsed(self) -> Parsed | None:
        """None when the bytes are no text, or can't be read."""
        return None if isinstance(self.verdict, NotText | Unreadable) else self.verdict.parsed

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries as they parse; none where nothing can be parsed."""
        return self.parsed.entries if self.parsed is not None else ()

    @property
    def data(self) -> bytes | None:
        """None for a file that is missing or can't be read."""
        return self.read.data if isinstance(self.read, Content) else None

    @property
    def damaged(self) -> bool:
        return isinstance(self.verdict, Damaged | NotText)

    @property
    def sha256(self) -> str | None:
        """None when there is no file."""
        data = self.data
        return None if data is None else content_hash(data)


def look_at(file: StoreFile) -> Seen:
    """The file as it is now, without waiting for anybody."""
    note = read_note(file)
    read = read_store_file(file.path)
    last = last_bytes(file, note, read)
    return Seen(file, read, examine(read, file.limit, last), last)


def entries_now(file: StoreFile) -> tuple[str, ...]:
    """The entries of the file as they parse now; none where nothing can be parsed."""
    return look_at(file).entries
