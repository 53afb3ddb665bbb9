from msgspec.structs import replace

from silcrow_tui.screens.reader import Reader
from silcrow_tui.screens.topics import TopicsScreen
from silcrow_tui.widgets.virtual_list import VirtualList
from tests.scenes import ScenePlace, scene
from tests.tui.stage import Stage, until, words_of


def topics(place: ScenePlace | None = None) -> tuple[TopicsScreen, Stage]:
    screen = TopicsScreen(place or scene("busy"))
    return screen, Stage(screen)


async def test_the_topic_under_the_cursor_is_shown():
    screen, app = topics()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Levels are stored in millimetres" in words_of(screen))
        await pilot.press("j", "j")
        await until(pilot, lambda: "Two harbours share one address" in words_of(screen))


async def test_journey_and_index_have_their_tabs():
    screen, app = topics()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "▐Topics 4▌" in words_of(screen))
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: "▐Journey▌" in words_of(screen) and "# Journey" in words_of(screen))
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: "▐Index▌" in words_of(screen) and "# Index" in words_of(screen))
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: "▐Topics 4▌" in words_of(screen) and isinstance(screen.focused, VirtualList))


async def test_enter_goes_into_the_text_where_find_works_and_esc_comes_back():
    screen, app = topics()
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: "Levels are stored" in words_of(screen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(screen.focused, Reader))
        await pilot.press("slash", *"hour", "enter")
        await until(pilot, lambda: "1 of 2 hits of “hour”" in words_of(screen))
        await pilot.press("escape")
        await until(pilot, lambda: "hits" not in words_of(screen))
        await pilot.press("backspace")
        await until(pilot, lambda: isinstance(screen.focused, VirtualList))
        await pilot.press("q")
        await until(pilot, lambda: app.answer is None)


async def test_the_list_is_filtered_in_the_list():
    screen, app = topics()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "What the harbour master owns" in words_of(screen))
        await pilot.press("slash", *"bucket", "enter")
        await until(pilot, lambda: "What the harbour master owns" not in words_of(screen))
        await until(pilot, lambda: "Two harbours share one address" in words_of(screen))
        await pilot.press("escape")
        await until(pilot, lambda: "What the harbour master owns" in words_of(screen))


async def test_a_topic_that_grows_is_shown_as_it_is_now():
    place = scene("busy")
    screen, app = topics(place)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Levels are stored" in words_of(screen))
        place.topic_texts = {**place.topic_texts, "gauge-ingest.md": "rewritten by a run"}
        place.set_state(replace(place.state, taken_at=place.state.taken_at + 1))
        await until(pilot, lambda: "rewritten by a run" in words_of(screen))


async def test_a_topic_that_cannot_be_read_is_listed_with_the_reason():
    place = scene("busy")
    observing = place.state.observational
    assert observing is not None
    broken = replace(observing.topics[0], problem="line 3 is no front matter")
    place.set_state(replace(place.state, observational=replace(observing, topics=(broken,))))
    screen, app = topics(place)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "gauge-ingest.md: line 3 is no front matter" in words_of(screen))


async def test_without_topics_it_says_when_there_will_be_some():
    screen, app = topics(scene("empty"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "No topics yet: the first consolidation makes them." in words_of(screen))
        await pilot.press("enter")
        await until(pilot, lambda: "There is just this text here." in words_of(screen))


async def test_wide_windows_put_list_and_text_side_by_side():
    screen, app = topics()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.query_one(Reader).region.y > screen.query_one(VirtualList).region.y)
        await pilot.resize_terminal(120, 36)
        await until(pilot, lambda: screen.query_one(Reader).region.x > screen.query_one(VirtualList).region.x)
