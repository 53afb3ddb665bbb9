"""What a dream did, as plain lines that the command line prints and the workbench shows. Not made safe yet."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from silcrow.curated import FILE_NAMES
from silcrow.dreaming.report import Report, report_words
from silcrow.dreaming.steps import Step
from silcrow_tui.widgets.words import counted, usd

_HELD = {
    "share": "it takes away much at once",
    "pinned": "the entry is pinned",
    "edited": "a person changed the entry since",
    "merged": "its text was to go on in one that is not written",
    "asked": "everything waits in this dream",
}


def report_lines(report: Report, cut: Callable[[str], str] | None = None) -> list[str]:
    """What was made, what waits, what was refused and why; each text in full with what it rests on, or just ``cut``."""
    would = report.dry_run
    lines = [report_words(report)]
    lines += _part("Would be made" if would else "Made", ((step, "") for step in report.taken), cut)
    held = ((each.step, _HELD.get(each.reason, each.reason)) for each in report.held)
    lines += _part("Would wait for review" if would else "Waits for review", held, cut)
    lines += _part("Refused", ((each.step, each.words) for each in report.refused), cut)
    lines += _part("There already", ((step, "") for step in report.unchanged), cut)
    lines += [f"note: {note}" for note in report.notes]
    if cut is None:
        runs = counted(len(report.runs), "run")
        lines.append(f"{report.id}, {moment_words(report.started_at)}, {report.model}, {runs}, {usd(report.cost_usd)}")
    if report.reverted_at is not None:
        lines.append(f"Taken back {moment_words(report.reverted_at)}.")
    return lines


def moment_words(unix: float) -> str:
    """Local date and time, to the minute."""
    return datetime.fromtimestamp(unix).astimezone().strftime("%Y-%m-%d %H:%M")


def _part(title: str, steps: Iterable[tuple[Step, str]], cut: Callable[[str], str] | None) -> list[str]:
    listed: Sequence[tuple[Step, str]] = list(steps)
    if not listed:
        return []
    lines = [f"{title}:"]
    for step, why in listed:
        text = step.new if step.new is not None else step.old or ""
        lines.append(f"  {step.op} in {FILE_NAMES[step.target]}: {text if cut is None else cut(text)}")
        if cut is None and step.op == "replace":
            lines.append(f"    before: {step.old}")
        lines += [f"    {why}"] if why else []
        if cut is None:
            lines += (
                f"    rests on: session {each.session} entry {each.entry}, {moment_words(each.time)}: {each.quote}"
                for each in step.evidence
            )
    return lines
