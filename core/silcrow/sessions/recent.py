"""The last few results by row."""

from typing import Generic, TypeVar

T = TypeVar("T")

_KEPT = 6
"""The leaf, and those at which a few runs end; each may be as long as the session."""


class Recent(Generic[T]):
    """Forgets what was not asked for lately."""

    def __init__(self) -> None:
        self._results: dict[int, T] = {}

    def rows(self) -> tuple[int, ...]:
        """Those with a result, the latest first."""
        return tuple(reversed(self._results))

    def __bool__(self) -> bool:
        return bool(self._results)

    def get(self, row: int) -> T | None:
        result = self._results.pop(row, None)
        if result is not None:
            self._results[row] = result
        return result

    def put(self, row: int, result: T) -> None:
        self._results.pop(row, None)
        while len(self._results) >= _KEPT:
            del self._results[next(iter(self._results))]
        self._results[row] = result

    def clear(self) -> None:
        self._results.clear()
