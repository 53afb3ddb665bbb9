"""Going back to before a consolidation: when it can be asked for, and the question."""

from typing import TYPE_CHECKING

from silcrow.workers.run import Run
from silcrow.workspace.place import Answer
from silcrow_tui.commands import session

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


def why_no_revert(app: "SilcrowApp", run: Run | None) -> str | None:
    """Why a run can't be reverted now, as far as its record tells."""
    if (reason := session.why_no_switch(app)) is not None:
        return reason
    if run is None or run.role != "consolidator":
        return "Only consolidations are reverted."
    match run.state:
        case "done" | "incomplete":
            return None
        case "running":
            return "This run has not ended: d stops it."
        case "reverted":
            return "This run is reverted already."
        case _:
            return "This run changed nothing that could be taken back."


async def ask_to_revert(app: "SilcrowApp", run: Run) -> None:
    """Say what would be put back and what stays, ask, and go back to before the run."""
    from silcrow.workspace.taking_back import WAITS, revert_sentences
    from silcrow_tui.screens.dialogs import YesNo

    ahead = await app.place.revert_forecast(run.run_id)
    if isinstance(ahead, Answer):
        app.report(ahead)
        return
    later = len(ahead.run_ids) - 1
    together = f" and the {later} after it" if later else ""
    question = f"Back to before {run.run_id}{together}?"
    if await app.push_screen_wait(YesNo(question, [*revert_sentences(ahead), WAITS], yes="Revert", no="Keep")):
        app.report(await app.place.revert_run(run.run_id))
