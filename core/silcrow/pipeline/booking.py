"""Booking a run: its cost goes into the ledger last, and so marks the run as dealt with."""

from msgspec.structs import asdict

from silcrow.observational import drafts
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.workers import Run


def book(memory: SessionMemory, run: Run, now: float) -> None:
    """Add the run's cost to the ledger. After this a restart does not look at its result again."""
    draft = drafts.cost(
        run_id=run.run_id,
        role=run.role,
        session_id=run.session_id,
        model=run.model,
        usd=run.cost_usd,
        usage=asdict(run.usage),
        source=run.cost_source,
        partial=run.partial,
    )
    memory.ledger.append(*draft, now=now)
    memory.ledger.refresh()


def booked_runs(memory: SessionMemory) -> frozenset[str]:
    """Runs that were dealt with to the end."""
    return frozenset(note.run_id for note, _ in memory.ledger.session_fold().costs)
