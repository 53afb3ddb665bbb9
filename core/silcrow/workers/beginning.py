"""The first record of a run, and the files that its worker reads."""

from silcrow.files import write_atomic
from silcrow.processes import own_identity
from silcrow.workers.order import WorkOrder, order_document
from silcrow.workers.run import Run
from silcrow.workers.run_folder import RunFolder


def new_run(order: WorkOrder, runs: RunFolder, now: float) -> Run:
    """The run of an order as it begins at ``now`` (Unix seconds), owned by this process; nothing is written yet."""
    owner = own_identity()
    return Run(
        run_id=order.run_id or runs.new_run_id(order.role, now),
        role=order.role,
        state="running",
        model=str(order.model),
        session_id=order.session_id,
        pid=None,
        process_started=None,
        started_at=now,
        chunk=order.chunk,
        attempt=order.attempt,
        cost_usd=0.0 if order.model.builtin else None,
        cost_source="builtin" if order.model.builtin else "unpriced",
        handed=order.handed,
        prompt_version=order.prompt_version,
        owner_pid=owner.pid,
        owner_started=owner.started,
    )


def write_input(order: WorkOrder, run: Run, runs: RunFolder) -> None:
    """Put the run on record, then its prompt and its order; when that fails, nothing of the run is on record."""
    paths = runs.paths(run.run_id)
    for leftover in (paths.result, paths.cost):
        leftover.unlink(missing_ok=True)
    try:
        # The record comes first: whatever happens next, the run is known and somebody can settle it.
        runs.update(run)
        write_atomic(paths.prompt, order.prompt.encode("utf-8", "surrogatepass"), durable=False)
        runs.write(paths.order, order_document(order, run.run_id))
    except BaseException:
        # It never began. A record of it would say for ever that it runs.
        paths.record.unlink(missing_ok=True)
        raise
