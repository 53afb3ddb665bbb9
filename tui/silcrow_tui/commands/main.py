"""Keys of the main screen: between panes, and what works in whichever pane has the focus."""

from typing import TYPE_CHECKING

from silcrow_tui.commands.command import Command, Context

if TYPE_CHECKING:
    from silcrow_tui.screens.main import MainScreen

COMMANDS: tuple["Command[MainScreen]", ...] = (
    Command(
        "main.next",
        ("tab", "l", "right"),
        "next pane",
        "Next pane",
        lambda screen: screen.next_pane(1),
        in_palette=False,
    ),
    Command(
        "main.previous",
        ("shift+tab", "h", "left"),
        "previous pane",
        "Previous pane",
        lambda screen: screen.next_pane(-1),
        in_palette=False,
    ),
    Command(
        "main.tab_before",
        ("left_square_bracket",),
        "tab",
        "Tab before",
        lambda screen: screen.pane.turn_tab(-1),
        lambda screen: screen.pane.why_no_tabs(),
        in_palette=False,
    ),
    Command(
        "main.tab_after",
        ("right_square_bracket",),
        "tab",
        "Next tab",
        lambda screen: screen.pane.turn_tab(1),
        lambda screen: screen.pane.why_no_tabs(),
        in_palette=False,
    ),
    Command(
        "main.filter",
        ("slash",),
        "filter",
        "Filter the list: / in front for a regular expression, ! for the inverse",
        lambda screen: screen.pane.open_filter(),
        lambda screen: screen.pane.why_no_filter(),
        45,
    ),
    Command(
        "main.sort",
        ("s",),
        "sort",
        "Next sort order",
        lambda screen: screen.pane.next_order(),
        lambda screen: screen.pane.why_no_sort(),
    ),
    Command(
        "main.hidden",
        ("full_stop",),
        "show hidden",
        "Show or hide what is left out",
        lambda screen: screen.pane.toggle_hidden(),
        lambda screen: screen.pane.why_nothing_hidden(),
    ),
    Command(
        "main.copy",
        ("y",),
        "copy",
        "Copy the raw text",
        lambda screen: screen.pane.copy(),
        lambda screen: screen.pane.why_no_copy(),
    ),
    Command(
        "main.export",
        ("X",),
        "export",
        "Save what is shown, as Markdown or JSON",
        lambda screen: screen.pane.export(),
        lambda screen: screen.pane.why_no_export(),
    ),
    Command(
        "main.flagged",
        ("b",),
        "next flag",
        "Next flagged entry",
        lambda screen: screen.next_flagged(),
        lambda screen: screen.why_no_flagged(),
    ),
    Command(
        "main.larger", ("plus",), "larger", "Larger pane: normal, half, full", lambda screen: screen.resize_pane(1)
    ),
    Command(
        "main.smaller",
        ("underscore",),
        "smaller",
        "Smaller pane: full, half, normal",
        lambda screen: screen.resize_pane(-1),
    ),
    Command(
        "main.back",
        ("escape", "backspace"),
        "back",
        "One step back: range, marks, filter, detail",
        lambda screen: screen.step_back(),
        in_palette=False,
    ),
    Command(
        "main.quit",
        ("q",),
        "back",
        "One step back, or quit",
        lambda screen: screen.step_back_or_quit(),
        in_palette=False,
    ),
)

MAIN = Context("main", "Main screen", COMMANDS)
