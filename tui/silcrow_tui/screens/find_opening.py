"""From a hit to where it lives: the entry, the change, the observation with its sources, the topic, the words said."""

from typing import TYPE_CHECKING, cast

from silcrow.curated.results import TARGETS, Target
from silcrow.workspace.excerpts import shows_part_of
from silcrow.workspace.search import Hit

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


def gone(app: "SilcrowApp") -> str:
    """That a hit is not there any more."""
    return f"It is not there any more; {app.key('app.refresh')} reads again."


async def open_hit(app: "SilcrowApp", hit: Hit, needle: str) -> None:
    """Go there; what has no screen of its own is shown in full."""
    if hit.kind == "entry":
        _go_to_entry(app, hit)
    elif hit.kind == "history":
        from silcrow_tui.screens.history import HistoryScreen

        app.push_screen(HistoryScreen(app.place, hit.id))
    elif hit.kind in ("topic", "journey"):
        from silcrow_tui.screens.topics import TopicsScreen

        name = hit.id if hit.kind == "topic" else "JOURNEY.md"
        app.push_screen(TopicsScreen(app.place, name, plain_needle(needle)))
    elif hit.kind == "proposal":
        app.open_screen("waiting")
    else:
        await show_whole(app, hit, needle)


async def show_whole(app: "SilcrowApp", hit: Hit, needle: str) -> None:
    """The hit in full; an observation with the session entries that it rests on."""
    whole = await app.place.whole_hit(hit)
    if whole is None:
        app.hint(gone(app))
    elif whole.observation is not None:
        from silcrow_tui.screens.observation import ObservationScreen

        app.push_screen(ObservationScreen(app.place, whole.observation))
    else:
        from silcrow_tui.screens.passage import PassageScreen

        app.push_screen(PassageScreen(app.place, hit, whole.text, plain_needle(needle)))


def plain_needle(needle: str) -> str:
    """What a reader looks for: the text itself; nothing for an expression."""
    return "" if needle.startswith("/") else needle


def _go_to_entry(app: "SilcrowApp", hit: Hit) -> None:
    target, number = hit.id.split(" ", 1)
    if target not in TARGETS or not number.isdigit():
        app.hint(gone(app))
        return
    entries = app.state.memory.file(cast(Target, target)).entries
    same = [each for each in entries if shows_part_of(hit.excerpt, each.text)]
    entry = next((each for each in same if each.number == int(number)), next(iter(same), None))
    app.go_to_pane(1)
    rows = app.main.pane_named("entries").rows
    if entry is None or rows is None:
        app.hint(gone(app))
    elif not rows.move_to_key((target, entry.text)):
        rows.set_filter()
        rows.move_to_key((target, entry.text))
