import asyncio

from msgspec.structs import replace

from silcrow.workspace.place import RunDetail
from silcrow_tui.screens.dialogs import YesNo
from silcrow_tui.screens.reader import Reader
from silcrow_tui.screens.run_detail import RunScreen
from tests.scenes import NOW, ScenePlace, scene
from tests.scenes.observing import DONE_RUN, FAILED_RUN, FILING_RUN, chunks
from tests.tui.stage import NOTHING, Stage, until, words_of

GAP_RUN = "obs-20261116T183300-5f12"
RUNNING = "obs-20261116T195753-77b0"


class Look:
    def __init__(self, run_id: str, place: ScenePlace | None = None) -> None:
        self.place = place or scene("busy")
        self.screen = RunScreen(self.place, run_id)
        self.app = Stage(self.screen, self.place)

    def opened(self, width: int = 100, height: int = 30):
        return self.app.run_test(size=(width, height))

    @property
    def words(self) -> str:
        return words_of(self.app.screen)

    def footer(self) -> str:
        return self.words.splitlines()[-1]


async def test_a_failure_says_kind_cause_next_try_and_that_nothing_is_lost():
    look = Look(FAILED_RUN)
    async with look.opened() as pilot:
        await until(pilot, lambda: "✗ failed · observer · chunk 9" in look.words, "numbers")
        assert "rate limit: “Too many requests, retry after 60 s”" in look.words
        assert "Nothing is lost: the chunk is queued" in look.words
        assert "Attempt 1 of 3, the next try is in 21 s." in " ".join(look.words.split())


async def test_brackets_turn_the_tabs_around():
    look = Look(FAILED_RUN)
    async with look.opened() as pilot:
        await until(pilot, lambda: "▐Summary▌" in look.words)
        for key, tab, text in (
            ("]", "▐Input▌", "Read the part of a coding session below"),
            ("]", "▐Output▌", "It gave no output."),
            ("]", "▐Log▌", "429 Too many requests"),
            ("]", "▐Observations▌", "It recorded no observations."),
            ("]", "▐Summary▌", "rate limit"),
            ("[", "▐Observations▌", "It recorded no observations."),
        ):
            await pilot.press("right_square_bracket" if key == "]" else "left_square_bracket")
            await until(
                pilot, lambda tab=tab, text=text: tab in look.words and text in look.words, f"{tab} with {text}"
            )


async def test_an_observers_run_lists_what_it_recorded():
    look = Look(DONE_RUN)
    async with look.opened() as pilot:
        await until(pilot, lambda: "✓ done" in look.words)
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: "User chose 429 with Retry-After over 503" in look.words)


async def test_a_consolidation_shows_each_topic_with_what_it_took_in():
    look = Look(FILING_RUN)
    async with look.opened(height=36) as pilot:
        await until(pilot, lambda: "Changes" in look.words)
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: "took in 3 observations:" in look.words)
        assert "rate-limits.md  299 → 352 chars" in look.words
        assert "13 + The key is hashed before it becomes a metric label." in look.words
        assert "harbour-master.md  new, 288 chars" in look.words


async def test_r_retries_the_chunk_of_a_failed_run():
    look = Look(FAILED_RUN)
    async with look.opened() as pilot:
        await until(pilot, lambda: "r retry now" in look.footer())
        await pilot.press("r")
        await until(pilot, lambda: look.place.asked == [("retry", chunks()[8].range)])


async def test_r_on_a_run_whose_chunk_is_settled_says_why_not():
    look = Look(DONE_RUN)
    async with look.opened() as pilot:
        await until(pilot, lambda: "✓ done" in look.words)
        assert "retry" not in look.footer()
        await pilot.press("r")
        await until(pilot, lambda: "Its chunk needs no retry." in look.words)
        assert look.place.asked == []


async def test_d_stops_a_running_one():
    look = Look(RUNNING)
    async with look.opened() as pilot:
        await until(pilot, lambda: "d stop" in look.footer())
        await pilot.press("d")
        await until(pilot, lambda: look.place.asked == [("stop_run", RUNNING)])


async def test_accepting_a_gap_asks_with_its_size_and_starts_on_no():
    look = Look(GAP_RUN)
    async with look.opened() as pilot:
        await until(pilot, lambda: "! gap · observer · chunk 7" in look.words)
        await pilot.press("a")
        await until(pilot, lambda: isinstance(look.app.screen, YesNo))
        assert "22 entries, 4,801 tokens" in look.words
        await pilot.press("enter")
        await until(pilot, lambda: look.app.screen is look.screen)
        assert look.place.asked == []
        await pilot.press("a")
        await until(pilot, lambda: isinstance(look.app.screen, YesNo))
        await pilot.press("y")
        await until(pilot, lambda: look.place.asked == [("accept_gap", chunks()[6].range)])


