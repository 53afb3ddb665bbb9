"""Keys of every reader: scrolling, sideways, find and its hits."""

from typing import TYPE_CHECKING

from silcrow_tui.commands.command import Command, Context

if TYPE_CHECKING:
    from silcrow_tui.screens.reader import Reader


def _no_hits(reader: "Reader") -> str | None:
    return None if reader.hit_count else "Nothing is looked for: / finds."


COMMANDS: tuple["Command[Reader]", ...] = (
    Command("reader.down", ("j", "down"), "down", "A line down", lambda reader: reader.move(1), in_palette=False),
    Command("reader.up", ("k", "up"), "up", "A line up", lambda reader: reader.move(-1), in_palette=False),
    Command(
        "reader.first",
        ("g", "home", "less_than_sign"),
        "first",
        "To the first line",
        lambda reader: reader.go(0),
        in_palette=False,
    ),
    Command(
        "reader.last",
        ("G", "end", "greater_than_sign"),
        "last",
        "To the last line",
        lambda reader: reader.go(reader.row_count),
        in_palette=False,
    ),
    Command(
        "reader.half_down",
        ("ctrl+d",),
        "half page",
        "Half a page down",
        lambda reader: reader.move(reader.page // 2),
        in_palette=False,
    ),
    Command(
        "reader.half_up",
        ("ctrl+u",),
        "half page",
        "Half a page up",
        lambda reader: reader.move(-(reader.page // 2)),
        in_palette=False,
    ),
    Command(
        "reader.page_down",
        ("pagedown", "space"),
        "page",
        "A page down",
        lambda reader: reader.move(reader.page),
        in_palette=False,
    ),
    Command(
        "reader.page_up",
        ("pageup",),
        "page",
        "A page up",
        lambda reader: reader.move(-reader.page),
        in_palette=False,
    ),
    Command(
        "reader.right",
        ("l", "right"),
        "right",
        "Sideways, in texts that are not wrapped",
        lambda reader: reader.sideways(8),
        lambda reader: "All of it is in view: lines are wrapped." if reader.wraps else None,
        in_palette=False,
    ),
    Command(
        "reader.left",
        ("h", "left"),
        "left",
        "Back from sideways",
        lambda reader: reader.sideways(-8),
        lambda reader: "All of it is in view: lines are wrapped." if reader.wraps else None,
        in_palette=False,
    ),
    Command(
        "reader.next_hit", ("n",), "next hit", "Next hit of what was looked for", lambda r: r.next_hit(1), _no_hits
    ),
    Command("reader.last_hit", ("N",), "hit before", "Hit before this one", lambda r: r.next_hit(-1), _no_hits),
)

READER = Context("reader", "Readers", COMMANDS)
