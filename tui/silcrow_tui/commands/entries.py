"""Keys of the Entries pane."""

from typing import TYPE_CHECKING

from silcrow_tui.commands.command import Command, Context

if TYPE_CHECKING:
    from silcrow_tui.panes.entries import EntriesPane
    from silcrow_tui.panes.file_gauges import FileGauges

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
    Command(
        "entries.merge",
        ("m",),
        "merge",
        "Merge the marked entries into one, else this one with its like",
        lambda pane: pane.merge(),
        lambda pane: pane.why_no_merge(),
        35,
    ),
    Command(
        "entries.move",
        ("t",),
        "to other file",
        "Move the marked entries, else this one, to the other file",
        lambda pane: pane.move(),
        lambda pane: pane.why_no_move(),
        46,
    ),
    Command(
        "entries.pin",
        ("p",),
        "pin",
        "Pin the marked entries, else this one; again: take the pins away",
        lambda pane: pane.pin(),
        lambda pane: pane.why_no_pin(),
        47,
    ),
    Command(
        "entries.why",
        ("i",),
        "why",
        "Why it is blocked, where it comes from, whether the agent sees it",
        lambda pane: pane.why(),
        lambda pane: pane.why_no_row(),
        48,
    ),
    Command(
        "entries.tidy",
        (),
        "tidy",
        "Write the same entries as every program on these files spells them",
        lambda pane: pane.tidy(),
        lambda pane: pane.why_no_tidy(),
    ),
)

GAUGE_COMMANDS: tuple["Command[FileGauges]", ...] = (
    Command(
        "gauges.mend",
        ("enter",),
        "mend",
        "Do what the gauge offers: tidy the file, repair it, see what is gone",
        lambda gauges: gauges.take_offer(),
        lambda gauges: gauges.why_no_offer(),
        1,
    ),
    Command("gauges.down", ("j", "down"), "down", "Next gauge, then the list", lambda gauges: gauges.move(1)),
    Command("gauges.up", ("k", "up"), "up", "Gauge before", lambda gauges: gauges.move(-1)),
    Command(
        "gauges.leave",
        ("escape", "backspace", "q"),
        "back",
        "Back to the list",
        lambda gauges: gauges.leave(),
        rank=2,
        in_palette=False,
    ),
)

ENTRIES = Context("entries", "Entries", COMMANDS, "1 goes there")
GAUGES = Context("gauges", "Gauges of the entries", GAUGE_COMMANDS, "1 k goes there")
