"""Whole states, one for each situation that a screen has to show."""

from pathlib import Path

from msgspec.structs import replace

from silcrow.curated.states import Drift
from silcrow.observational.observation import ChunkRange, ChunkState
from silcrow.observational.status import (
    ConsolidatorState,
    CostRow,
    Driver,
    LastError,
)
from silcrow.settings import SettingsProblem
from silcrow.workers.run import RunError
from silcrow.workspace.state import Live, Waiting, WorkspaceState
from tests.scenes import texts
from tests.scenes.memory import (
    AGENT_DIR,
    FOLDER,
    HOUR,
    NOW,
    PROJECT,
    backups,
    curated,
    drifted_user,
    memory_file,
    session_state,
    sessions,
    settings,
    typo,
)
from tests.scenes.observing import (
    DONE_RUN,
    FAILED_RUN,
    chunks,
    cost,
    observation,
    observational,
    run,
    runs,
    spending,
    switched_off,
    topics,
)
from tests.scenes.recovering import legacy_backup, legacy_user


def busy_state() -> WorkspaceState:
    """Everything at once: a nearly full file, a drift, backups, a gap, a failed run, two running ones."""
    problems = (typo(),)
    return WorkspaceState(
        taken_at=NOW,
        agent_dir=AGENT_DIR,
        project=PROJECT,
        memory=curated(memory_file("memory", texts.MEMORY_ENTRIES, 2_200), drifted_user(), backups()),
        settings=settings(problems),
        problems=problems,
        session=session_state(),
        observational=observational(),
        runs=runs(),
        waiting=(
            Waiting("drift", 1, "1 drift", "2"),
            Waiting("gap", 1, "1 gap", "4"),
            Waiting("failed_run", 1, "1 failed run", "4"),
            Waiting("settings", 1, "1 settings error", ","),
        ),
        live=Live("live", "live"),
        spending=spending(),
        other_sessions=312,
    )


def legacy_state() -> WorkspaceState:
    """A USER.md that holds the notes of an older program as one entry, with its backup."""
    calm = calm_state()
    return replace(
        calm,
        memory=replace(calm.memory, user=legacy_user(), backups=(legacy_backup(), *calm.memory.backups)),
        waiting=(Waiting("drift", 1, "1 drift", "2"),),
    )


def calm_state() -> WorkspaceState:
    """Nothing waits: both files clean, everything filed or in the pool, no worker runs."""
    busy = busy_state()
    done = tuple(row for row in busy.runs if row.state in ("done", "empty"))
    user = memory_file("user", texts.USER_ENTRIES, 1_375)
    memory = memory_file("memory", texts.MEMORY_ENTRIES[:9], 2_200)
    quiet = observational(
        running=0,
        queued=0,
        last_error=None,
        chunks=tuple(chunk for chunk in chunks() if chunk.outcome in ("recorded", "empty", "raw")),
        timeline=("consolidated", "consolidated", "partly", "cut", "pool", "nothing", "pool", "pool", "raw", "tip"),
    )
    return replace(
        busy, memory=curated(memory, user), settings=settings(), problems=(), observational=quiet, runs=done, waiting=()
    )


def off_state() -> WorkspaceState:
    """Memory files as usual; observing was never turned on."""
    return replace(calm_state(), observational=switched_off(), runs=())


def empty_state() -> WorkspaceState:
    """The folder is there and blank; observing is on and has seen almost nothing."""
    blank = curated(memory_file("memory", (), 2_200), memory_file("user", (), 1_375))
    started = replace(
        switched_off(),
        enabled=True,
        driver=Driver("this", 4_242, "on · this window drives"),
        raw_tokens=3_812,
        chunks=(ChunkState(ChunkRange("e0000", "e0021"), "raw", 3_812, 0, 21),),
        consolidator=ConsolidatorState("not_due", "20,000 tokens to go until 20,000"),
    )
    return replace(calm_state(), memory=blank, observational=started, runs=())


def no_session_state() -> WorkspaceState:
    """Memory files, and a project in which pi never ran."""
    return replace(calm_state(), session=None, observational=None, runs=())


