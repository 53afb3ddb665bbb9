"""Dreaming as lines for people. Content in them is not made safe yet: print them with ``say``."""

from typing import TYPE_CHECKING

from silcrow.dreaming.gate import DreamStatus
from silcrow_tui import dream_words
from silcrow_tui.cli.output import one_line, table
from silcrow_tui.widgets.words import counted

if TYPE_CHECKING:
    from silcrow.dreaming.report import Report
    from silcrow.dreaming.reverting import Reverted

_BESIDE = 24
"""Cells of the words before an entry."""


def status_lines(status: DreamStatus) -> list[str]:
    """The gate's sentence, how it is set, and what came of the last dream."""
    rows = [("dream", status.words), ("model", f"{status.model}, mode {status.mode}")]
    if status.last_at is not None:
        rows.append(("last", dream_words.moment_words(status.last_at)))
    if status.last is not None:
        from silcrow.dreaming.report import report_words

        rows.append(("outcome", report_words(status.last)))
    rows += (("note", note) for note in status.notes)
    return table(rows)


def report_lines(report: "Report", *, whole: bool = False) -> list[str]:
    """What a dream did and what can be done about it; with ``whole`` each text in full and what it rests on."""
    lines = dream_words.report_lines(report, None if whole else lambda text: one_line(text, beside=_BESIDE))
    if report.changes and report.reverted_at is None:
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
