"""Other programs that live on the same two files: whose home a folder is, and what each makes of a file.

hermes (0.19) and pi-memory (0.1) guard their writes by a stricter rule than silcrow's: they refuse as soon as a file
is not spelt as they would spell it, or holds an entry longer than the whole limit. Nothing is lost by that, but their
user can't change memory until somebody tidies the file.
"""

import os
import stat
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from silcrow.curated.entry_format import DELIMITER, SIGN, unify_line_ends
from silcrow.curated.states import Neighbour
from silcrow.curated.store_file import Content, FileRead, Missing, StoreFile
from silcrow.files.neighbour_lock import STALE_SECONDS
from silcrow.text import utf16_length

_JAVASCRIPT_BLANKS = (
    "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What ``String.prototype.trim`` takes away."""


def in_hermes_home(folder: Path, environ: Mapping[str, str]) -> bool:
    """The folder lies in the home of hermes: below ``$HERMES_HOME``, or below a folder called ``.hermes``."""
    real = Path(os.path.realpath(folder))
    if ".hermes" in folder.absolute().parts or ".hermes" in real.parts:
        return True
    home = environ.get("HERMES_HOME")
    return bool(home) and real.is_relative_to(os.path.realpath(Path(home).expanduser()))


def judge_as_neighbours(file: StoreFile, read: FileRead) -> tuple[Neighbour, ...]:
    """What each of the other programs would do if it were asked to write this file now."""
    return tuple(_judge(program, file, read) for program in (_HERMES, _PI_MEMORY))


class _Program(Struct, frozen=True):
    name: str
    refuses: str
    """What its guard covers."""
    lock_trouble: Callable[[Path, Path], str | None]
    """Why it could not even take its lock, by the named and the real path of the file."""
    reads: Callable[[str], str]
    """What it makes of line ends."""
    strip: Callable[[str], str]
    length: Callable[[str], int]
    units: str
    bad_bytes: str | None
    """What its next write does to bytes that are no UTF-8; None when it refuses."""


def _judge(program: _Program, file: StoreFile, read: FileRead) -> Neighbour:
    real = read.real if isinstance(read, Content | Missing) else file.path
    locked_out = program.lock_trouble(file.path, real)
    if locked_out is not None:
        return Neighbour(program.name, would_refuse=True, reason=locked_out)
    if isinstance(read, Missing):
        return Neighbour(program.name, would_refuse=False)
    if not isinstance(read, Content):
        return Neighbour(program.name, would_refuse=True, reason=f"it can't read the file: {read.why}")
    try:
        text, harm = read.data.decode(), ""
    except UnicodeDecodeError as error:
        if program.bad_bytes is None:
            why = f"it can't read the file: byte {error.start:,} is not valid UTF-8"
            return Neighbour(program.name, would_refuse=True, reason=why)
        text, harm = read.data.decode(errors="replace"), program.bad_bytes
    text = program.reads(text)
    entries = _entries(program, text)
    refusal = _refusal(program, text, entries, file.limit)
    if refusal is not None:
        return Neighbour(program.name, would_refuse=True, reason=f"it refuses to {program.refuses}: {refusal}")
    if not harm and "\r\n" in text and len(_entries(program, unify_line_ends(text))) > len(entries):
        harm = "it takes CRLF line ends for text, so it sees several entries as one"
    return Neighbour(program.name, would_refuse=False, reason=harm)


def _entries(program: _Program, text: str) -> list[str]:
    return [entry for part in text.split(DELIMITER) if (entry := program.strip(part))]


def _refusal(program: _Program, text: str, entries: list[str], limit: int) -> str | None:
    if DELIMITER.join(entries) != program.strip(text):
        mixed = " (CRLF line ends)" if "\r\n" in text else ""
        return f"there are blanks or empty entries beside a {SIGN}{mixed}"
    for number, entry in enumerate(entries, start=1):
        length = program.length(entry)
        if length > limit:
            return f"entry {number:,} alone is over the limit, {length:,}/{limit:,} {program.units}"
    return None


def _no_folder_in_the_way(named: Path, _: Path) -> str | None:
    place = named.with_name(f"{named.name}.lock")
    found = _status(place)
    # A live lock of pi-memory or of ours is gone in a moment; what has grown old stays until somebody clears it.
    if found is not None and stat.S_ISDIR(found.st_mode) and time.time() - found.st_mtime > STALE_SECONDS:
        return f"the folder {place.name}, left by another program, stands where its lock file belongs"
    return None


def _no_file_in_the_way(_: Path, real: Path) -> str | None:
    place = real.with_name(f"{real.name}.lock")
    found = _status(place)
    if found is not None and not stat.S_ISDIR(found.st_mode):
        return f"the file {place.name}, the lock of hermes, stands where its lock folder belongs (ENOTDIR)"
    return None


def _status(place: Path) -> os.stat_result | None:
    try:
        return place.lstat()
    except OSError:
        return None


_HERMES = _Program(
    "hermes",
    refuses="replace or remove",
    lock_trouble=_no_folder_in_the_way,
    reads=unify_line_ends,
    strip=str.strip,
    length=len,
    units="chars",
    bad_bytes=None,
)
_PI_MEMORY = _Program(
    "pi-memory",
    refuses="write",
    lock_trouble=_no_file_in_the_way,
    reads=str,
    strip=lambda text: text.strip(_JAVASCRIPT_BLANKS),
    length=utf16_length,
    units="UTF-16 units",
    bad_bytes="its next write puts U+FFFD in the place of the bytes that are no UTF-8",
)
