"""The one gate that every text from a worker passes before it can become memory.

A worker reads untrusted text, so what it hands back is untrusted too. Whatever else has to be looked for in it belongs
here, and only here.
"""

import unicodedata

from msgspec import Struct

from silcrow.threats import Finding, scan

CONTENT_LIMIT = 2_000
"""Code points of one observation."""
DOCUMENT_LIMIT = 256 << 10
"""Bytes of one topic file or of the journey, as a worker may leave it."""


class Refused(Struct, frozen=True):
    reason: str


def admit_line(text: object) -> str | Refused:
    """The text as one clean line: line breaks and control characters become spaces, blanks are joined.

    Refused are other values than text, blank text, text beyond the limit, which is no longer one fact, and text that
    tries to steer whoever reads it or that holds a secret.
    """
    if not isinstance(text, str):
        return Refused("content is not text")
    line = " ".join("".join(" " if _breaks_a_line(each) else each for each in text).split())
    if not line:
        return Refused("content is blank")
    if len(line) > CONTENT_LIMIT:
        return Refused(f"content has {len(line)} characters, {CONTENT_LIMIT} are allowed")
    blocking = scan(line).blocking
    return _refused_threat(blocking[0]) if blocking else line


def admit_document(raw: bytes, before: bytes | None = None) -> str | Refused:
    """The text of a file that a worker wrote.

    What the scanner blocks is refused only where it is new: passages that stood in the file ``before`` are the user's
    to judge, and would otherwise keep every later change out.
    """
    if len(raw) > DOCUMENT_LIMIT:
        return Refused(f"{len(raw)} bytes, {DOCUMENT_LIMIT} are allowed")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return Refused(f"byte {error.start} is not UTF-8")
    if "\0" in text:
        return Refused("it holds a NUL character")
    fresh = _fresh_threat(text, before)
    return text if fresh is None else _refused_threat(fresh)


def _fresh_threat(text: str, before: bytes | None) -> Finding | None:
    old = before.decode("utf-8", "replace") if before is not None else ""
    return next((each for each in scan(text).blocking if text[each.start : each.end] not in old), None)


def _refused_threat(finding: Finding) -> Refused:
    return Refused(f"blocked by the scanner ({finding.id}): it {finding.message}")


def _breaks_a_line(character: str) -> bool:
    # Cs: a lone surrogate can't be written as UTF-8. Zl, Zp: line and paragraph separators.
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