async def test_a_read_only_place_neither_retries_nor_stops_nor_accepts():
    for run_id, key in ((FAILED_RUN, "r"), (RUNNING, "d"), (GAP_RUN, "a")):
        look = Look(run_id, scene("readonly"))
        async with look.opened() as pilot:
            await until(pilot, lambda look=look: "observer" in look.words)
            await pilot.press(key)
            await until(pilot, lambda look=look: "Read only" in look.words)
            assert look.place.asked == []


async def test_a_run_that_ends_while_it_is_looked_at_shows_as_ended():
    look = Look(RUNNING)
    async with look.opened() as pilot:
        await until(pilot, lambda: "● running" in look.words)
        ended = tuple(
            replace(run, state="done", finished_at=NOW, summary="9 found") if run.run_id == RUNNING else run
            for run in look.place.state.runs
        )
        look.place.set_state(replace(look.place.state, runs=ended))
        await until(pilot, lambda: "✓ done" in look.words and "9 found" in look.words)


def with_log(place: ScenePlace, log: str) -> None:
    place.details = {**place.details, RUNNING: replace(place.details[RUNNING], log=log)}
    place.set_state(replace(place.state, taken_at=place.state.taken_at + 1))


async def test_a_growing_log_is_followed_only_while_its_end_is_in_view():
    place = scene("busy")
    with_log(place, "\n".join(f"line {n}" for n in range(100)))
    look = Look(RUNNING, place)
    async with look.opened() as pilot:
        await until(pilot, lambda: "● running" in look.words)
        await pilot.press(*["right_square_bracket"] * 3)
        await until(pilot, lambda: "line 99" in look.words, "the end of the log")
        with_log(place, "\n".join(f"line {n}" for n in range(150)))
        await until(pilot, lambda: "line 149" in look.words, "the new end")
        await pilot.press("g")
        await until(pilot, lambda: "line 0" in look.words)
        with_log(place, "\n".join(f"line {n}" for n in range(160)))
        await until(pilot, lambda: look.screen.query_one(Reader).row_count == 160)
        assert "line 0" in look.words


async def test_long_papers_are_previews_with_their_true_length():
    place = scene("busy")
    place.details = {**place.details, DONE_RUN: replace(place.details[DONE_RUN], prompt="word " * 200_000)}
    look = Look(DONE_RUN, place)
    async with look.opened() as pilot:
        await until(pilot, lambda: "✓ done" in look.words)
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: "word word" in look.words)
        await pilot.press("G")
        await until(pilot, lambda: "the first 65,536 of 1,000,000 chars are shown" in look.words)


async def test_find_looks_in_the_tab_and_esc_closes_first_the_find_then_the_screen():
    look = Look(DONE_RUN)
    async with look.opened() as pilot:
        await until(pilot, lambda: "✓ done" in look.words)
        await pilot.press("right_square_bracket", "slash", *"bucket", "enter")
        await until(pilot, lambda: "1 of 2 hits of “bucket”" in look.words)
        await pilot.press("n")
        await until(pilot, lambda: "2 of 2 hits" in look.words)
        await pilot.press("escape")
        await until(pilot, lambda: "hits" not in look.words)
        assert look.app.answer is NOTHING
        await pilot.press("q")
        await until(pilot, lambda: look.app.answer is None, "closed")


async def test_a_run_whose_papers_are_gone_says_so():
    place = scene("busy")
    place.details = {}
    place.set_state(replace(place.state, runs=()))
    look = Look("obs-long-gone", place)
    async with look.opened() as pilot:
        await until(pilot, lambda: "This run is gone" in look.words)
        await pilot.press("r", "d", "a", "y")
        assert look.app.is_running


class Gated(ScenePlace):
    async def run_detail(self, run_id: str) -> RunDetail | None:
        await self.gate.wait()
        return await super().run_detail(run_id)


async def test_keys_are_answered_while_the_papers_are_read():
    place = Gated(scene("busy").state)
    place.gate = asyncio.Event()
    look = Look(FAILED_RUN, place)
    async with look.opened() as pilot:
        await until(pilot, lambda: "✗ failed" in look.words)
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: "▐Input▌" in look.words and "reading" in look.words)
        place.gate.set()
        await until(pilot, lambda: "Read the part of a coding session" in look.words)


async def test_tiny_windows_do_no_harm():
    look = Look(FILING_RUN)
    async with look.opened() as pilot:
        await until(pilot, lambda: "✓ done" in look.words)
        for size in ((20, 5), (1, 1), (300, 90), (80, 24)):
            await pilot.resize_terminal(*size)
        await until(pilot, lambda: "✓ done · consolidator" in look.words)
