"""What the detail shows of a row: a title and tabs of lines."""

from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from silcrow_tui.widgets.line import Line


@dataclass(frozen=True, slots=True)
class Later:
    """Lines that have to be read first: that is done when their tab is up, and again when ``key`` is another one."""

    key: Hashable
    read: Callable[[], Awaitable[Sequence[Line]]] = field(compare=False)
    words: str = "reading…"
    """What stands there until then."""


class DetailTab(Struct, frozen=True):
    """One tab: its lines, or where they come from."""

    name: str
    lines: Sequence[Line] = ()
    drawn: Callable[[], Sequence[Line]] | None = None
    """Computes the lines while the tab is up: for what nobody should pay for with each row."""
    later: Later | None = None


class Detail(Struct, frozen=True):
    """The row under the cursor, at length."""

    key: object
    """Identity of the row: with another one the view goes back to the top."""
    title: str
    tabs: tuple[DetailTab, ...] = (DetailTab("Text"),)


NOTHING = Detail(None, "Detail", (DetailTab("Text"),))
