"""Pool, chunks, runs and costs of the scenes."""

from typing import Any

from msgspec.structs import replace

from silcrow.observational.observation import ChunkRange, ChunkState, Observation
from silcrow.observational.status import (
    Cell,
    CompactionOutlook,
    ConsolidatorState,
    Cost,
    CostRow,
    Driver,
    LastError,
    ObservationalState,
    Topic,
)
from silcrow.workers.run import Role, Run, RunError, TokenUsage
from silcrow.workspace.place import FileChange, RunDetail, SourceText
from tests.scenes import texts
from tests.scenes.memory import MODEL, NOW, PROJECT, SESSION_ID


def observation(timestamp: str, content: str, run_id: str | None = None) -> Observation:
    tokens = -(-(len(timestamp) + 2 + len(content)) // 4)
    return Observation(timestamp, content, tokens, sources=("e0041", "e0042"), run_id=run_id)


def pool() -> tuple[Observation, ...]:
    return tuple(observation(when, what, "obs-20261116T195203-1c55") for when, what in texts.OBSERVATIONS)


def chunks() -> tuple[ChunkState, ...]:
    """Twelve stretches: two filed, three in the pool, nothing noted, a gap, a failure, two running, a raw tip."""
    shapes: tuple[tuple[Any, int, int, int, str | None], ...] = (
        ("recorded", 4_870, 0, 14, None),
        ("recorded", 4_921, 0, 18, None),
        ("recorded", 4_655, 3, 9, None),
        ("recorded", 4_990, 8, 0, None),
        ("empty", 4_102, 0, 0, None),
        ("recorded", 4_780, 6, 0, None),
        ("parked", 4_801, 0, 0, "no result: it ended without a result file"),
        ("recorded", 4_444, 3, 0, None),
        ("failed", 4_912, 0, 0, "rate limit: Too many requests, retry after 60 s"),
        ("running", 4_860, 0, 0, None),
        ("running", 4_733, 0, 0, None),
        ("raw", 3_812, 0, 0, None),
    )
    return tuple(
        ChunkState(
            range=ChunkRange(f"e{n * 22:04}", f"e{n * 22 + 21:04}"),
            outcome=outcome,
            tokens=tokens,
            first=n * 22,
            last=n * 22 + 21,
            attempt=3 if outcome == "parked" else int(outcome != "raw"),
            error=error,
            active=active,
            retired=retired,
            due_at=NOW + 21 if outcome == "failed" else None,
        )
        for n, (outcome, tokens, active, retired, error) in enumerate(shapes)
    )


STRIP: tuple[Cell, ...] = (
    "consolidated",
    "consolidated",
    "partly",
    "cut",
    "pool",
    "nothing",
    "pool",
    "gap",
    "pool",
    "failed",
    "running",
    "running",
    "raw",
    "tip",
)


def topics() -> tuple[Topic, ...]:
    def topic(name: str, title: str, summary: str, updated: str) -> Topic:
        return Topic(name, name.removesuffix(".md"), title, summary, updated, len(texts.TOPIC_TEXTS[name]))

    return (
        topic("gauge-ingest.md", "How gauge readings come in", "Feeds, units, gaps and the clock.", "2026-11-16"),
        topic("harbour-master.md", "What the harbour master owns", "thresholds.csv, alert texts.", "2026-11-14"),
        topic("rate-limits.md", "Limits per feed key", "One bucket per key; 429 with Retry-After.", "2026-11-16"),
        topic("test-habits.md", "How tests are run here", "just verify, fixed clocks.", "2026-11-15"),
    )


def run(run_id: str, role: Role, state: Any, age: float, seconds: float | None, cost: float | None, **more: Any) -> Run:
    """A run that began ``age`` seconds before ``NOW`` and took ``seconds``."""
    shape: dict[str, Any] = {"model": str(MODEL), "turns": 3, "usage": TokenUsage(5_210, 612, 1_800, 0), **more}
    return Run(
        run_id=run_id,
        role=role,
        state=state,
        session_id=SESSION_ID,
        pid=48_000 + int(age) % 900,
        process_started=NOW - age,
        started_at=NOW - age,
        finished_at=None if seconds is None else NOW - age + seconds,
        cost_usd=cost,
        cost_source=None if cost is None else "reply",
        **shape,
    )


FAILED_RUN = "obs-20261116T195510-1931"
DONE_RUN = "obs-20261116T195203-1c55"
FILING_RUN = "cons-20261116T191422-7a02"


def runs() -> tuple[Run, ...]:
    parts = [chunk.range for chunk in chunks()]
    refused = RunError("rate_limit", "Too many requests, retry after 60 s")
    nothing = RunError("no_result", "no result: it ended without a result file")
    return (
        run("obs-20261116T195753-77b0", "observer", "running", 7, None, 0.004, chunk=parts[10], turns=1, handed=19),
        run("obs-20261116T195748-3e91", "observer", "running", 12, None, 0.006, chunk=parts[9], turns=2, handed=24),
        run(
            FAILED_RUN,
            "observer",
            "failed",
            170,
            2,
            0.0,
            chunk=parts[8],
            error=refused,
            turns=0,
            usage=TokenUsage(),
            handed=21,
        ),
        run(DONE_RUN, "observer", "done", 357, 3, 0.009, chunk=parts[7], summary="20 found", handed=22),
        run("obs-20261116T193012-90aa", "observer", "empty", 1_668, 4, 0.003, chunk=parts[4], summary="nothing noted"),
        run(FILING_RUN, "consolidator", "done", 2_618, 38, 0.061, summary="41 filed in 4 topics", handed=41),
        run("cons-20261116T184011-0b6e", "consolidator", "reverted", 4_669, 35, 0.058, summary="36 back in the pool"),
        run(
            "obs-20261116T183300-5f12", "observer", "failed", 5_100, 90, None, chunk=parts[6], error=nothing, attempt=3
        ),
        run("obs-20261116T180712-c2d4", "observer", "done", 6_648, 5, 0.008, chunk=parts[5], summary="6 found"),
        run("obs-20261116T174402-19ef", "observer", "stopped", 8_038, 6, 0.002, chunk=parts[3], partial=True),
    )


def cost() -> Cost:
    return Cost(
        total_usd=1.442,
        own_usd=0.412,
        inherited_usd=1.030,
        runs=44,
        unpriced=1,
        partial=True,
        by_role=(CostRow("observer", 0.236, 41, 1), CostRow("consolidator", 0.176, 3)),
        by_model=(CostRow("acme/large-4", 0.412, 43, 1), CostRow("builtin/extractive", 0.0, 1)),
        by_day=(
            CostRow("2026-11-12", 0.311, 12),
            CostRow("2026-11-13", 0.402, 15),
            CostRow("2026-11-14", 0.187, 7),
            CostRow("2026-11-15", 0.130, 5),
            CostRow("2026-11-16", 0.412, 5, 1),
        ),
    )


def spending() -> tuple[CostRow, ...]:
    """All sessions together: more than this one, on some days only others."""
    return (
        CostRow("2026-11-10", 0.208, 8),
        CostRow("2026-11-12", 0.644, 25),
        CostRow("2026-11-13", 0.902, 31),
        CostRow("2026-11-14", 0.187, 7),
        CostRow("2026-11-15", 0.130, 5),
        CostRow("2026-11-16", 0.741, 9, 1),
    )


def observational(**changes: Any) -> ObservationalState:
    state = ObservationalState(
        folder=PROJECT / ".memory" / SESSION_ID,
        enabled=True,
        driver=Driver("this", 4_242, "on · this window drives"),
        paused={},
        running=2,
        max_running=4,
        queued=1,
        pool=pool(),
        dropped=41,
        total=61,
        pool_tokens=14_210,
        pool_target=10_000,
        pool_trigger=20_000,
        next_to_file=6,
        raw_tokens=3_812,
        chunk_tokens=5_000,
        chunks=chunks(),
        settled_to="e0131",
        consolidator=ConsolidatorState("not_due", "5,790 tokens to go until 20,000"),
        topics=topics(),
        journey_tokens=82,
        context_tokens=61_204,
        projected_tokens=66_900,
        compact_at=100_000,
        cost=cost(),
        timeline=STRIP,
        compaction=CompactionOutlook(198, "e0198", 66_900, 24_310),
        last_error=LastError(FAILED_RUN, "rate_limit", "Too many requests, retry after 60 s", NOW - 168, 1),
    )
    return replace(state, **changes)


def switched_off() -> ObservationalState:
    """A long session in which memory was never turned on: one raw stretch, nothing run, nothing spent."""
    raw = ChunkState(ChunkRange("e0000", "e0263"), "raw", 41_300, 0, 263)
    return observational(
        enabled=False,
        driver=Driver("off", None, "off"),
        running=0,
        queued=0,
        pool=(),
        dropped=0,
        total=0,
        pool_tokens=0,
        next_to_file=0,
        raw_tokens=41_300,
        chunks=(raw,),
        settled_to=None,
        consolidator=ConsolidatorState("off", "memory is off for this session"),
        topics=(),
        journey_tokens=0,
        cost=Cost(0.0, 0.0, 0.0, 0, 0, False),
        timeline=("raw", "tip"),
        last_error=None,
    )


def run_details() -> dict[str, RunDetail]:
    rows = {row.run_id: row for row in runs()}
    noted = tuple(item for item in pool() if item.timestamp >= "2026-11-16T19:30")
    filed = tuple(observation(when, what, FILING_RUN) for when, what in texts.OBSERVATIONS[12:15])
    changed = (
        FileChange("rate-limits.md", texts.TOPIC_BEFORE, texts.TOPIC_TEXTS["rate-limits.md"]),
        FileChange("harbour-master.md", "", texts.TOPIC_TEXTS["harbour-master.md"]),
    )
    papers = {
        FAILED_RUN: RunDetail(rows[FAILED_RUN], texts.OBSERVER_PROMPT, "", texts.FAILED_LOG),
        DONE_RUN: RunDetail(rows[DONE_RUN], texts.OBSERVER_PROMPT, texts.OBSERVER_OUTPUT, texts.OBSERVER_LOG, noted),
        FILING_RUN: RunDetail(rows[FILING_RUN], "File these.", "{}", texts.OBSERVER_LOG, filed, changed),
    }
    plain = {key: RunDetail(row, texts.OBSERVER_PROMPT, "", texts.OBSERVER_LOG) for key, row in rows.items()}
    return plain | papers


def source_texts() -> tuple[SourceText, ...]:
    return (
        SourceText("e0041", "user", "2026-11-16T19:28:11.000Z", "What should a feed see that asks too often?"),
        SourceText(
            "e0042", "assistant", "2026-11-16T19:30:02.000Z", "429 with Retry-After: the bucket knows the time."
        ),
    )
