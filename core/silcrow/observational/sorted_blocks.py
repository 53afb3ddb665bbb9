"""A sorted collection that hands out what it holds at one moment for next to nothing."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from heapq import merge
from itertools import chain
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")

_FULL = 512
"""Items of a block; a change copies one block."""
_BULK = 256
"""From so many new items on, all blocks are made anew."""


class Blocks(Generic[T]):
    """Items in order that never change, in pieces that may be shared with others of their kind."""

    def __init__(self, blocks: tuple[tuple[T, ...], ...], length: int) -> None:
        self._blocks = blocks
        self._length = length

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self._blocks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Blocks) and tuple(self) == tuple(cast(Blocks[Any], other))

    def __hash__(self) -> int:
        return hash(tuple(self))


class SortedBlocks(Generic[T]):
    """Items in order of ``key``, in immutable blocks.

    A change replaces the block that it falls into, so whoever was handed the blocks before keeps them as they were.
    """

    def __init__(self, key: Callable[[T], Any]) -> None:
        self._key = key
        self._blocks: list[tuple[T, ...]] = []
        self._last_keys: list[Any] = []
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def now(self) -> Blocks[T]:
        """All items at this moment, in order."""
        return Blocks(tuple(self._blocks), self._length)

    def add_all(self, items: list[T]) -> None:
        if len(items) < _BULK:
            for item in items:
                self.add(item)
            return
        items.sort(key=self._key)
        self._rebuild(merge(self.now(), items, key=self._key) if self._length else items)

    def add(self, item: T) -> None:
        """Behind its equals."""
        key = self._key(item)
        at = bisect_right(self._last_keys, key)
        if at == len(self._blocks):
            at -= 1
        if at < 0:
            self._blocks.append((item,))
            self._last_keys.append(key)
        else:
            block = self._blocks[at]
            place = bisect_right(block, key, key=self._key)
            self._replace(at, (*block[:place], item, *block[place:]))
        self._length += 1

    def pop(self, key: Any) -> T:
        """Takes out the first item that has this key, or has it as the beginning of its own. KeyError without one."""
        at = bisect_left(self._last_keys, key)
        if at < len(self._blocks):
            block = self._blocks[at]
            place = bisect_left(block, key, key=self._key)
            found = block[place]
            if self._key(found)[: len(key)] == key:
                self._replace(at, block[:place] + block[place + 1 :])
                self._length -= 1
                return found
        raise KeyError(key)

    def _replace(self, at: int, block: tuple[T, ...]) -> None:
        pieces = [block] if len(block) <= 2 * _FULL else [block[:_FULL], block[_FULL:]]
        pieces = [piece for piece in pieces if piece]
        self._blocks[at : at + 1] = pieces
        self._last_keys[at : at + 1] = [self._key(piece[-1]) for piece in pieces]

    def _rebuild(self, items: Iterable[T]) -> None:
        everything = tuple(items)
        self._length = len(everything)
        self._blocks = [everything[start : start + _FULL] for start in range(0, len(everything), _FULL)]
        self._last_keys = [self._key(block[-1]) for block in self._blocks]
