"""How fast the workbench comes, follows and goes, beside a bare app of the same toolkit.

    python benchmarks/workbench.py [--short]

Every figure is of real files and a real place, on a screen of 120 by 36 without a terminal behind it. Promised: the
first frame in at most 2.0 of the time that a bare app with five empty lists takes, whole processes compared in turns;
100,000 observations shown in less than 150 ms once they are read; a key in less than 16 ms of processor time and 500
new ones in less than 30 ms, both among these; a change from outside shown in a median of less than 300 ms while four
workers run; an end in less than 500 ms with workers running; less than 150 MB of memory with 100,000 observations.
Exits with 1 when a promise is not kept.
"""

import asyncio
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from large_place import LargePlace

# What a mode needs is imported in it, so that each process pays for its own.

SIZE = (120, 36)
MANY = 100_000
FRAME_RATIO, OPEN_SECONDS, KEY_SECONDS, BURST_SECONDS = 2.0, 0.150, 0.016, 0.030
OUTSIDE_SECONDS, QUIT_SECONDS, MEGABYTES = 0.300, 0.500, 150


def bare() -> None:
    from textual.app import App
    from textual.widgets import OptionList

    class Bare(App[None]):
        def compose(self) -> Any:
            for _ in range(5):
                yield OptionList()

    Bare().run()


def opened() -> None:
    """The program as people start it, on a place that stands already."""
    from silcrow_tui.cli import main

    sys.argv = ["silcrow"]
    main()


