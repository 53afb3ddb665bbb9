"""Notices on the screen."""

from silcrow_tui.widgets.toasts import MOST
from tests.tui.bench import words, workbench
from tests.tui.stage import until


async def test_each_notice_of_a_burst_stands_on_the_screen_once():
    app = workbench("calm")
    async with app.run_test(size=(120, 36), notifications=True) as pilot:
        for which in ("first", "second", "third"):
            app.toast(f"the {which} of three")
        await until(pilot, lambda: "the third of three" in words(app), "the last notice")
        assert [words(app).count(f"the {which} of three") for which in ("first", "second", "third")] == [1, 1, 1]


async def test_the_same_one_again_counts_up_in_its_place():
    app = workbench("calm")
    async with app.run_test(size=(120, 36), notifications=True) as pilot:
        for _ in range(50):
            app.toast("Chunk 34 failed")
        await until(pilot, lambda: "Chunk 34 failed (×50)" in words(app), "the count")
        assert words(app).count("Chunk 34 failed") == 1


async def test_no_more_than_three_are_up():
    app = workbench("calm")
    async with app.run_test(size=(120, 36), notifications=True) as pilot:
        for number in range(10):
            app.toast(f"notice {number}")
        await until(pilot, lambda: "notice 9" in words(app), "the newest")
        assert words(app).count("notice ") == MOST
