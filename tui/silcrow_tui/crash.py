"""What is left of a crash: a report without local variables, since those may hold someone's memory."""

import platform
import traceback
from collections.abc import Mapping
from pathlib import Path

from rich.text import Text

from silcrow.files import write_atomic
from silcrow.text import display_text
from silcrow_tui.preferences.window_state import window_path


def report_text(error: BaseException) -> str:
    """Versions and traceback. Local variables are left out; messages of exceptions stay as they are."""
    from importlib.metadata import version

    versions = f"silcrow {version('silcrow')}, textual {version('textual')}, Python {platform.python_version()}"
    return f"{versions}, {platform.system()}\n\n{''.join(traceback.format_exception(error))}"


def write_report(error: BaseException, folder: Path, now: float) -> Path | None:
    """Keep a report (0600) and say where; None when the disk refuses it."""
    path = folder / f"crash-{int(now)}.txt"
    try:
        write_atomic(path, report_text(error).encode("utf-8", "replace"), durable=False)
    except OSError:
        return None
    return path


def reports_folder(environ: Mapping[str, str]) -> Path:
    """Where this user's reports are kept."""
    return window_path(environ).with_name("reports")


def last_words(error: BaseException, report: Path | None) -> Text:
    """What is printed once the terminal is back: cause, and where the report lies."""
    cause = display_text(f"{type(error).__name__}: {error}", multiline=True)
    kept = f"The report is {report}." if report is not None else "No report could be written."
    return Text(f"silcrow stopped on an error of its own.\n{cause}\n{kept} An open edit is kept as a draft.")
