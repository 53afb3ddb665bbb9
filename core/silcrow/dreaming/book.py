"""``.silcrow/dream.json``: what dreams have read of each session, and what became of the last tries.

Written only under the dream's lock, as a whole. Lost, it costs a second reading of the last month; nothing else.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from silcrow.files import UnsafePath, read_bytes, write_atomic

BOOK_FILE: Final = "dream.json"
LEAVES_KEPT: Final = 8
"""Places up to which branches of one session were read."""
_LIMIT: Final = 8 << 20


class SessionMark(Struct, frozen=True, rename="camel", omit_defaults=True):
    """How far one session has been read."""

    leaves: tuple[str, ...] = ()
    """Entries up to which a branch was read, the newest last."""
    time: float = 0.0
    """Of the newest turn that was read, Unix seconds; counts where the file holds none of the leaves any more."""
    since: float = 0.0
    """Turns before it were left out as too old, Unix seconds."""
    older: tuple[str, ...] = ()
    """Last entries of such turns that were read all the same, on somebody's wish."""


class Trouble(Struct, frozen=True, rename="camel", omit_defaults=True):
    """Tries that failed since the last success."""

    count: int
    kind: str
    words: str
    at: float
    """Unix seconds of the last one."""
    next_try: float
    """Unix seconds before which no dream starts by itself."""


class Attempt(Struct, frozen=True, rename="camel"):
    """A dream that has begun and not been finished: what a crash leaves."""

    run_id: str
    started_at: float


class Heard(Struct, frozen=True, rename="camel"):
    """A sentence of the user that the built-in worker waits to hear in a second session."""

    text: str
    session: str
    entry: str
    time: float


class Book(Struct, frozen=True, rename="camel", omit_defaults=True):
    """All that dreams of one memory folder remember."""

    version: int = 1
    dreams: int = 0
    """Those that succeeded."""
    horizon: float | None = None
    """Turns before it are left alone, Unix seconds; None before the first dream."""
    sessions: Mapping[str, SessionMark] = field(default_factory=dict[str, SessionMark])
    trouble: Trouble | None = None
    attempt: Attempt | None = None
    heard: tuple[Heard, ...] = ()


def book_path(memory_dir: Path) -> Path:
    return memory_dir / ".silcrow" / BOOK_FILE


def read_book(memory_dir: Path) -> tuple[Book, str | None]:
    """The book, and in words why an empty one stands in for it."""
    path = book_path(memory_dir)
    try:
        return msgspec.json.decode(read_bytes(path, limit=_LIMIT), type=Book), None
    except (FileNotFoundError, NotADirectoryError):
        return Book(), None
    except UnsafePath as unsafe:
        return Book(), f"{BOOK_FILE} {unsafe.reason}; dreams begin anew"
    except OSError as error:
        return Book(), f"{BOOK_FILE} can't be read ({error.strerror}); dreams begin anew"
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return Book(), f"{BOOK_FILE} is damaged; dreams begin anew"


def write_book(memory_dir: Path, book: Book) -> None:
    """Replace the book; the dream's lock is held. Raises OSError."""
    document: dict[str, Any] = msgspec.to_builtins(book)
    text = json.dumps(document, ensure_ascii=False, indent=1)
    write_atomic(book_path(memory_dir), text.encode("utf-8", "surrogatepass"))
