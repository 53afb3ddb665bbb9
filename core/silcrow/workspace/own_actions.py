"""What one window did to the memory files, in order, so that it can take its own last action back."""

from collections.abc import Sequence
from dataclasses import dataclass, field

Action = tuple[str, ...]
"""Ids of the changes that one action made, in the order in which they were made."""


@dataclass
class OwnActions:
    """Two stacks of actions. A new action ends what could be done again."""

    _done: list[Action] = field(default_factory=list[Action])
    _undone: list[Action] = field(default_factory=list[Action])

    def did(self, changes: Sequence[str | None]) -> None:
        """This window made these changes as one action; None for a part that changed nothing."""
        action = tuple(change for change in changes if change is not None)
        if action:
            self._done.append(action)
            self._undone.clear()

    @property
    def last(self) -> Action:
        """What an undo is about; empty without any."""
        return self._done[-1] if self._done else ()

    @property
    def last_undone(self) -> Action:
        """The changes of the last undo, which a redo takes back; empty without any."""
        return self._undone[-1] if self._undone else ()

    def undid(self, changes: Sequence[str | None]) -> None:
        """The last action was taken back by these changes."""
        self._done.pop()
        self._undone.append(tuple(change for change in changes if change is not None))

    def redid(self, changes: Sequence[str | None]) -> None:
        """The last undo was taken back by these changes."""
        self._undone.pop()
        self._done.append(tuple(change for change in changes if change is not None))
