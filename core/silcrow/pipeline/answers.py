"""How an action on a session's memory ends when it is not done."""

from msgspec import Struct


class NotDone(Struct, frozen=True):
    """Nothing was changed."""

    code: str
    """For programs: ``gone``, ``running``, ``nothing``, ``busy``."""
    words: str
    """A sentence for people."""
