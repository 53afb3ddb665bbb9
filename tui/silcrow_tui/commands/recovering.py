"""Keys of the drift walkthrough, of its frame and of each step."""

from typing import TYPE_CHECKING, Any

from silcrow_tui.commands.command import Command, Context

if TYPE_CHECKING:
    from silcrow_tui.screens.recovery.parts import PartsStep
    from silcrow_tui.screens.recovery.result import ResultStep
    from silcrow_tui.screens.recovery.screen import RecoveryScreen

_TITLES = ("What happened", "Parts", "Result", "Apply")


def _step(number: int) -> Any:
    return lambda screen: screen.go_to_step(number)


_FRAME: tuple["Command[RecoveryScreen]", ...] = (
    *(
        Command(
            f"recovery.step{number}",
            (str(number),),
            title,
            f"Go to step {number}, {title}",
            _step(number),
            group="steps",
        )
        for number, title in enumerate(_TITLES, 1)
    ),
    Command(
        "recovery.on", ("enter",), "go on", "Go on to the next step; in the last one: apply", lambda s: s.shown.go_on()
    ),
    Command(
        "recovery.undo",
        ("z",),
        "undo",
        "Take the last decision back; after the apply all of it",
        lambda s: s.undo(),
        lambda s: s.why_no_undo(),
    ),
    Command(
        "recovery.redo",
        ("Z",),
        "redo",
        "Make the decision again that was taken back",
        lambda s: s.redo(),
        lambda s: s.why_no_redo(),
    ),
    Command(
        "recovery.tab_before",
        ("left_square_bracket",),
        "tab",
        "Tab before",
        lambda s: s.shown.turn_tab(-1),
        lambda s: s.shown.why_no_tabs(),
        in_palette=False,
    ),
    Command(
        "recovery.tab_after",
        ("right_square_bracket",),
        "tabs",
        "Next tab",
        lambda s: s.shown.turn_tab(1),
        lambda s: s.shown.why_no_tabs(),
        41,
        in_palette=False,
    ),
    Command(
        "recovery.look", ("slash",), "filter", "Filter the list, or find in a text", lambda s: s.open_find(), rank=42
    ),
    Command("recovery.copy", ("y",), "copy", "Copy the raw text", lambda s: s.copy_shown(), rank=43),
    Command("recovery.export", ("X",), "export", "Save what is shown, as Markdown or JSON", lambda s: s.export_shown()),
    Command(
        "recovery.later",
        ("q", "escape", "backspace"),
        "later",
        "One step back, then out; the plan stays as a draft",
        lambda s: s.step_back(),
        rank=90,
        stays=True,
        in_palette=False,
    ),
)

_PARTS: tuple["Command[PartsStep]", ...] = (
    Command(
        "parts.keep",
        ("a",),
        "keep",
        "Keep the marked parts, else this one",
        lambda s: s.keep(),
        lambda s: s.why_no_keep(),
        10,
    ),
    Command(
        "parts.discard",
        ("d",),
        "discard",
        "Discard the marked parts, else this one",
        lambda s: s.discard(),
        lambda s: s.why_no_part(),
        15,
    ),
    Command(
        "parts.edit",
        ("e",),
        "edit",
        "Edit the text of the part, or what it is merged into",
        lambda s: s.edit(),
        lambda s: s.why_no_part(),
        20,
    ),
    Command(
        "parts.merge",
        ("m",),
        "merge into…",
        "Merge the marked parts, else this one, into an entry",
        lambda s: s.merge(),
        lambda s: s.why_no_merge(),
        25,
    ),
    Command(
        "parts.split", ("s",), "split", "Split the part at a line", lambda s: s.split(), lambda s: s.why_no_split(), 30
    ),
    Command(
        "parts.join",
        ("J",),
        "join",
        "Join the part with the next one",
        lambda s: s.join(),
        lambda s: s.why_no_join(),
        35,
    ),
    Command(
        "parts.next",
        ("n",),
        "next",
        "Next undecided part",
        lambda s: s.next_undecided(),
        lambda s: s.why_no_undecided(),
        45,
    ),
    Command(
        "parts.undecide",
        ("u",),
        "undecide",
        "Leave the marked parts, else this one, undecided again",
        lambda s: s.undecide(),
        lambda s: s.why_no_undecide(),
    ),
    Command(
        "parts.explain",
        ("i",),
        "why",
        "Why the part is blocked, and what can be done",
        lambda s: s.explain(),
        lambda s: s.why_no_explain(),
        70,
    ),
    Command(
        "parts.hidden",
        ("full_stop",),
        "captured",
        "Show or hide the parts that are in the entries already",
        lambda s: s.toggle_hidden(),
        lambda s: s.why_nothing_hidden(),
    ),
    Command(
        "parts.detail",
        ("0",),
        "detail",
        "The part in full height, or beside the list again",
        lambda s: s.toggle_detail(),
        lambda s: s.why_no_part(),
    ),
    Command(
        "parts.scroll_down",
        ("l", "right"),
        "scroll",
        "Scroll the part down",
        lambda s: s.scroll_detail(2),
        in_palette=False,
    ),
    Command(
        "parts.scroll_up",
        ("h", "left"),
        "scroll",
        "Scroll the part up",
        lambda s: s.scroll_detail(-2),
        in_palette=False,
    ),
)

_RESULT: tuple["Command[ResultStep]", ...] = (
    Command(
        "result.change",
        ("e",),
        "change",
        "Go to the part of this line",
        lambda s: s.change(),
        lambda s: s.why_no_change(),
        10,
    ),
    Command(
        "result.discard",
        ("d",),
        "discard",
        "Discard the lines of this part that are nowhere",
        lambda s: s.discard(),
        lambda s: s.why_no_discard(),
        20,
    ),
)

CONTEXTS: tuple[Context, ...] = (
    Context("recovery_happened", "What happened", ()),
    Context("recovery_parts", "Parts", _PARTS),
    Context("recovery_result", "Result", _RESULT),
    Context("recovery_apply", "Apply", ()),
    Context("recovery", "Recover", _FRAME, "2 enter goes there"),
)
