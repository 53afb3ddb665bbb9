"""What taking a consolidation back would do, told before it is done."""

from silcrow.pipeline.answers import NotDone
from silcrow.pipeline.reverting import Reverted, chosen_runs
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.workers import Refusal, Run
from silcrow.workers.applying import read_plan
from silcrow.workers.restoring import FilesAhead


def forecast_revert(memory: SessionMemory, run_id: str) -> Reverted | NotDone:
    """What ``revert`` would answer now. Only reads, and needs no lock: files may still change until it is done."""
    memory.refresh()
    runs = chosen_runs(memory, run_id)
    if isinstance(runs, NotDone):
        return runs
    ahead = FilesAhead(memory.folder)
    put_back: set[str] = set()
    left: dict[str, Refusal] = {}
    for run in runs:
        paths = memory.runs.paths(run.run_id) if isinstance(run, Run) else None
        plan = read_plan(paths) if paths is not None else None
        if paths is None or plan is None:
            continue
        restored = ahead.restore(plan, paths)
        put_back |= set(restored.put_back)
        left |= {refusal.name: refusal for refusal in restored.left}
    run_ids = tuple(run.run_id if isinstance(run, Run) else run for run in runs)
    retired = memory.ledger.session_fold().retired_by
    return Reverted(
        run_ids,
        sum(retired.get(each, 0) for each in run_ids),
        tuple(sorted(put_back - left.keys())),
        tuple(left[name] for name in sorted(left)),
    )
