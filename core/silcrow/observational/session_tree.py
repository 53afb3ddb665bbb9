"""What the ledger needs to know of a session; ``silcrow.sessions.SessionFile`` is the real one."""

from typing import Protocol

from silcrow.sessions.entries import EntryPayload, SessionHeader, SourceEntry


class SessionTree(Protocol):
    """A tree of entries with a current leaf, and a number that changes whenever it does."""

    @property
    def header(self) -> SessionHeader | None: ...

    @property
    def version(self) -> int: ...

    @property
    def generation(self) -> int:
        """A number that changes when what was read before is void: the file was cut, rewritten or replaced."""
        ...

    @property
    def leaf_id(self) -> str | None: ...

    def __contains__(self, entry_id: str, /) -> bool: ...

    def branch_ids(self, leaf: str | None = None) -> tuple[str, ...]:
        """Root to leaf; None is the current leaf."""
        ...

    def source_path(self, leaf: str | None = None) -> tuple[SourceEntry, ...]:
        """The source entries of that path, in its order."""
        ...

    def custom_entries_behind(self, seen: int, prefixes: tuple[str, ...]) -> tuple[int, tuple[EntryPayload, ...]]:
        """``custom`` entries of all branches behind the first ``seen`` ones, and how many there are in all.

        In file order, of those only what has a type that starts with one of the prefixes.
        """
        ...
