"""Keys that mean the same on every screen, outside inputs and dialogs."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from silcrow_tui import changes
from silcrow_tui.commands import session
from silcrow_tui.commands.command import Command, Context
from silcrow_tui.preferences import switches
from silcrow_tui.readonly import why_readonly

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp

_GO = "go to"
_SESSION = "this session"
_MEMORY = "the memory files"
_PROGRAM = "the workbench"


def _pane(number: int) -> "Callable[[SilcrowApp], object]":
    return lambda app: app.go_to_pane(number)


def _open(name: str) -> "Callable[[SilcrowApp], object]":
    def act(app: "SilcrowApp") -> None:
        app.open_screen(name)

    return act


_TITLES = {1: "Entries", 2: "Drift", 3: "Pool", 4: "Workers", 5: "Cost"}

COMMANDS: tuple["Command[SilcrowApp]", ...] = (
    *(
        Command(f"go.{title.casefold()}", (str(number),), title, f"Go to {number} {title}", _pane(number), group=_GO)
        for number, title in _TITLES.items()
    ),
    Command(
        "go.detail",
        ("0",),
        "detail",
        "Go to the detail, once more: in full height",
        lambda app: app.go_to_pane(0),
        group=_GO,
    ),
    Command(
        "go.topics", ("T",), "topics", "Read topics, index and journey", _open("topics"), session.no_session, group=_GO
    ),
    Command("go.sessions", ("S",), "sessions", "Open another session", _open("sessions"), group=_GO),
    Command("go.agent", ("B",), "agent sees", "What the agent sees: live beside frozen", _open("agent"), group=_GO),
    Command("go.history", ("H",), "history", "Every change of the memory files", _open("history"), group=_GO),
    Command(
        "go.settings",
        ("comma",),
        "settings",
        "Settings in force, and where they come from",
        _open("settings"),
        group=_GO,
    ),
    Command("go.log", ("L",), "log", "What this window said, and what the clocks decided", _open("log"), group=_GO),
    Command(
        "go.compaction",
        (),
        "compaction",
        "What a compaction would do now",
        _open("compaction"),
        session.no_session,
        group=_GO,
    ),
    Command("go.dream", ("D",), "dream", "The last dream, and when the next is due", _open("dream"), group=_GO),
    Command("go.find", ("F",), "find", "Find a text in all that is remembered", _open("find"), group=_GO),
    Command(
        "go.waiting",
        ("w",),
        "waiting",
        "Everything that waits for you, in one list",
        _open("waiting"),
        session.nothing_waits,
        65,
        group=_GO,
    ),
    Command(
        "session.switch",
        ("o",),
        "on/off",
        "Turn memory on or off for this session",
        session.switch_memory,
        session.why_no_switch,
        60,
        _SESSION,
    ),
    Command(
        "session.run",
        ("x",),
        "run now…",
        "Observe, consolidate or dream now",
        session.run_now,
        session.why_no_menu,
        50,
        _SESSION,
    ),
    Command(
        "session.pause",
        ("P",),
        "pause",
        "Pause or resume observers and consolidator of this session",
        session.pause,
        session.why_no_run,
        55,
        _SESSION,
    ),
    Command(
        "memory.undo",
        ("z",),
        "undo",
        "Undo what this window did last to the memory files",
        changes.undo,
        lambda app: why_readonly(app.place),
        62,
        _MEMORY,
    ),
    Command(
        "memory.redo",
        ("Z",),
        "redo",
        "Do again what was undone last",
        changes.redo,
        lambda app: why_readonly(app.place),
        group=_MEMORY,
    ),
    Command(
        "app.refresh",
        ("R",),
        "read again",
        "Read all files again",
        lambda app: app.refresh_state(),
        group=_PROGRAM,
    ),
    Command(
        "app.palette",
        ("colon", "ctrl+p"),
        "palette",
        "All commands, by name",
        _open("palette"),
        group=_PROGRAM,
        in_palette=False,
    ),
    Command(
        "app.help",
        ("question_mark", "f1"),
        "all keys",
        "Keys of this place, then all",
        _open("help"),
        rank=100,
        stays=True,
        group=_PROGRAM,
    ),
    Command("app.theme", (), "theme", "Next theme", switches.next_theme, group=_PROGRAM),
    Command("app.compact", (), "compact", "Compact: one pane at a time", switches.switch_compact, group=_PROGRAM),
    Command("app.motion", (), "motion", "Motion on or off", switches.switch_motion, group=_PROGRAM),
    Command("app.mouse", (), "mouse", "Mouse on or off", switches.switch_mouse, group=_PROGRAM),
    Command("app.symbols", (), "symbols", "Symbols: how to choose them", switches.tell_symbols, group=_PROGRAM),
    Command(
        "app.report",
        (),
        "report",
        "Where the report of the last crash is",
        lambda app: switches.tell_report(app, app.reports),
        group=_PROGRAM,
    ),
    Command(
        "app.back",
        ("escape", "backspace", "q"),
        "back",
        "One step back",
        lambda app: app.back(),
        group=_PROGRAM,
        in_palette=False,
    ),
    Command("app.redraw", ("ctrl+l",), "redraw", "Draw the screen again", lambda app: app.redraw(), group=_PROGRAM),
    Command(
        "app.suspend",
        ("ctrl+z",),
        "suspend",
        "Suspend to the shell",
        lambda app: app.action_suspend_process(),
        group=_PROGRAM,
    ),
    Command(
        "app.interrupt",
        ("ctrl+c",),
        "copy",
        "Copy a mouse selection, else say how to leave",
        lambda app: app.interrupt(),
        group=_PROGRAM,
        in_palette=False,
    ),
    Command(
        "app.quit",
        ("ctrl+q",),
        "quit",
        "Quit from anywhere",
        lambda app: app.ask_to_leave(),
        group=_PROGRAM,
        priority=True,
    ),
)

EVERYWHERE = Context("everywhere", "Everywhere", COMMANDS)
