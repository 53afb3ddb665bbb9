"""The main screen while the place changes: outside edits, bursts, running workers."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from silcrow.curated.states import Entry
from silcrow.observational.observation import Observation
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.app import SilcrowApp
from silcrow_tui.screens.main import MainScreen
from tests.scenes import NOW, ScenePlace, scene
from tests.tui.bench import ENVIRON, pane_words, place_of, rows, words, workbench
from tests.tui.stage import until

MEDIUM, NARROW = (120, 36), (80, 24)


def with_entries(state: WorkspaceState, *texts: str, before: bool = False) -> WorkspaceState:
    """More entries in MEMORY, as another program would write them."""
    file = state.memory.memory
    old = [entry.text for entry in file.entries]
    every = [*texts, *old] if before else [*old, *texts]
    entries = tuple(Entry(number, text) for number, text in enumerate(every, 1))
    return replace(state, memory=replace(state.memory, memory=replace(file, entries=entries)))


async def test_an_outside_change_is_shown_and_the_cursor_stays_on_its_entry():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("j", "j")
        place = place_of(app)
        place.set_state(with_entries(place.state, "x", before=True))
        await until(pilot, lambda: "x\n" in "".join(f"{e.entry.text}\n" for e in rows(app, "entries").index.items[1:2]))
        await until(pilot, lambda: "Δ outside" in pane_words(app, "entries"))
        assert rows(app, "entries").current.entry.text == "Tests: run `just verify`, not pytest directly."
        assert "MEMORY changed outside: 1 added" in app.toasts.texts


async def test_an_outside_entry_loses_its_flag_once_it_was_looked_at():
    app = workbench("calm")
    async with app.run_test(size=MEDIUM) as pilot:
        place = place_of(app)
        place.set_state(with_entries(place.state, "from outside", before=True))
        await until(pilot, lambda: "Δ outside" in pane_words(app, "entries"))
        await pilot.press("g", "j")
        await until(pilot, lambda: "Δ outside" not in pane_words(app, "entries"))


async def test_what_this_window_wrote_is_not_flagged_as_outside():
    app = workbench("calm")
    async with app.run_test(size=MEDIUM) as pilot:
        await app.place.add("memory", "  written here ")
        await until(pilot, lambda: "written here" in pane_words(app, "entries") or rows(app, "entries").below)
        assert not any(row.outside for row in rows(app, "entries").index.items if hasattr(row, "outside"))
        assert app.toasts.texts == ()


async def test_a_burst_of_states_is_drawn_at_most_ten_times_a_second(monkeypatch: pytest.MonkeyPatch):
    app = workbench()
    drawn: list[WorkspaceState] = []
    show = MainScreen.show_state
    monkeypatch.setattr(MainScreen, "show_state", lambda self, state: (drawn.append(state), show(self, state))[1])
    async with app.run_test(size=MEDIUM) as pilot:
        place = place_of(app)
        before = len(drawn)
        loop = asyncio.get_running_loop()
        started = loop.time()
        for number in range(200):
            place.set_state(with_entries(place.state, f"burst {number}"))
            await asyncio.sleep(0)
        await until(pilot, lambda: app.state is place.state)
        assert len(drawn) - before <= 2 + (loop.time() - started) / 0.1


async def test_new_observations_wait_above_a_view_that_left_the_head():
    app = workbench("crowded")
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("3", *("j" * 30))
        current = rows(app, "pool").current
        place = place_of(app)
        observing = place.state.observational
        assert observing is not None
        fresh = tuple(Observation(f"2026-11-16T20:0{n}:00", f"fresh {n}", 9) for n in range(3))
        place.set_state(replace(place.state, observational=replace(observing, pool=(*observing.pool, *fresh))))
        await until(pilot, lambda: rows(app, "pool").newer == 3)
        assert rows(app, "pool").current == current
        assert "3 newer ↑" in words(app)


async def test_elapsed_times_tick_only_while_something_runs():
    now = [NOW]
    app = SilcrowApp(scene("busy"), clock=lambda: now[0], environ=ENVIRON)
    async with app.run_test(size=MEDIUM) as pilot:
        assert app.main._clock_timer is not None
        now[0] += 5
        app.main._tick()
        await pilot.pause()
        assert "chunk 11   0:12" in pane_words(app, "workers")
        assert "next try in 16 s" in words(app)
        place = place_of(app)
        place.set_state(scene("calm").state)
        await until(pilot, lambda: app.main._clock_timer is None)


async def test_a_running_run_that_ends_changes_its_row_in_place():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("4")
        place = place_of(app)
        first, *rest = place.state.runs
        done = replace(first, state="done", finished_at=NOW, summary="7 found")
        place.set_state(replace(place.state, runs=(rest[0], done, *rest[1:])))
        await until(pilot, lambda: "✓ done      obs    chunk 11   7 found" in pane_words(app, "workers"))
        assert rows(app, "workers").current.run.run_id == first.run_id


async def test_an_error_while_following_becomes_words_and_the_window_stays():
    class Broken(ScenePlace):
        async def states(self) -> AsyncIterator[WorkspaceState]:
            raise PermissionError("no entry: /secret")
            yield self.state

    app = workbench(Broken(scene("busy").state))
    async with app.run_test(size=MEDIUM) as pilot:
        await until(pilot, lambda: any("no entry: /secret" in text for text in app.toasts.texts))
        await pilot.press("4")
        assert app.main.pane.NAME == "workers"


async def test_reading_again_takes_the_newest_state():
    app = workbench("calm")
    async with app.run_test(size=MEDIUM) as pilot:
        place_of(app).state = scene("busy").state
        await pilot.press("R")
        await until(pilot, lambda: "1 drift" in words(app))
        assert ("refresh",) in place_of(app).asked


async def test_the_same_notice_counts_up_and_at_most_three_are_up():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        for _ in range(4):
            app.toast("Chunk 9 failed: rate limit", "warning")
        for number in range(3):
            app.toast(f"other {number}")
        await pilot.pause()
        assert app.toasts.texts == ("other 0", "other 1", "other 2")
        for _ in range(4):
            app.toast("other 2")
        assert app.toasts.texts == ("other 0", "other 1", "other 2 (×5)")


async def test_a_hundred_thousand_observations_are_taken_in_without_drawing_them():
    place = scene("calm")
    observing = place.state.observational
    assert observing is not None
    pool = tuple(Observation(f"2026-11-16T20:00:00.{n:05}", f"fact {n}", 9) for n in range(100_000))
    app = workbench(place)
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("3")
        place.set_state(replace(place.state, observational=replace(observing, pool=pool)))
        await until(pilot, lambda: "100,000" in words(app))
        assert "fact 99999" in words(app)
        assert len(rows(app, "pool")._strips) < 300


async def test_entries_of_another_folder_are_not_taken_for_outside_changes():
    app = workbench("calm")
    async with app.run_test(size=MEDIUM) as pilot:
        place = place_of(app)
        memory = place.state.memory
        elsewhere = replace(
            with_entries(place.state, "of another folder"),
            memory=replace(
                with_entries(place.state, "of another folder").memory,
                folder=memory.folder / "other",
                memory=replace(
                    with_entries(place.state, "of another folder").memory.memory, path=memory.folder / "other/MEMORY.md"
                ),
            ),
        )
        place.set_state(elsewhere)
        await until(pilot, lambda: app.state is elsewhere)
        assert not any(getattr(row, "outside", False) for row in rows(app, "entries").index.items)
        assert app.toasts.texts == ()
