"""What a cue is: words by which the built-in worker knows a sentence worth keeping."""

from dataclasses import dataclass
from typing import Literal

from silcrow.workers.extractive.kinds import Kind

Speaker = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True)
class Cue:
    kind: Kind
    speaker: Speaker
    patterns: tuple[str, ...]
    """Any of them, anywhere in the sentence, without regard to case; ``^`` is the start of the sentence."""
    unless: tuple[str, ...] = ()
    """None of them."""
