"""A screen that nobody sees: Textual draws on it as on a terminal, and the app ends when its first frame stands.

``TEXTUAL_DRIVER=first_frame:Unseen`` puts it behind any app of a process.
"""

from typing import Any

from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver

SIZE = (120, 36)


class Unseen(HeadlessDriver):
    """Takes whole frames and forgets them."""

    @property
    def is_headless(self) -> bool:
        return False

    def __init__(self, app: App[object], **options: Any) -> None:
        super().__init__(app, **options | {"size": SIZE})


def _leave(app: App[object]) -> None:
    app.call_after_refresh(app.exit)


# Textual asks each class of an app for what to do when it is ready, so this comes on top of what the app does itself.
App.on_ready = _leave  # type: ignore[attr-defined]
