"""Plans for tests: from texts alone, without a store."""

from pathlib import Path

from silcrow.curated.recovery.cutting import Grain
from silcrow.curated.recovery.decisions import KEEP
from silcrow.curated.recovery.judging import Scan, nothing_found
from silcrow.curated.recovery.plan import RecoveryPlan
from silcrow.curated.recovery.planning import Given, make_plan
from silcrow.curated.store_file import Content, Missing, StoreFile

NOWHERE = Path("/nowhere")


def plan_for(
    source: str | bytes,
    live: str | bytes | None = None,
    *,
    last: str | bytes | None = None,
    limit: int = 2_200,
    grain: Grain = "bullet",
    scan: Scan = nothing_found,
) -> RecoveryPlan:
    """A plan on the live file, or with ``live`` on a backup beside it."""
    content = _bytes(source)
    file = StoreFile("memory", NOWHERE, limit)
    path = file.path if live is None else NOWHERE / "MEMORY.md.bak.1"
    now = content if live is None else _bytes(live)
    read = Content(file.path, now) if now is not None else Missing(file.path)
    assert content is not None
    return make_plan(Given(file, read, path, content, _bytes(last), scan, grain))


def texts(plan: RecoveryPlan) -> list[str]:
    return [piece.text for piece in plan.pieces]


def keep_all(plan: RecoveryPlan) -> RecoveryPlan:
    """Every piece that may be stored as it is; what is there already stays captured."""
    ids = [
        piece.id
        for piece in plan.pieces
        if plan.why_not_keep(piece.id) is None and (piece.decision is None or piece.decision.kind != "captured")
    ]
    return plan.with_decisions(ids, KEEP)


def _bytes(text: str | bytes | None) -> bytes | None:
    return text.encode("utf-8") if isinstance(text, str) else text
