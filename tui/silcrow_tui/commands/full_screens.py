"""Keys of the screens that take the whole window: run, topics, observation, sessions, waiting, help."""

from typing import TYPE_CHECKING, Any

from silcrow_tui.commands.command import Command, Context

if TYPE_CHECKING:
    from silcrow_tui.screens.agent import AgentScreen
    from silcrow_tui.screens.full import FullScreen
    from silcrow_tui.screens.history import HistoryScreen
    from silcrow_tui.screens.observation import ObservationScreen
    from silcrow_tui.screens.run_detail import RunScreen
    from silcrow_tui.screens.sessions import SessionsScreen
    from silcrow_tui.screens.topics import TopicsScreen
    from silcrow_tui.screens.waiting import WaitingScreen


def shared_commands(name: str, *, tabs: bool = False, looks_for: str = "find") -> tuple[Command[Any], ...]:
    """What all full screens have: a way back, find, copy, and tabs where there are some."""

    def turn(step: int) -> Any:
        return lambda screen: screen.turn_tab(step)

    about = "Find a text" if looks_for == "find" else "Filter: / in front for a regular expression, ! for the inverse"
    shared: tuple[Command[FullScreen[Any]], ...] = (
        Command(f"{name}.look", ("slash",), looks_for, about, lambda screen: screen.open_find(), rank=80),
        Command(f"{name}.copy", ("y",), "copy", "Copy the raw text", lambda screen: screen.copy_shown(), rank=85),
        Command(
            f"{name}.export", ("X",), "export", "Save what is shown, as Markdown or JSON", lambda s: s.export_shown()
        ),
        Command(
            f"{name}.back",
            ("escape", "backspace", "q"),
            "back",
            "One step back",
            lambda screen: screen.step_back(),
            rank=90,
            stays=True,
            in_palette=False,
        ),
    )
    if not tabs:
        return shared
    return (
        Command(f"{name}.tab_before", ("left_square_bracket",), "tab", "Tab before", turn(-1), in_palette=False),
        Command(f"{name}.tab_after", ("right_square_bracket",), "tabs", "Next tab", turn(1), rank=60, in_palette=False),
        *shared,
    )


