"""What a person takes out of the pool, and consolidations that are taken back, with the words for it."""

from collections.abc import Mapping, Sequence

from silcrow.observational import Observation
from silcrow.observational.archive import Archived
from silcrow.observational.records import DROP_PREFIX
from silcrow.pipeline import Driver, NotDone, SessionMemory
from silcrow.pipeline.dropping import retire
from silcrow.pipeline.holding import hold_session
from silcrow.pipeline.reverting import Reverted, revert
from silcrow.pipeline.spend import SpendLog
from silcrow.pipeline.spend_place import spend_path
from silcrow.workspace.place import Answer

WAITS = "Consolidating waits until you start it (x c), so that this does not happen again at once."
_NAMED = 2
"""Files that are named one by one."""


def drop(memory: SessionMemory, observations: Sequence[Observation], *, now: float) -> Answer:
    """Take these out of the pool, into the archive, all of them under one id; what has left it is passed over."""
    memory.refresh()
    pool = {each.key for each in memory.view().pool}
    found = [each for each in observations if each.key in pool]
    if not found:
        return Answer(False, "It is not in the pool any more.", "gone")
    run_id = retire(memory, [Archived(each, "", "dropped", "") for each in found], now=now)
    what, they, them = ("Dropped", "it is", "it") if len(found) == 1 else (f"Dropped {len(found)}", "they are", "them")
    return Answer(True, f"{what}; {they} in the archive. `silcrow om revert {run_id}` brings {them} back.")


def take_back(
    memory: SessionMemory,
    driver: Driver | None,
    run_id: str,
    *,
    environ: Mapping[str, str],
    purpose: str,
    now: float,
) -> Answer:
    """Revert a run and all later ones: by the driver that is here, else by holding the session for that moment."""
    if driver is not None and driver.holds:
        return _told(driver.revert(run_id))
    with hold_session(memory, purpose=purpose, now=now, spend=SpendLog(spend_path(environ))) as busy:
        if busy is not None:
            who = busy.holder or "Another process"
            return Answer(False, f"{who} drives this session: revert it there, or close that first.", "busy")
        return _told(revert(memory, run_id, now=now))


def _told(taken_back: Reverted | NotDone) -> Answer:
    if isinstance(taken_back, NotDone):
        return Answer(False, taken_back.words, taken_back.code)
    if all(run_id.startswith(DROP_PREFIX) for run_id in taken_back.run_ids):
        return Answer(True, " ".join(revert_sentences(taken_back)))
    before = "this run" if len(taken_back.run_ids) == 1 else f"these {len(taken_back.run_ids)} runs"
    return Answer(True, f"Back to before {before}: {' '.join(revert_sentences(taken_back))} {WAITS}")


def revert_sentences(taken_back: Reverted) -> tuple[str, ...]:
    """What is put back, what returns, and each file that stays with the reason; the same before it and after it."""
    files, left = len(taken_back.put_back), taken_back.left
    total = files + len(left)
    returned = (
        "1 observation returns" if taken_back.observations == 1 else f"{taken_back.observations:,} observations return"
    )
    is_ = "is" if total == 1 else "are"
    back = f"{files} of {total} {'file' if total == 1 else 'files'} {is_} put back, " if total else ""
    more = (f"{len(left) - _NAMED} more stay as they are.",) if len(left) > _NAMED else ()
    named = (f"{refusal.name} {_as_clause(refusal.reason)}." for refusal in left[:_NAMED])
    return (f"{back}{returned} to the pool.", *named, *more)


def _as_clause(reason: str) -> str:
    return reason if reason.startswith("changed") else f"stays: {reason}"
