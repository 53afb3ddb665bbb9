"""Memory files that nobody else writes: what looks damaged is not looked at again."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from silcrow.curated import outside, transaction


@contextmanager
def without_other_writers() -> Iterator[None]:
    """Nothing waits for a writer who may not be done."""
    with patch.object(transaction, "SETTLING_SECONDS", 0.0), patch.object(outside, "SETTLING_SECONDS", 0.0):
        yield
