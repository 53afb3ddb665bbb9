"""What may become an entry: the checks that need nothing but the text itself.

The gate refuses whatever would read back as something else, and whatever a later look at the file would call drift,
so that a store never brings itself into a state that it then refuses.
"""

from typing import Any

from msgspec import Struct

from silcrow.curated.drift import find_drift_in
from silcrow.curated.entry_format import SIGN, is_delimiter_line, strip, unify_line_ends
from silcrow.curated.invisible import shows_nothing
from silcrow.curated.results import Code
from silcrow.curated.states import DriftCheck


class Admitted(Struct, frozen=True):
    """A text in the form in which it is stored: LF line ends, no blanks at its ends."""

    text: str
    notes: tuple[str, ...] = ()
    """What somebody may want to know about it; no reason to refuse it."""


class Refused(Struct, frozen=True):
    """Why a text can't be an entry."""

    code: Code
    error: str
    remediation: str
    findings: tuple[dict[str, Any], ...] = ()
    """What the scanner found, as JSON."""


def admit(content: str) -> Admitted | Refused:
    """Judge a text that somebody wants to store."""
    text = strip(unify_line_ends(content))
    if shows_nothing(text):
        return Refused("empty", "The content is empty.", "Give the text to store; to delete an entry, use remove.")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        return Refused(
            "invalid",
            f"The content holds half a character (U+{ord(text[error.start]):04X} at position {error.start + 1:,}) "
            "that no UTF-8 file can store.",
            "Leave that character out or send it whole.",
        )
    for number, line in enumerate(text.split("\n") if SIGN in text else (), start=1):
        if is_delimiter_line(line):
            return Refused(
                "delimiter",
                f"Line {number:,} of the content is a § alone, which separates entries in the file.",
                "Add the parts as entries of their own, or write the § inside a line.",
            )
    return _refuse_what_would_drift(text) or Admitted(text)


def _refuse_what_would_drift(text: str) -> Refused | None:
    # The limit is judged with the whole store, where its numbers can be told.
    found = find_drift_in(text)
    if not found:
        return None
    check, line = found[0].check, found[0].line
    code: Code = "delimiter" if check == "delimiter" else "invalid"
    what, advice = _WOULD_DRIFT[check]
    return Refused(code, f"Line {line:,} of the content {what}; in the file it would pass for damage.", advice)


_WOULD_DRIFT: dict[DriftCheck, tuple[str, str]] = {
    "delimiter": (
        "holds half a delimiter, a § with marks around it or glued to a word",
        "Put a blank or a word between the § and the text beside it.",
    ),
    "encoding": ("holds a NUL or a wrongly decoded character", "Leave that character out."),
    "conflict": (
        "starts an unfinished merge",
        "Resolve the merge first, or put the example into a fenced code block.",
    ),
    "unsplit": (
        "is a second heading",
        "Add each section as an entry of its own, or drop the heading marks.",
    ),
}
