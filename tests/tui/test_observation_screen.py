from silcrow_tui.screens.observation import ObservationScreen
from tests.scenes import scene
from tests.scenes.observing import pool
from tests.tui.stage import Stage, until, words_of


async def test_an_observation_is_shown_with_the_entries_it_rests_on():
    screen = ObservationScreen(scene("busy"), pool()[-1])
    async with Stage(screen).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "429 with Retry-After: the bucket knows the time." in words_of(screen))
        words = words_of(screen)
        assert "Moved burst handling into TokenBucket.take" in words
        assert "user · 2026-11-16 19:28:11  e0041" in words
        assert "rests on 2 entries · run obs-20261116T195203-1c55" in words


async def test_missing_sources_are_told():
    place = scene("busy")
    place.sources = ()
    screen = ObservationScreen(place, pool()[0])
    async with Stage(screen).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Its source entries are not in this session file." in words_of(screen))
