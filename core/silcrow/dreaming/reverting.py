"""Taking a dream back: all that it changed, in one step, with the history's own undo."""

from msgspec import Struct
from msgspec.structs import replace

from silcrow.curated import MemoryStore
from silcrow.curated.results import Failure
from silcrow.curated.undo_order import action_of, taken_back
from silcrow.dreaming.report import Report, ReportFolder
from silcrow.pipeline.answers import NotDone


class Reverted(Struct, frozen=True):
    """A dream that is taken back."""

    report: Report
    message: str
    """What the files say, in one sentence."""
    waiting: int = 0
    """Proposals of this dream that still wait for review."""
    notes: tuple[str, ...] = ()


def revert(
    store: MemoryStore, reports: ReportFolder, report_id: str | None, now: float
) -> Reverted | NotDone | Failure:
    """Take back the dream of this id, by default the newest that changed something and still stands.

    What a person changed since stays: entries are then put back one by one, and where that can't be done the answer is
    the failure of the undo, with nothing changed.
    """
    report = _named(store, reports, report_id)
    if isinstance(report, NotDone):
        return report
    answer = store.undo(report.changes[0])
    if isinstance(answer, Failure):
        return answer
    report = replace(report, reverted_at=now)
    notes = list(answer.notes)
    try:
        reports.write(report)
    except OSError as error:
        notes.append(f"the report could not be marked as taken back: {error.strerror}")
    waiting = sum(each.origin is not None and each.origin.run_id == report.id for each in store.proposals())
    return Reverted(report, answer.message or "Taken back.", waiting, tuple(notes))


def _named(store: MemoryStore, reports: ReportFolder, report_id: str | None) -> Report | NotDone:
    history = store.folder.history.changes()
    undone, actions = taken_back(history), {change.id: action_of(change) for change in history}
    found = [each for each in reports.ids() if report_id is None or each.startswith(report_id)]
    if report_id is not None and len(found) != 1:
        words = f"{len(found)} dreams begin" if found else "No dream begins"
        return NotDone("ambiguous" if found else "no_match", f"{words} with {report_id}.")
    for each in found:
        report = reports.read(each)
        stands = report is not None and report.changes and report.reverted_at is None
        if report is not None and stands and actions.get(report.changes[0]) not in undone:
            return report
    return NotDone("nothing", "No dream stands that changed anything by itself.")
