"""What the detail shows of a row: a title and tabs of lines."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from silcrow.observational.observation import Observation
from silcrow_tui.widgets.line import Line


@dataclass(frozen=True, slots=True)
class DetailTab:
    """One tab. ``sources_of`` asks for the entries that an observation rests on, which are read when they are shown."""

    name: str
    lines: Sequence[Line] = ()
    sources_of: Observation | None = None


@dataclass(frozen=True, slots=True)
class Detail:
    """The row under the cursor, at length."""

    key: object
    """Identity of the row: with another one the view goes back to the top."""
    title: str
    tabs: tuple[DetailTab, ...] = field(default=(DetailTab("Text"),))


NOTHING = Detail(None, "Detail", (DetailTab("Text"),))
