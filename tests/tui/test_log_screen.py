"""The log: notices that are gone from the corner, and what the clocks decided."""

from tests.scenes import scene
from tests.tui.driver import MEDIUM, at_the_workbench


async def test_a_flood_of_one_notice_is_one_line_with_a_count():
    async with at_the_workbench("calm", MEDIUM) as user:
        for _ in range(1_000):
            user.app.toast("Chunk 34 failed: rate limit", "warning")
        user.app.toast("Pool of [b]8080[/b] drained")
        await user.presses("L")
        await user.sees("warning  Chunk 34 failed: rate limit (×1000)", "Pool of [b]8080[/b] drained", "2 notices")
        rows = user.screen.split("\n")
        newest = next(n for n, row in enumerate(rows) if "drained" in row)
        assert "×1000" in rows[newest + 1]


async def test_what_the_clocks_decided_is_on_the_other_tab():
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.presses("L", "]")
        await user.sees("chunk 9 failed: rate limit, next try in 30 s")


async def test_what_nobody_keeps_says_how_to_keep_it():
    place = scene("calm")
    place.decided = None
    async with at_the_workbench(place, MEDIUM) as user:
        await user.presses("L")
        await user.sees("Nothing was said yet.")
        await user.presses("]")
        await user.sees("The setting debugLog turns that on")
