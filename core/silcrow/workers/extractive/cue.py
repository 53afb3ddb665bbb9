"""What a cue is: words by which the built-in worker knows a sentence worth keeping."""

from typing import Literal

from msgspec import Struct

from silcrow.workers.extractive.kinds import Kind

Speaker = Literal["user", "assistant"]


class Cue(Struct, frozen=True):
    kind: Kind
    speaker: Speaker
    patterns: tuple[str, ...]
    """Any of them, anywhere in the sentence, without regard to case; ``^`` is the start of the sentence."""
    unless: tuple[str, ...] = ()
    """None of them."""
