"""Filters for lists: literal by default, ``/`` in front for a regular expression, ``!`` for the inverse."""

import re
from collections.abc import Callable

from msgspec import Struct

from silcrow.workspace.pattern_cost import EXPLOSIVE, may_explode


class RowFilter(Struct, frozen=True):
    """What a list shows. An empty filter shows everything."""

    typed: str = ""
    problem: str | None = None
    """Why the expression can't be used; it matches everything then."""
    matches: Callable[[str], bool] = lambda _text: True

    def __bool__(self) -> bool:
        return bool(self.typed)


EVERYTHING = RowFilter()


def parse_filter(typed: str) -> RowFilter:
    """A filter from what was typed. A broken expression matches everything and says what is wrong."""
    wanted = typed.strip()
    inverse = wanted.startswith("!")
    body = wanted[1:] if inverse else wanted
    if not body or body == "/":
        return EVERYTHING
    if body.startswith("/"):
        try:
            pattern = re.compile(body[1:], re.IGNORECASE)
        except (re.error, OverflowError, RecursionError) as error:
            return RowFilter(typed=typed, problem=f"not a regular expression: {error}")
        if may_explode(pattern):
            return RowFilter(typed=typed, problem=f"no expression to filter with: {EXPLOSIVE}")
        return RowFilter(typed=typed, matches=_inverted(lambda text: pattern.search(text) is not None, inverse))
    needle = body.casefold()
    return RowFilter(typed=typed, matches=_inverted(lambda text: needle in text.casefold(), inverse))


def _inverted(matches: Callable[[str], bool], inverse: bool) -> Callable[[str], bool]:
    return (lambda text: not matches(text)) if inverse else matches
