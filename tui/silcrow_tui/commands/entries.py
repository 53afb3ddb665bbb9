"""Keys of the Entries pane."""

from typing import TYPE_CHECKING

from silcrow_tui.commands.command import Command, Context

if TYPE_CHECKING:
    from silcrow_tui.panes.entries import EntriesPane

COMMANDS: tuple["Command[EntriesPane]", ...] = (
    Command(
        "entries.open",
        ("enter",),
        "detail",
        "Show the entry in full",
        lambda pane: pane.open_detail(),
        lambda pane: pane.why_no_row(),
    ),
    Command("entries.add", ("a",), "add", "Add an entry", lambda pane: pane.add(), lambda pane: pane.why_no_add(), 10),
    Command(
        "entries.edit",
        ("e",),
        "edit",
        "Edit the entry",
        lambda pane: pane.edit(),
        lambda pane: pane.why_no_change(),
        20,
    ),
    Command(
        "entries.remove",
        ("d",),
        "remove",
        "Remove the marked entries, else this one",
        lambda pane: pane.remove_entries(),
        lambda pane: pane.why_no_change(),
        30,
    ),
)

ENTRIES = Context("entries", "Entries", COMMANDS, "1 goes there")