def first_run_state() -> WorkspaceState:
    """No folder, no session, no settings: a fresh machine."""
    blank = curated(memory_file("memory", (), 2_200), memory_file("user", (), 1_375), exists=False)
    return replace(no_session_state(), memory=blank, live=Live("missing", "folder missing"), other_sessions=0)


def unreadable_state() -> WorkspaceState:
    """MEMORY.md is not UTF-8, and file events do not arrive here."""
    broken = memory_file("memory", (), 2_200, exists=True, unreadable="byte 1,204 is not UTF-8", mtime=NOW - HOUR)
    user = memory_file("user", texts.USER_ENTRIES, 1_375)
    return replace(
        calm_state(),
        memory=curated(broken, user),
        waiting=(Waiting("unreadable", 1, "1 unreadable", "2"),),
        live=Live("checking", "checking every 5 s: no file events here"),
    )


def crowded_state() -> WorkspaceState:
    """Five thousand observations and two hundred runs."""
    noted = tuple(
        observation(
            f"2026-11-{1 + n // 400:02}T{n // 60 % 24:02}:{n % 60:02}:00", f"Observation {n + 1} of the long month."
        )
        for n in range(5_000)
    )
    many = tuple(
        run(f"obs-20261115T{n:06}-{n:04x}", "observer", "done", 3_600 + 60.0 * n, 3, 0.002, summary=f"{n % 30} found")
        for n in range(200)
    )
    busy = busy_state()
    return replace(busy, observational=observational(pool=noted, total=5_041), runs=(*busy.runs, *many))


def hostile_state() -> WorkspaceState:
    """Every text that a person, a model or a file can bring in is an attack on the terminal or the markup parser."""
    bad = texts.HOSTILE
    one = " ".join(bad[:7]).replace("\n", " ")
    entries = (*bad, texts.ONE_MEGABYTE)
    drift = Drift("conflict", f"conflict {one}", entry=1, length=9, limit=1_375)
    summary = replace(sessions()[0], name=one, cwd=f"/home/user/{bad[2]}{bad[5]}{bad[8]}")
    failed = RunError("exit", f"exit 3: {one}")
    papers = tuple(
        replace(row, model=f"{bad[2]}/{bad[6]}", summary=one, error=failed if row.error else None) for row in runs()
    )
    noted = tuple(
        observation(f"2026-11-16T10:{n:02}:00", text.replace("\n", " "), DONE_RUN) for n, text in enumerate(entries)
    )
    files = tuple(replace(topic, title=one, summary=one, updated=bad[6]) for topic in topics())
    problem = SettingsProblem(Path(f"/tmp/{bad[2]}{bad[5]}.json"), bad[2], one, 1)
    kept = tuple(
        replace(backup, path=FOLDER / f"USER.md.bak.{n}{bad[5]}{bad[2]}") for n, backup in enumerate(backups())
    )
    memory = memory_file("memory", entries, 2_200_000, notes=(one,))
    user = memory_file("user", bad[:3], 1_375, drift=drift)
    spent = replace(cost(), by_role=(CostRow(one, 0.1, 1),), by_model=(CostRow(one, 0.1, 1),))
    watching = observational(
        driver=Driver("other", 77, f"on · process 77 {one}"),
        paused={"observer": one},
        pool=noted,
        topics=files,
        cost=spent,
        chunks=tuple(replace(chunk, error=one if chunk.error else None) for chunk in chunks()),
        consolidator=ConsolidatorState("paused", one),
        last_error=LastError(FAILED_RUN, "exit", one, NOW - 60, 4),
    )
    return replace(
        busy_state(),
        agent_dir=Path(f"/home/user/{bad[4]}{bad[2]}"),
        project=Path(f"/home/user/{bad[2]}{bad[5]}{bad[8]}"),
        memory=replace(curated(memory, user, kept), folder=Path(f"/home/user/{bad[2]}{bad[5]}")),
        settings=settings((problem,)),
        problems=(problem,),
        session=session_state(summary=summary, name=one, warnings=(one,), reason=one),
        observational=watching,
        runs=papers,
        live=Live("checking", one),
    )