_RUN: tuple["Command[RunScreen]", ...] = (
    Command(
        "run.retry",
        ("r",),
        "retry now",
        "Retry the chunk of this run now",
        lambda s: s.retry(),
        lambda s: s.why_no_retry(),
        10,
    ),
    Command(
        "run.stop",
        ("d",),
        "stop",
        "Stop this run; its chunk is queued again",
        lambda s: s.stop_run(),
        lambda s: s.why_no_stop(),
        20,
    ),
    Command(
        "run.accept",
        ("a",),
        "accept gap",
        "Accept the gap: its text is never observed",
        lambda s: s.accept_gap(),
        lambda s: s.why_no_accept(),
        30,
    ),
    Command(
        "run.revert",
        ("u",),
        "revert",
        "Go back to before this consolidation and all after it",
        lambda s: s.revert(),
        lambda s: s.why_no_revert(),
        35,
    ),
    Command(
        "run.follow", ("f",), "follow", "Follow the log", lambda s: s.follow_log(), lambda s: s.why_no_follow(), 40
    ),
)
_TOPICS: tuple["Command[TopicsScreen]", ...] = (
    Command("topics.read", ("enter",), "read", "Read the topic", lambda s: s.read(), lambda s: s.why_no_read(), 10),
    Command(
        "topics.swap",
        ("tab", "shift+tab"),
        "list or text",
        "Between list and text",
        lambda s: s.swap(),
        lambda s: s.why_no_read(),
        20,
        in_palette=False,
    ),
)
_HISTORY: tuple["Command[HistoryScreen]", ...] = (
    Command(
        "history.open",
        ("enter", "tab"),
        "difference",
        "Between the list and the difference",
        lambda s: s.swap(),
        lambda s: s.why_no_row(),
        10,
    ),
    Command(
        "history.revert",
        ("u",),
        "revert",
        "Revert this change, whoever made it",
        lambda s: s.revert(),
        lambda s: s.why_no_revert(),
        20,
    ),
    Command(
        "history.restore",
        ("a",),
        "bring back",
        "Bring back the entries that this change took away",
        lambda s: s.restore(),
        lambda s: s.why_no_restore(),
        30,
    ),
    Command(
        "history.compare",
        ("c",),
        "compare",
        "Compare what the change is about with what the file holds now",
        lambda s: s.compare(),
        lambda s: s.why_no_row(),
        40,
    ),
)
_OBSERVATION: tuple["Command[ObservationScreen]", ...] = (
    Command(
        "observation.topic",
        ("T",),
        "its topic",
        "Read the topic that the observation went to, else the topics",
        lambda s: s.open_topic(),
        lambda s: s.why_no_topics(),
        10,
    ),
)
_SESSIONS: tuple["Command[SessionsScreen]", ...] = (
    Command(
        "sessions.open", ("enter",), "open", "Open the session", lambda s: s.open_row(), lambda s: s.why_no_row(), 10
    ),
    Command("sessions.sort", ("s",), "sort", "Next sort order", lambda s: s.next_order(), rank=20),
    Command(
        "sessions.here",
        ("full_stop",),
        "all folders",
        "This folder only, or all folders",
        lambda s: s.toggle_hidden(),
        lambda s: s.why_nothing_hidden(),
        30,
    ),
)
_WAITING: tuple["Command[WaitingScreen]", ...] = (
    Command(
        "waiting.open",
        ("enter",),
        "go there",
        "Go where it is answered; a held change: read it in full",
        lambda s: s.open_row(),
        lambda s: s.why_no_row(),
        10,
    ),
    Command(
        "waiting.accept",
        ("a",),
        "accept",
        "Accept the held changes, bring back what is gone: marked ones, else this",
        lambda s: s.accept(),
        lambda s: s.why_no_decision(),
        20,
    ),
    Command(
        "waiting.reject",
        ("d",),
        "reject",
        "Reject the held changes, leave gone what is gone: marked ones, else this",
        lambda s: s.reject(),
        lambda s: s.why_no_decision(),
        25,
    ),
    Command(
        "waiting.edit",
        ("e",),
        "edit",
        "Edit the held change, then accept it",
        lambda s: s.edit(),
        lambda s: s.why_no_edit(),
        30,
    ),
    Command(
        "waiting.compare",
        ("c",),
        "compare",
        "Compare the held change with the entry as it is now",
        lambda s: s.compare(),
        lambda s: s.why_no_compare(),
        35,
    ),
    Command("waiting.check", ("r",), "check again", "Check again whether they still fit", lambda s: s.check_again()),
    Command(
        "waiting.swap",
        ("tab", "shift+tab"),
        "list or text",
        "Between the list and the thing at length",
        lambda s: s.swap(),
        lambda s: s.why_no_row(),
        in_palette=False,
    ),
)

_AGENT: tuple["Command[AgentScreen]", ...] = (
    Command(
        "agent.compare",
        ("c",),
        "compare",
        "Show what a renewal would change",
        lambda s: s.compare(),
        lambda s: s.why_no_compare(),
        10,
    ),
    Command(
        "agent.renew", ("r",), "renew", "Who renews the frozen block, and what it costs", lambda s: s.renew(), rank=20
    ),
)

CONTEXTS: tuple[Context, ...] = (
    Context("run", "Run", (*_RUN, *shared_commands("run", tabs=True))),
    Context("topics", "Topics", (*_TOPICS, *shared_commands("topics", tabs=True)), "T goes there"),
    Context("observation", "Observation", (*_OBSERVATION, *shared_commands("observation"))),
    Context("sessions", "Sessions", (*_SESSIONS, *shared_commands("sessions", looks_for="filter")), "S goes there"),
    Context("waiting", "Waiting", (*_WAITING, *shared_commands("waiting", looks_for="filter")), "w goes there"),
    Context("history", "History", (*_HISTORY, *shared_commands("history", looks_for="filter")), "H goes there"),
    Context("agent", "Agent", (*_AGENT, *shared_commands("agent", tabs=True)), "B goes there"),
    Context("compare", "Compare", shared_commands("compare")),
    Context("help", "All keys", shared_commands("help"), "? goes there"),
)
