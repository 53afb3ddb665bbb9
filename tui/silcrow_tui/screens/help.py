"""All keys: those of the place where help was asked for first, then everything else."""

from collections.abc import Iterable, Mapping, Sequence

from silcrow.workspace.place import Place
from silcrow_tui.commands import REGISTRY, Command, Context, Registry, shown_key
from silcrow_tui.screens.text_screen import TextScreen
from silcrow_tui.widgets.line import Line, Piece, line, padded

KEYS_WIDTH = 16
TMUX_NOTE = (
    "In tmux a lone esc arrives late and may swallow the next letter: set -sg escape-time 10 in ~/.tmux.conf mends it."
)
NOT_IN_LISTS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Entry editor",
        (
            ("ctrl+s", "Save"),
            ("ctrl+t", "MEMORY or USER"),
            ("ctrl+g", "Hand the text to $EDITOR"),
            ("tab", "Leave the text for the buttons"),
            ("esc", "Close; asks when something changed"),
        ),
    ),
    (
        "Dialogs, menus and inputs",
        (
            ("y n", "Yes, no; enter takes the marked button, esc is no"),
            ("enter", "Take"),
            ("esc", "Leave; in an input the old text comes back"),
            ("ctrl+u", "Empty the input"),
        ),
    ),
)


class HelpScreen(TextScreen):
    """Keys of ``here`` (context names, innermost first), then all others."""

    CONTEXT = "help"
    BINDINGS = REGISTRY.bindings("help")

    def __init__(self, place: Place, here: Sequence[str], environ: Mapping[str, str] | None = None) -> None:
        super().__init__(place)
        self._here = tuple(here)
        self._environ = environ or {}

    def heading(self) -> tuple[str, Line]:
        return "Keys", ()

    def numbers(self) -> Sequence[Line]:
        titles = [REGISTRY.context(name).title for name in self._here]
        words = f"here: {', '.join(titles)}" if titles else "all keys"
        return (line(Piece(f" {words}  {self.found_words()}", "dim")),)

    def on_mount(self) -> None:
        self.looked_in.set_lines(help_lines(self._here, self.workbench.registry, tmux="TMUX" in self._environ))


def help_lines(here: Sequence[str], registry: Registry = REGISTRY, *, tmux: bool = False) -> list[Line]:
    """Every command of the registry once, with its keys, under the heading of its context."""
    names = [context.name for context in registry.contexts]
    order = [*(name for name in here if name in names), *(name for name in names if name not in here)]
    lines: list[Line] = []
    if tmux:
        lines += [line(Piece(TMUX_NOTE, "wait")), ()]
    for name in order:
        context = registry.context(name)
        if any(command.keys for command in context.commands):
            lines += [*_context_lines(context, name in here), ()]
    for title, rows in NOT_IN_LISTS:
        lines += [line(Piece(title, bold=True)), *(_key_line(keys, about) for keys, about in rows), ()]
    return lines[:-1]


def _context_lines(context: Context, here: bool) -> Iterable[Line]:
    yield line(Piece(context.title, "run" if here else "normal", bold=True), Piece(f"  {context.where}", "dim"))
    group = ""
    for command in context.commands:
        if not command.keys:
            continue
        if command.group != group:
            group = command.group
            yield line(Piece(f"  {group}", "dim"))
        yield _key_line(keys_of(command), command.about)


def _key_line(keys: str, about: str) -> Line:
    return line(Piece(padded(f"  {keys}", KEYS_WIDTH) + " ", bold=True), Piece(about))


def keys_of(command: Command[object]) -> str:
    """``j ↓``: all keys of a command as people read them."""
    return " ".join(shown_key(key) for key in command.keys)
