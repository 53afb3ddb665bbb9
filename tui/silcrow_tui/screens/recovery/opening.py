"""The way into the walkthrough: a draft that was left, else a fresh plan."""

from pathlib import Path
from typing import TYPE_CHECKING

from silcrow.curated.results import Failure, Target

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


def open_recovery(app: "SilcrowApp", target: Target, source: Path | None = None) -> None:
    """Open the walkthrough for a file, from a backup or from the file itself."""
    app.start(_open(app, target, source))


async def _open(app: "SilcrowApp", target: Target, source: Path | None) -> None:
    from silcrow_tui.screens.recovery.screen import RecoveryScreen

    draft = await app.place.load_draft(target, source)
    plan = draft if draft is not None else await app.place.plan_recovery(target, source)
    if isinstance(plan, Failure):
        app.toast(plan.error, "warning")
    elif not isinstance(app.screen, RecoveryScreen):
        await app.push_screen(RecoveryScreen(app.place, plan, from_draft=draft is not None))
