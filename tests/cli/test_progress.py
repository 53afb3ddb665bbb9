"""The line that tells how far the work is."""

from pathlib import Path

from silcrow_tui.cli.progress import progress_words
from tests.conversation import fill
from tests.pipeline.conftest import Bench
from tests.waiting import until


async def test_it_counts_the_entries_that_are_settled(tmp_path: Path):
    bench = Bench(tmp_path)
    bench.turn_on()
    fill(bench.conversation, 6)
    driver = bench.driver()
    driver.take_over()
    driver.memory.refresh()
    assert progress_words(driver) == "···················· 0 of 12 entries settled, 0 running"
    await driver.finish_observing()
    assert progress_words(driver) == "████████████████████ 12 of 12 entries settled, 0 running"
    await driver.close()


async def test_it_says_what_a_consolidation_has_filed_so_far(tmp_path: Path):
    bench = Bench(tmp_path)
    bench.turn_on()
    fill(bench.conversation, 6)
    driver = bench.driver()
    driver.take_over()
    await driver.finish_observing()
    assert await driver.consolidate() == 1
    (run,) = driver.in_flight
    await until(lambda: progress_words(driver).startswith(f"filing {run.handed} observation"))
    await driver.close()
