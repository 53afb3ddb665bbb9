"""Texts that a person has looked at and lets pass although the scanner would block them.

An acknowledgement is bound to the hash of the whole text, so it ends when the text changes. It holds for silcrow only:
other programs that read the same memory may go on blocking the text.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

from msgspec import Struct

from silcrow.files import hold_lock, make_private_folder, read_bytes, set_aside, write_atomic
from silcrow.threats.findings import Finding

_VERSION = 1


class Acknowledgement(Struct, frozen=True):
    """One text that may pass."""

    hash: str
    """SHA-256 of the text in UTF-8, in hex."""
    preview: str
    """How the text begins, for lists."""
    findings: tuple[str, ...]
    """Ids of what was found in it when it was acknowledged."""
    time: float
    """Seconds since 1970."""
    by: str

    def to_dict(self) -> dict[str, Any]:
        return {
            "hash": self.hash,
            "preview": self.preview,
            "findings": list(self.findings),
            "time": self.time,
            "by": self.by,
        }


class Acknowledgements:
    """The acknowledgements of a memory folder, in one small JSON file that is read when it changed.

    Each method sees what other processes wrote; a change is made under a lock and on the newest state. A file that
    is broken acknowledges nothing, `problem` says so, and it is kept beside the new one when the next
    acknowledgement is made.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[tuple[int, int, int] | None, dict[str, Acknowledgement]] | None = None

    def problem(self) -> str | None:
        """Why nothing counts as acknowledged although there is a file; None when all is well."""
        try:
            self._parse_file()
        except OSError as error:
            return f"{self._path}: {error.strerror}" if error.strerror else str(error)
        except (ValueError, RecursionError):
            return f"{self._path}: it is no list of acknowledgements"
        return None

    def covers(self, text: str) -> bool:
        """Whether exactly this text was acknowledged."""
        known = self._known()
        return bool(known) and text_hash(text) in known

    def add(self, text: str, findings: Iterable[Finding], *, now: float, by: str) -> Acknowledgement:
        """Let a text pass from now on; acknowledged again, the newest one counts. Raises OSError."""
        preview = text if len(text) <= 80 else f"{text[:80]}..."
        added = Acknowledgement(text_hash(text), preview, tuple(dict.fromkeys(each.id for each in findings)), now, by)
        with self._locked():
            known = self._read_to_write()
            known.pop(added.hash, None)
            self._write({**known, added.hash: added})
        return added

    def revoke(self, hash: str) -> Acknowledgement | None:  # noqa: A002
        """Take an acknowledgement back, named by its hash or an unambiguous beginning of it of eight digits or more.

        None when there is no such acknowledgement.
        """
        with self._locked():
            known = self._read()
            named = [each for each in known if each == hash or (len(hash) >= 8 and each.startswith(hash))]
            if len(named) != 1:
                return None
            revoked = known.pop(named[0])
            self._write(known)
        return revoked

    def all(self) -> tuple[Acknowledgement, ...]:
        """All of them, the oldest first."""
        return tuple(sorted(self._known().values(), key=lambda each: (each.time, each.hash)))

    def _locked(self) -> Any:
        make_private_folder(self._path.parent)
        return hold_lock(self._path.with_name(f"{self._path.name}.lock"), purpose="acknowledgements")

    def _known(self) -> dict[str, Acknowledgement]:
        state = self._state()
        if self._seen is None or self._seen[0] != state or state is None:
            self._seen = (state, self._read())
        return self._seen[1]

    def _state(self) -> tuple[int, int, int] | None:
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_ino, status.st_size, status.st_mtime_ns

    def _read(self) -> dict[str, Acknowledgement]:
        try:
            return self._parse_file()
        except (OSError, ValueError, RecursionError):
            return {}

    def _read_to_write(self) -> dict[str, Acknowledgement]:
        """What the new file builds on; a broken one moves out of its way. Raises OSError for one that can't be read."""
        try:
            return self._parse_file()
        except (ValueError, RecursionError):
            set_aside(self._path)
            return {}

    def _parse_file(self) -> dict[str, Acknowledgement]:
        try:
            return _parsed(json.loads(read_bytes(self._path)))
        except FileNotFoundError:
            return {}

    def _write(self, known: dict[str, Acknowledgement]) -> None:
        document = {"version": _VERSION, "acknowledged": [each.to_dict() for each in known.values()]}
        write_atomic(self._path, json.dumps(document, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace"))
        self._seen = None


def text_hash(text: str) -> str:
    """SHA-256 of a text in UTF-8, in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _parsed(document: object) -> dict[str, Acknowledgement]:
    if not isinstance(document, dict):
        raise ValueError("not an object")
    listed = cast("dict[str, Any]", document).get("acknowledged")
    if not isinstance(listed, list):
        raise ValueError("no list of acknowledgements")
    known: dict[str, Acknowledgement] = {}
    for item in cast("list[object]", listed):
        one = cast("dict[str, Any]", item) if isinstance(item, dict) else {}
        digest, findings, time = one.get("hash"), one.get("findings"), one.get("time")
        if not isinstance(digest, str) or not isinstance(findings, list) or not isinstance(time, (int, float)):
            raise ValueError("not an acknowledgement")
        ids = tuple(str(each) for each in cast("list[object]", findings))
        known[digest] = Acknowledgement(digest, str(one.get("preview", "")), ids, float(time), str(one.get("by", "")))
    return known
