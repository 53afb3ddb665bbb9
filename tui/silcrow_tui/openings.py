"""The full screens by name, each imported when it is opened, so that the first frame does not wait for them."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from silcrow.workspace.state import WorkspaceState
from silcrow_tui.commands import hosts_from

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


def _topics(app: "SilcrowApp") -> Screen[Any]:
    from silcrow_tui.screens.topics import TopicsScreen

    return TopicsScreen(app.place)


def _sessions(app: "SilcrowApp") -> Screen[Any]:
    from silcrow_tui.screens.sessions import SessionsScreen

    return SessionsScreen(app.place)


def _waiting(app: "SilcrowApp") -> Screen[Any]:
    from silcrow_tui.screens.waiting import WaitingScreen

    return WaitingScreen(app.place)


def _history(app: "SilcrowApp") -> Screen[Any]:
    from silcrow_tui.screens.history import HistoryScreen

    return HistoryScreen(app.place)


def _find(app: "SilcrowApp") -> Screen[Any]:
    from silcrow_tui.screens.find import FindScreen

    return FindScreen(app.place)


def _compaction(app: "SilcrowApp") -> Screen[Any]:
    from silcrow_tui.screens.compaction import CompactionScreen

    return CompactionScreen(app.place)


def _dream(app: "SilcrowApp") -> Screen[Any]:
    from silcrow_tui.screens.dream import DreamScreen

    return DreamScreen(app.place)


def _settings(app: "SilcrowApp") -> Screen[Any]:
    from silcrow_tui.screens.settings import SettingsScreen

    return SettingsScreen(app.place)


def _log(app: "SilcrowApp") -> Screen[Any]:
    from silcrow_tui.screens.log import LogScreen

    return LogScreen(app.place)


def _first_run(app: "SilcrowApp") -> Screen[Any]:
    from silcrow_tui.screens.first_run import FirstRunScreen

    return FirstRunScreen(app.place)


def _agent(app: "SilcrowApp") -> Screen[Any]:
    from silcrow_tui.screens.agent import AgentScreen

    return AgentScreen(app.place)


def _help(app: "SilcrowApp") -> Screen[Any]:
    from silcrow_tui.screens.help import HelpScreen

    here = [host.CONTEXT for host in hosts_from(app.screen.focused or app.screen)]
    return HelpScreen(app.place, here, app.environ)


def _palette(_app: "SilcrowApp") -> Screen[Any]:
    from silcrow_tui.screens.palette import palette

    return palette()


def nothing_here(state: WorkspaceState) -> bool:
    """No memory folder, and pi has recorded no session anywhere: a first run."""
    return not state.memory.exists and state.session is None and not state.other_sessions


OPENINGS: Mapping[str, Callable[["SilcrowApp"], Screen[Any]]] = {
    "topics": _topics,
    "sessions": _sessions,
    "waiting": _waiting,
    "history": _history,
    "find": _find,
    "first_run": _first_run,
    "compaction": _compaction,
    "dream": _dream,
    "settings": _settings,
    "log": _log,
    "agent": _agent,
    "help": _help,
    "palette": _palette,
}
