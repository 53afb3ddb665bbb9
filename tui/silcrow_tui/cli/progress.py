"""The line that moves while a command waits for workers; never more than one, and gone when the work is done."""

import sys

import click

from silcrow.pipeline import Driver
from silcrow.text import display_text
from silcrow_tui.cli.output import in_encoding
from silcrow_tui.widgets.gauge import bar
from silcrow_tui.widgets.words import counted

_CELLS = 20
_CLEAR = "\r\x1b[K"


def progress_words(driver: Driver) -> str:
    """How far the work is: entries settled, or what a consolidation has filed so far."""
    filing = next((run for run in driver.in_flight if run.role == "consolidator"), None)
    if filing is not None:
        told = driver.memory.runs.read(filing.run_id) or filing
        return f"filing {counted(told.handed, 'observation')}: {told.summary or 'begun'}"
    view = driver.memory.view()
    settled, total = len(view.settled), len(view.source)
    return f"{bar(settled, total, _CELLS)} {settled:,} of {total:,} entries settled, {len(driver.in_flight)} running"


def show_progress(driver: Driver) -> None:
    """Write the line over the one before, on standard error."""
    words = in_encoding(display_text(progress_words(driver)), sys.stderr.encoding or "ascii")
    click.echo(f"{_CLEAR}{words}", nl=False, err=True)


def clear_progress() -> None:
    click.echo(_CLEAR, nl=False, err=True)
