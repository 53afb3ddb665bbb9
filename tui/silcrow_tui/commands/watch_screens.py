"""Keys of the screens that look further: find everywhere, compaction, settings, log."""

from typing import TYPE_CHECKING

from silcrow_tui.commands.command import Command, Context
from silcrow_tui.commands.full_screens import shared_commands

if TYPE_CHECKING:
    from silcrow_tui.screens.find import FindScreen

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

CONTEXTS: tuple[Context, ...] = (
    Context("find", "Find everywhere", (*_FIND, *shared_commands("find")), "F goes there"),
    Context("passage", "Text found", shared_commands("passage")),
)
