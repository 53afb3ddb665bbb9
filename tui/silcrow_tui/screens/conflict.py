"""The question when an entry changed while it was edited: both texts, and what to do with them."""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct
from textual.widget import Widget
from textual.widgets import Static

from silcrow.text import similarity
from silcrow_tui.screens.dialogs import Choice, Choose, bounded, say

Decision = Literal["m", "t", "b", "d"]
"""Take mine, take theirs, edit both, keep mine as a draft."""
LIKENESS = 0.4
"""An entry that is less like the old one is another entry, not its new wording."""


class Conflict(Struct, frozen=True):
    """Two versions of one entry."""

    mine: str
    theirs: str | None
    """None when the entry is gone."""
    when: str
    """Local time of the change, ``19:54``."""


def find_theirs(old: str, known: Sequence[str], now: Sequence[str]) -> str | None:
    """The entry that the old one became: the most similar among those that came since ``known`` was read.

    Order and number play no part: an entry that only moved is not in conflict, and a neighbour is never taken for it.
    """
    before = set(known)
    fresh = [text for text in now if text not in before]
    return max(
        (text for text in fresh if similarity(text, old) >= LIKENESS),
        key=lambda text: similarity(text, old),
        default=None,
    )


class ConflictDialog(Choose):
    """Shows both versions; starts on keeping mine as a draft, which loses nothing."""

    DEFAULT_CSS = """
    ConflictDialog .version {
        width: 70; height: auto; max-height: 4; padding: 0 1; background: $ground-bar; color: $ink;
    }
    """

    def __init__(self, conflict: Conflict) -> None:
        self._conflict = conflict
        gone = conflict.theirs is None
        super().__init__(
            "This entry changed while you edited it",
            (
                Choice("m", "take mine", "add it as a new entry" if gone else "it replaces what is in the file"),
                Choice("t", "take theirs", "your text is let go" if not gone else "the entry stays gone"),
                Choice("b", "edit both", "one text with both, to be shortened", off="it is gone" if gone else None),
                Choice("d", "keep mine as a draft", "the file stays as it is"),
            ),
            start="d",
            quiet="esc goes back to the text",
        )

    def answers(self) -> Iterable[Widget]:
        theirs = self._conflict.theirs
        yield Static(say("Yours"), classes="words quiet")
        yield Static(say(bounded(self._conflict.mine, 240)), classes="version")
        yield Static(say(f"Now in the file, since {self._conflict.when}"), classes="words quiet")
        yield Static(say("(the entry is gone)" if theirs is None else bounded(theirs, 240)), classes="version")
        yield from super().answers()
