"""What a command is: data that footer, hint line, help, palette, key overrides and the key page are made from."""

from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct

Host = TypeVar("Host")


class Command(Struct, Generic[Host], frozen=True):
    """Something that a key does in a context.

    ``act`` and ``off`` get the host: the node of the screen that declared the context and has the focus below it.
    """

    id: str
    """Stable name for key overrides: ``entries.add``."""
    keys: tuple[str, ...]
    """As Textual names them (``a``, ``ctrl+p``, ``left_square_bracket``); the first is shown."""
    word: str
    """One or two words for the footer: ``add``."""
    about: str
    """One line for help and palette, without a full stop."""
    act: Callable[[Host], Awaitable[object] | object]
    off: Callable[[Host], str | None] = lambda _host: None
    """Why it does nothing now, in words for the hint line; None when it would act."""
    rank: int | None = None
    """Place in the footer, small first; None keeps it out."""
    group: str = ""
    """Heading under which help lists it; empty for the context's own."""
    in_palette: bool = True
    priority: bool = False
    """Taken before the focused widget sees the key, also in inputs."""
    stays: bool = False
    """In the footer however narrow it is: the way out, also for whoever has just a mouse."""


class Context(Struct, frozen=True):
    """A place where keys have a meaning, with its commands in the order in which help shows them."""

    name: str
    """Id: ``entries``."""
    title: str
    """For people: ``Entries``."""
    commands: tuple[Command[Any], ...]
    where: str = ""
    """How to get there, for the hint line: ``1 goes there``."""


KeyOf = Callable[[str], str]
"""Command id to its key, as sentences name it."""

_SHOWN = {
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "question_mark": "?",
    "full_stop": ".",
    "comma": ",",
    "slash": "/",
    "colon": ":",
    "plus": "+",
    "underscore": "_",
    "asterisk": "*",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "pagedown": "pgdn",
    "pageup": "pgup",
    "escape": "esc",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}


def shown_key(key: str) -> str:
    """A key as people read it: ``[`` for ``left_square_bracket``, ``shift+↓``."""
    *modifiers, last = key.split("+")
    return "+".join([*modifiers, _SHOWN.get(last, last)])
