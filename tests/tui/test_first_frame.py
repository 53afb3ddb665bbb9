"""How the workbench comes up: whole at once, and without work that no frame needs."""

import subprocess
import sys
from typing import Any

import pytest
from textual.css.stylesheet import Stylesheet
from textual.widget import Widget

from silcrow_tui.app import SilcrowApp
from tests.tui.bench import pane_words, workbench

MEDIUM, WIDE = (120, 36), (160, 48)
LATER = (
    "watchfiles",
    "rapidfuzz",
    "filelock",
    "textual.widgets._text_area",
    "silcrow.curated.recovery",
    "silcrow.pipeline.driver",
    "silcrow.workers.supervisor",
    "silcrow.dreaming",
    "silcrow_tui.screens.editor",
)
"""What follows files, compares texts, runs workers, repairs and edits."""


def test_nothing_is_loaded_before_the_first_frame_that_it_does_not_show():
    code = (
        "import sys\n"
        "import silcrow.workspace.workspace, silcrow_tui.app, silcrow_tui.screens.main\n"
        f"print(*[each for each in {LATER!r} if each in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("size", [MEDIUM, WIDE])
async def test_each_widget_is_styled_a_few_times_at_most(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch):
    styled: list[object] = []
    apply = Stylesheet.apply

    def counted(sheet: Stylesheet, node: Any, **options: Any) -> None:
        styled.append(node)
        apply(sheet, node, **options)

    monkeypatch.setattr(Stylesheet, "apply", counted)
    app = workbench()
    async with app.run_test(size=size):
        widgets = list(app.screen.walk_children(Widget))
        assert len(styled) < 3 * len(widgets)


@pytest.mark.parametrize("size", [MEDIUM, WIDE])
async def test_the_first_frame_has_frames_titles_and_rows(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch):
    seen: dict[str, str] = {}
    classes: dict[str, frozenset[str]] = {}

    def look(app: SilcrowApp) -> None:
        for pane in app.main.list_panes:
            seen[pane.NAME] = pane_words(app, pane.NAME)
            classes[pane.NAME] = pane.classes

    monkeypatch.setattr(SilcrowApp, "on_ready", look)
    app = workbench()
    async with app.run_test(size=size):
        assert "1 Entries" in seen["entries"] and "MEMORY" in seen["entries"]
        assert all("-framed" in each for each in classes.values())
        assert [name for name, each in classes.items() if "-lit" in each] == ["entries"]
