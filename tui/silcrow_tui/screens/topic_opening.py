"""From an observation to the topic that it went to."""

from typing import TYPE_CHECKING

from silcrow.observational.observation import Observation

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


async def open_topic_of(app: "SilcrowApp", observation: Observation) -> None:
    """Read the topic; without one the list of topics, and why there is none."""
    name = await app.place.topic_of(observation)
    if name is None:
        app.open_screen("topics")
        app.hint("It is in no topic yet: a consolidation files it.")
        return
    from silcrow_tui.screens.topics import TopicsScreen

    app.push_screen(TopicsScreen(app.place, name))
