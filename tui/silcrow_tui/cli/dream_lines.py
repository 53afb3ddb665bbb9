"""Dreaming as lines for people. Content in them is not made safe yet: print them with ``say``."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from silcrow.curated import FILE_NAMES
from silcrow.dreaming.gate import DreamStatus
from silcrow_tui.cli.output import one_line, table
from silcrow_tui.widgets.words import counted, usd

if TYPE_CHECKING:
    from silcrow.dreaming.report import Report
    from silcrow.dreaming.reverting import Reverted
    from silcrow.dreaming.steps import Step

_BESIDE = 16
_HELD = {
    "share": "it takes away much at once",
    "pinned": "the entry is pinned",
    "edited": "a person changed the entry since",
    "asked": "everything waits in this dream",
}


def status_lines(status: DreamStatus) -> list[str]:
    """The gate's sentence, how it is set, and what came of the last dream."""
    rows = [("dream", status.words), ("model", f"{status.model}, mode {status.mode}")]
    if status.last_at is not None:
        rows.append(("last", _moment(status.last_at)))
    if status.last is not None:
        from silcrow.dreaming.report import report_words

        rows.append(("outcome", report_words(status.last)))
    rows += (("note", note) for note in status.notes)
    return table(rows)


def report_lines(report: "Report", *, whole: bool = False) -> list[str]:
    """What a dream did; with ``whole`` each text in full and what it rests on."""
    from silcrow.dreaming.report import report_words

    lines = [report_words(report)]
    lines += _part("Would be made" if report.dry_run else "Made", ((step, "") for step in report.taken), whole=whole)
    held = ((each.step, _HELD.get(each.reason, each.reason)) for each in report.held)
    lines += _part("Would wait for review" if report.dry_run else "Waits for review", held, whole=whole)
    lines += _part("Refused", ((each.step, each.words) for each in report.refused), whole=whole)
    lines += _part("There already", ((step, "") for step in report.unchanged), whole=whole)
    lines += [f"note: {note}" for note in report.notes]
    if whole:
        runs = counted(len(report.runs), "run")
        lines.append(f"{report.id}, {_moment(report.started_at)}, {report.model}, {runs}, {usd(report.cost_usd)}")
    if report.reverted_at is not None:
        lines.append(f"Taken back {_moment(report.reverted_at)}.")
    elif report.changes:
        lines.append("`silcrow dream revert` takes back what was made.")
    if report.held and not report.dry_run:
        lines.append("`silcrow review list` lists what waits.")
    return lines


def reverted_lines(reverted: "Reverted") -> list[str]:
    """What was put back, and what of the dream still waits."""
    lines = [f"Taken back: {counted(len(reverted.report.taken), 'change')} of {reverted.report.id}."]
    lines += [f"note: {note}" for note in reverted.notes]
    if reverted.waiting:
        waits = counted(reverted.waiting, "change")
        lines.append(f"{waits} of it still {'waits' if reverted.waiting == 1 else 'wait'}; `silcrow review list`.")
    return lines


def _part(title: str, steps: "Iterable[tuple[Step, str]]", *, whole: bool) -> list[str]:
    listed: Sequence[tuple[Step, str]] = list(steps)
    if not listed:
        return []
    lines = [f"{title}:"]
    for step, why in listed:
        text = step.new if step.new is not None else step.old or ""
        lines.append(f"  {step.op} in {FILE_NAMES[step.target]}: {text if whole else one_line(text, beside=_BESIDE)}")
        if whole and step.op == "replace":
            lines.append(f"    before: {step.old}")
        lines += [f"    {why}"] if why else []
        if whole:
            lines += (
                f"    rests on: session {each.session} entry {each.entry}, {_moment(each.time)}: {each.quote}"
                for each in step.evidence
            )
    return lines


def _moment(unix: float) -> str:
    return datetime.fromtimestamp(unix).astimezone().strftime("%Y-%m-%d %H:%M")
