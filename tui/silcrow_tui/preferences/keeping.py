"""What a window leaves for the next one."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from silcrow_tui.preferences.window_state import WindowState

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


def window_now(app: "SilcrowApp") -> WindowState:
    """Theme, pane, size, orders and session as they are; the rest as the last window left it."""
    state, main = app.state, app.main
    sessions = dict(app.window.sessions)
    if state.session is not None and state.project is not None:
        # Taken out first, so that the folder that was left last stands last.
        sessions.pop(str(state.project), None)
        sessions[str(state.project)] = str(state.session.summary.path)
    return replace(
        app.window,
        theme=app.theme,
        pane=main.subject.NUMBER,
        size=main.pane_size,
        orders={pane.NAME: pane.order for pane in main.list_panes if pane.order},
        sessions=sessions,
    )
