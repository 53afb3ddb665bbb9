"""The workbench on a fixed scene, and what its tests ask of it."""

from typing import Any

from silcrow_tui.app import SilcrowApp
from silcrow_tui.panes.pane import Pane
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.footer import FooterBar, HintLine
from silcrow_tui.widgets.virtual_list import VirtualList
from tests.scenes import NOW, ScenePlace, scene
from tests.tui.stage import words_of

ENVIRON = {"HOME": "/home/user"}


def workbench(
    place: str | ScenePlace = "busy", *, theme: str = "textual-dark", signs: Signs = UNICODE, **options: Any
) -> SilcrowApp:
    """A workbench on a scene, its clock standing still."""
    shown = scene(place) if isinstance(place, str) else place
    return SilcrowApp(shown, **{"clock": lambda: NOW, "environ": ENVIRON, "theme": theme, "signs": signs, **options})


def place_of(app: SilcrowApp) -> ScenePlace:
    """The scene behind the app."""
    return app.place._place  # type: ignore[attr-defined, no-any-return]


def words(app: SilcrowApp) -> str:
    """Everything on the screen."""
    return words_of(app.screen)


def pane(app: SilcrowApp, name: str) -> Pane:
    return app.main.query_one(f"#{name}", Pane)


def rows(app: SilcrowApp, name: str) -> VirtualList[Any]:
    found = pane(app, name).rows
    assert found is not None
    return found


def pane_words(app: SilcrowApp, name: str) -> str:
    """What stands in one pane, frame included."""
    region = pane(app, name).region
    lines = words(app).split("\n")
    return "\n".join(line[region.x : region.right] for line in lines[region.y : region.bottom])


def hint(app: SilcrowApp) -> str:
    return app.hint_words


def footer(app: SilcrowApp) -> str:
    bar = app.screen.query_one(FooterBar)
    return bar.render_line(0).text.strip()


def standing(app: SilcrowApp) -> str:
    return app.screen.query_one(HintLine).render_line(0).text.strip()
