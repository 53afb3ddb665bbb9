"""A process that ends in the middle of its writes."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch


class Died(Exception):  # noqa: N818 - it names what happened
    """The process ended right before a write."""


@contextmanager
def dying_at(step: int, writes: Sequence[tuple[object, str]]) -> Iterator[None]:
    """The process ends right before its so-and-so-many-th write; ``writes`` are owners and names of what writes."""
    left = iter(range(step))

    def ends(real: Any) -> Any:
        def write(*arguments: Any, **named: Any) -> Any:
            if next(left, None) is None:
                raise Died
            return real(*arguments, **named)

        return write

    with ExitStack() as patches:
        for owner, name in writes:
            patches.enter_context(patch.object(owner, name, ends(getattr(owner, name))))
        yield