async def until(condition: Callable[[], object], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("never came true")
        await asyncio.sleep(0.002)


async def after_refresh(app: Any) -> None:
    painted = asyncio.Event()
    app.call_after_refresh(painted.set)
    await painted.wait()


def large() -> dict[str, float]:
    """Opening, moving in and adding to a list of 100,000, and the memory of it all."""
    from large_place import LargePlace

    from silcrow.workspace import Workspace
    from silcrow_tui.app import SilcrowApp
    from silcrow_tui.panes.pool import PoolPane

    found: dict[str, float] = {}

    class Shown(SilcrowApp):
        """Notes what passes between a state's coming and its being on the screen; reading is done before that."""

        seconds = processor = 0.0

        def watch_state(self) -> None:
            came, used = time.perf_counter(), time.thread_time()

            def painted() -> None:
                self.seconds, self.processor = time.perf_counter() - came, time.thread_time() - used

            self.call_after_refresh(painted)

    async def measure(place: LargePlace, quiet: LargePlace) -> None:
        async with Workspace(quiet.where(), quiet.environ) as workspace:
            app = Shown(workspace)
            async with app.run_test(size=SIZE) as pilot:
                await pilot.press("3")
                pool = app.main.query_one(PoolPane)
                assert pool.rows is not None

                async def shown(count: int) -> None:
                    await until(lambda: len(pool.rows.index.items) >= count)
                    await after_refresh(app)

                await workspace.open_session(place.session)
                await shown(MANY)
                found["open"], found["megabytes"] = app.seconds, resident_megabytes()
                keys = ("j", "j", "pagedown", "k", "j") * 20
                start = time.thread_time()
                await pilot.press(*keys)
                found["key"] = (time.thread_time() - start) / len(keys)
                place.add(500)
                await shown(MANY + 500)
                found["burst"] = app.processor

    with TemporaryDirectory() as folder:
        asyncio.run(measure(LargePlace(Path(folder), MANY, number=1), LargePlace(Path(folder), 200, number=2)))
    return found


def busy() -> dict[str, float]:
    """Changes from outside while four workers run, and leaving in the middle."""
    from silcrow.pipeline import Pace
    from silcrow.workspace import Workspace
    from silcrow_tui.app import SilcrowApp
    from silcrow_tui.demo.player import play
    from silcrow_tui.demo.stage import demo_stage
    from silcrow_tui.panes.entries import EntriesPane

    found: dict[str, float] = {}

    async def measure(stage: Any) -> None:
        pace = Pace(worker_seconds=600.0)
        async with Workspace(stage.where(), stage.environ, pace=pace) as place:
            await place.set_enabled(True)
            app = SilcrowApp(place)
            async with app.run_test(size=SIZE):
                playing = asyncio.create_task(play(stage, store_on(stage), speed=None))
                await until(lambda: app.state.observational and app.state.observational.running >= 4)
                memory, rows = stage.agent_dir / "memories" / "USER.md", app.main.query_one(EntriesPane).rows
                assert rows is not None
                waits: list[float] = []
                for number in range(15):
                    text = f"outside change {number}"
                    kept = memory.read_text()
                    start = time.perf_counter()
                    memory.write_text(f"{text}\n§\n{kept}" if number % 2 else text)
                    await until(
                        lambda wanted=text: any(wanted in entry.text for entry in app.state.memory.user.entries)
                    )
                    await after_refresh(app)
                    waits.append(time.perf_counter() - start)
                found["outside"] = statistics.median(waits)
                found["running"] = float(app.state.observational.running) if app.state.observational else 0.0
                playing.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await playing
                start = time.perf_counter()
                await app.leave()
        found["quit"] = time.perf_counter() - start

    with demo_stage(os.environ) as stage:
        settings = stage.agent_dir / "settings.json"
        settings.write_text(re.sub(r'"observerConcurrency": \d+', '"observerConcurrency": 4', settings.read_text()))
        asyncio.run(measure(stage))
    return found


def store_on(stage: Any) -> Any:
    from silcrow_tui.cli.places import store_of

    return store_of(stage.where())


def resident_megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000


def run_mode(mode: str, place: "LargePlace | None" = None) -> tuple[float, str]:
    """One mode in a process of its own: wall seconds and what it printed."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if mode in FIRST_FRAMES:
        environ["TEXTUAL_DRIVER"] = "first_frame:Unseen"
    if place is not None:
        environ |= place.environ
    start = time.perf_counter()
    command = [sys.executable, str(Path(__file__).resolve()), "--mode", mode]
    ended = subprocess.run(
        command, cwd=place and place.project, env=environ, check=True, capture_output=True, text=True
    )
    return time.perf_counter() - start, ended.stdout


def first_frames(rounds: int) -> tuple[float, float]:
    """Median seconds to the first frame: the bare app, the workbench on a place with 200 observations."""
    from large_place import LargePlace

    times: dict[str, list[float]] = {mode: [] for mode in FIRST_FRAMES}
    with TemporaryDirectory() as folder:
        place = LargePlace(Path(folder), 200)
        for mode in times:
            run_mode(mode, place)
        for _ in range(rounds):
            for mode, taken in times.items():
                taken.append(run_mode(mode, place)[0])
    return statistics.median(times["bare"]), statistics.median(times["opened"])


def main() -> int:
    bare_seconds, our_seconds = first_frames(3 if "--short" in sys.argv else 9)
    many, few = json.loads(run_mode("large")[1]), json.loads(run_mode("busy")[1])
    ratio = our_seconds / bare_seconds
    figures = [
        ("first frame, a bare app", f"{bare_seconds * 1000:,.0f} ms", True),
        (f"first frame ({FRAME_RATIO:.1f} of it)", f"{our_seconds * 1000:,.0f} ms, {ratio:.2f}", ratio <= FRAME_RATIO),
        _below("100,000 observations shown", many["open"], OPEN_SECONDS),
        _below("a key among them, processor", many["key"], KEY_SECONDS),
        _below("500 new ones, processor", many["burst"], BURST_SECONDS),
        ("memory with them", f"{many['megabytes']:.0f} of {MEGABYTES} MB", many["megabytes"] < MEGABYTES),
        _below(f"outside change, {few['running']:.0f} workers", few["outside"], OUTSIDE_SECONDS),
        _below("leaving with workers", few["quit"], QUIT_SECONDS),
    ]
    for name, value, kept in figures:
        print(f"{name:<34}{value:>22}  {'' if kept else 'PROMISE NOT KEPT'}")
    return 0 if all(kept for _, _, kept in figures) else 1


def _below(name: str, seconds: float, bar: float) -> tuple[str, str, bool]:
    return name, f"{seconds * 1000:,.1f} of {bar * 1000:.0f} ms", seconds < bar


FIRST_FRAMES = ("bare", "opened")
MODES: dict[str, Callable[[], Any]] = {"bare": bare, "opened": opened, "large": large, "busy": busy}

if __name__ == "__main__":
    if "--mode" in sys.argv:
        print(json.dumps(MODES[sys.argv[sys.argv.index("--mode") + 1]]()))
    else:
        sys.exit(main())
