"""What is to become of a piece."""

from typing import Literal, get_args

from msgspec import Struct

DecisionKind = Literal["keep", "captured", "merged", "edited", "discarded", "acknowledged"]
DECISION_KINDS: tuple[DecisionKind, ...] = get_args(DecisionKind)


class Decision(Struct, frozen=True):
    """One decision. Entries are named by their full text, so that it holds when their numbers move."""

    kind: DecisionKind
    entry: str | None = None
    """``captured``, ``merged``: the entry that holds the piece, as it reads in the live file."""
    text: str | None = None
    """``edited``: what is stored instead of the piece. ``merged``: what the entry becomes."""
    discards_rest: bool = False
    """``edited``, ``merged``: lines of the piece that left no trace in ``text`` are discarded on purpose."""


KEEP = Decision("keep")
DISCARD = Decision("discarded")
ACKNOWLEDGE = Decision("acknowledged")


def captured_in(entry: str) -> Decision:
    """The entry holds the piece already."""
    return Decision("captured", entry)


def merged_into(entry: str, text: str, *, discards_rest: bool = False) -> Decision:
    """The entry takes the piece in and reads ``text`` from then on."""
    return Decision("merged", entry, text, discards_rest)


def edited_to(text: str, *, discards_rest: bool = False) -> Decision:
    """The piece becomes an entry with another text."""
    return Decision("edited", text=text, discards_rest=discards_rest)
