"""How an action on a session's memory ends when it is not done."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NotDone:
    """Nothing was changed."""

    code: str
    """For programs: ``gone``, ``running``, ``nothing``, ``busy``."""
    words: str
    """A sentence for people."""
