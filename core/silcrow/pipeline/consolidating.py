"""From the pool to topics: which observations are due, what the consolidator gets, what becomes of its work."""

from collections.abc import Sequence

from silcrow.observational import Observation, drafts
from silcrow.observational.filing_clock import consolidator_state
from silcrow.observational.pool import due_for_filing
from silcrow.pipeline.booking import book
from silcrow.pipeline.failure_kinds import NEEDS_A_PERSON
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.settings import ObservationalSettings
from silcrow.workers import Run, RunOutcome, WorkOrder
from silcrow.workers.applying import apply_plan, consolidated, finish_plan, read_plan, write_index, write_plan
from silcrow.workers.consolidator import consolidator_order, handed_to, plan_consolidation
from silcrow.workers.plan import Plan


def batch(
    memory: SessionMemory, settings: ObservationalSettings, now: float, delays: Sequence[float], *, asked: bool
) -> tuple[Observation, ...]:
    """The observations to file now: when the clock says so, or above the pool's target when somebody asks."""
    view = memory.view()
    target, trigger = settings.pool_target_tokens, settings.consolidate_at_pool_tokens
    if not asked:
        clock = consolidator_state(view, memory.runs.runs(), now, target=target, trigger=trigger, delays=delays)
        if clock.state != "due":
            return ()
    return due_for_filing(view.pool, target, trigger)


def order_for(
    memory: SessionMemory,
    observations: Sequence[Observation],
    settings: ObservationalSettings,
    now: float,
    *,
    pace_seconds: float = 0.0,
) -> WorkOrder:
    """The work order to file these observations, on a copy of topics and journey."""
    return consolidator_order(
        observations,
        runs=memory.runs,
        memory_folder=memory.folder,
        session_id=memory.session.session_id,
        model=settings.consolidator_model,
        limits=settings.limits,
        now=now,
        utc_offset=memory.view().utc_offset or 0,
        journey_target_tokens=settings.journey_target_tokens,
        pace_seconds=pace_seconds,
    )


def commit(memory: SessionMemory, outcome: RunOutcome, now: float) -> None:
    """Check, plan and apply what a consolidator did, retire what its files hold, then book its cost.

    To be called under the session's lock. A run that died half-way is finished from its plan; doing it twice for one
    run changes nothing.
    """
    run = outcome.run
    if outcome.result is not None:
        _carry_out(memory, run, _plan_of(memory, outcome, now), now)
    elif run.error is not None and run.error.kind in NEEDS_A_PERSON:
        memory.ledger.append(*drafts.paused("consolidator", run.error.words), now=now)
    book(memory, run, now)


def _plan_of(memory: SessionMemory, outcome: RunOutcome, now: float) -> Plan:
    assert outcome.result is not None
    paths = memory.runs.paths(outcome.run.run_id)
    begun = read_plan(paths)
    if begun is not None:
        return begun
    memory.refresh()
    open_ones = _not_retired(memory)
    plan = plan_consolidation(
        outcome.result,
        paths=paths,
        memory_folder=memory.folder,
        session_id=memory.session.session_id,
        handed=handed_to(paths, open_ones),
        active={observation.key for observation in open_ones},
        now=now,
    )
    write_plan(paths, plan)
    return plan


def _carry_out(memory: SessionMemory, run: Run, plan: Plan, now: float) -> None:
    """Files and archive first, then the drop record, then the index: a crash leaves a fact twice, never nowhere."""
    applied = apply_plan(plan, memory.folder)
    if applied.observations and run.run_id not in memory.ledger.session_fold().retired_by:
        source = memory.view().source
        draft = drafts.dropped(
            applied.observations,
            covers_up_to=source[-1].id if source else None,
            run_id=run.run_id,
            session_id=memory.session.session_id,
        )
        memory.ledger.append(*draft, now=now, durable=True)
    write_index(memory.folder)
    finish_plan(memory.runs.paths(run.run_id), plan)
    memory.runs.update(consolidated(run, plan, applied))


def _not_retired(memory: SessionMemory) -> tuple[Observation, ...]:
    """Observations of all branches that no run has retired: topics are one set for all of them."""
    fold = memory.ledger.session_fold()
    found = {observation.key: observation for observation in fold.unretired()}
    return tuple(found.values())
