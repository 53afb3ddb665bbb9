"""Keys of the screens that look further: find everywhere, compaction, dream, settings, log."""

from typing import TYPE_CHECKING

from silcrow_tui.commands.command import Command, Context
from silcrow_tui.commands.full_screens import shared_commands

if TYPE_CHECKING:
    from silcrow_tui.screens.compaction import CompactionScreen
    from silcrow_tui.screens.dream import DreamScreen
    from silcrow_tui.screens.find import FindScreen
    from silcrow_tui.screens.first_run import FirstRunScreen
    from silcrow_tui.screens.settings import SettingRows

_FIND: tuple["Command[FindScreen]", ...] = (
    Command(
        "find.open",
        ("enter",),
        "go there",
        "Go to the entry, change, observation, topic or words that were found",
        lambda s: s.open_row(),
        lambda s: s.why_no_hit(),
        10,
    ),
    Command(
        "find.why",
        ("i",),
        "why",
        "Show the hit in full, and what it rests on",
        lambda s: s.explain_row(),
        lambda s: s.why_no_hit(),
        20,
    ),
)
_COMPACTION: tuple["Command[CompactionScreen]", ...] = (
    Command(
        "compaction.compact",
        ("enter",),
        "compact now",
        "Compact now; waits for observers at work, once more goes on without",
        lambda s: s.compact(),
        lambda s: s.why_no_compact(),
        10,
    ),
)
_DREAM: tuple["Command[DreamScreen]", ...] = (
    Command(
        "dream.revert",
        ("u",),
        "take back",
        "Take back all that this dream changed",
        lambda s: s.revert(),
        lambda s: s.why_no_revert(),
        10,
    ),
    Command("dream.start", ("d",), "dream now", "Dream now", lambda s: s.start(), lambda s: s.why_no_start(), 20),
)
_SETTING_ROWS: tuple["Command[SettingRows]", ...] = (
    Command(
        "settings.change",
        ("e", "enter"),
        "change",
        "Change the value in the file that decides it",
        lambda rows: rows.settings.change_row(),
        lambda rows: rows.settings.why_no_change(),
        10,
    ),
    Command(
        "settings.switch",
        ("space",),
        "switch",
        "Switch between true and false",
        lambda rows: rows.settings.switch(),
        lambda rows: rows.settings.why_no_switch(),
        20,
    ),
)
_FIRST_RUN: tuple["Command[FirstRunScreen]", ...] = (
    Command(
        "first.use",
        ("enter",),
        "use this one",
        "Open the workbench on the folder under the cursor",
        lambda s: s.use_place(),
        lambda s: s.why_no_place(),
        10,
    ),
    Command(
        "first.make",
        ("a",),
        "make a folder",
        "Make a memory folder with a first entry",
        lambda s: s.make_folder(),
        lambda s: s.why_no_folder(),
        12,
    ),
    Command("first.demo", ("x",), "run the demo", "Run the demo, on nothing of yours", lambda s: s.run_demo(), rank=14),
    Command("first.leave", ("q",), "leave", "Leave", lambda s: s.leave(), rank=16, in_palette=False),
    Command("first.look", ("escape", "backspace"), "look", "Look at the empty workbench", lambda s: s.look(), rank=18),
)

CONTEXTS: tuple[Context, ...] = (
    Context("find", "Find everywhere", (*_FIND, *shared_commands("find")), "F goes there"),
    Context("first_run", "First run", _FIRST_RUN),
    Context("compaction", "Compaction", (*_COMPACTION, *shared_commands("compaction")), "x p goes there"),
    Context("dream", "Dream", (*_DREAM, *shared_commands("dream")), "D goes there"),
    Context("setting_rows", "A setting", _SETTING_ROWS, ", goes there"),
    Context("settings", "Settings", shared_commands("settings", looks_for="filter"), ", goes there"),
    Context("log", "Log", shared_commands("log", tabs=True), "L goes there"),
    Context("passage", "Text found", shared_commands("passage")),
)
