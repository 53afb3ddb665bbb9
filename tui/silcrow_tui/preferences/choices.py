"""A person's choices for the workbench, as values."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct, field

Symbols = Literal["auto", "unicode", "ascii"]


class PreferencesProblem(Struct, frozen=True):
    """One thing that could not be taken; the rest of the file applies."""

    path: Path
    key: str
    """Empty for the whole file."""
    words: str

    def __str__(self) -> str:
        return f"{self.path}: {self.key}: {self.words}" if self.key else f"{self.path}: {self.words}"


class Preferences(Struct, frozen=True):
    """How the workbench looks and which keys it takes."""

    theme: str | None = None
    """None: whichever was on last."""
    compact: bool = False
    """One pane at a time without frames, however wide the terminal is."""
    motion: bool = True
    """False: nothing moves by itself, no blinking cursor."""
    symbols: Symbols = "auto"
    mouse: bool = True
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Command id to the keys that replace its own; no keys take them away."""
    problems: tuple[PreferencesProblem, ...] = ()
