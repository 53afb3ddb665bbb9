"""The signs of the screens, in Unicode and in ASCII, and the five roles that colour them.

A state is always its word; sign and colour come on top. So a screen stays readable without colour, and with a font or
a terminal that has none of these characters.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import fields as struct_fields

if TYPE_CHECKING:
    from silcrow.observational.status import Cell

Role = Literal["normal", "ok", "run", "wait", "bad", "dim"]
"""What a colour says: fine, moving, needs a look, broken, beside the point."""


class Signs(Struct, frozen=True):
    """One set of characters. Each is one cell wide, and none of them has an emoji form."""

    done: str = "✓"
    running: str = "●"
    queued: str = "○"
    paused: str = "‖"
    attention: str = "!"
    failed: str = "✗"
    blocked: str = "⊘"
    similar: str = "≈"
    added: str = "+"
    removed: str = "−"
    outside: str = "Δ"
    undone: str = "«"
    unknown: str = "?"
    checking: str = "◌"
    off: str = "·"
    mark: str = "*"
    cursor: str = "›"
    line_break: str = "↵"
    cut: str = "…"
    full_cell: str = "█"
    half_cell: str = "▌"
    empty_cell: str = "·"
    tab_left: str = "▐"
    tab_right: str = "▌"
    rule: str = "─"
    heavy_rule: str = "━"
    up: str = "↑"
    down: str = "↓"
    separator: str = "›"
    between: str = "·"
    times: str = "×"
    quote_left: str = "“"
    quote_right: str = "”"
    consolidated: str = "▓"
    partly: str = "▒"
    pool: str = "░"
    nothing: str = "-"
    raw: str = "·"
    cut_line: str = "┊"
    tip: str = "▸"
    house: str = "§"
    into: str = "→"


UNICODE = Signs()
ASCII = Signs(
    done="v",
    running="@",
    queued="o",
    paused="=",
    failed="x",
    blocked="#",
    similar="~",
    removed="-",
    outside="^",
    undone="<",
    checking=".",
    off=".",
    cursor=">",
    line_break="|",
    cut="...",
    full_cell="#",
    half_cell="#",
    empty_cell=".",
    tab_left="[",
    tab_right="]",
    rule="-",
    heavy_rule="=",
    up="^",
    down="v",
    separator=">",
    between="-",
    times="x",
    quote_left='"',
    quote_right='"',
    consolidated="#",
    partly="=",
    pool=":",
    raw=".",
    cut_line="|",
    tip=">",
    house="S",
    into=">",
)

STAND_INS: Mapping[str, str] = {
    getattr(UNICODE, field.name): getattr(ASCII, field.name)
    for field in reversed(struct_fields(Signs))
    if not getattr(UNICODE, field.name).isascii()
}
"""From each character that is not ASCII to what stands for it where it cannot be shown."""


def sign_of(cell: "Cell", signs: Signs) -> str:
    """The sign of one cell of a strip of chunks."""
    return {
        "consolidated": signs.consolidated,
        "partly": signs.partly,
        "pool": signs.pool,
        "nothing": signs.nothing,
        "running": signs.running,
        "queued": signs.queued,
        "raw": signs.raw,
        "failed": signs.failed,
        "gap": signs.unknown,
        "cut": signs.cut_line,
        "tip": signs.tip,
    }[cell]


def signs_for(environ: Mapping[str, str], wanted: Literal["auto", "unicode", "ascii"] = "auto") -> Signs:
    """The set that a terminal can show: ASCII on the Linux console and without a UTF-8 locale, else Unicode.

    The locale is read as the C library does: ``LC_ALL``, else ``LC_CTYPE``, else ``LANG``; the first that is set
    decides. With none of them set UTF-8 is assumed, since that is what today's terminals start with. What a person
    ``wanted`` comes before all that.
    """
    if wanted != "auto":
        return UNICODE if wanted == "unicode" else ASCII
    if environ.get("TERM") == "linux":
        return ASCII
    locale = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := environ.get(name))), None)
    if locale is None or "utf8" in locale.replace("-", "").casefold():
        return UNICODE
    return ASCII
