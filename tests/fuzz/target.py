"""What is fuzzed: code that reads bytes which others wrote."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct


class Target(Struct, frozen=True):
    """One reader of foreign bytes."""

    name: str
    seeds: tuple[bytes, ...]
    """Sound content and typical damage: what mutations start from."""
    feed: Callable[[bytes, Path], None]
    """Reads the content, in an empty folder of its own where it needs files, and asserts what always holds. Anything
    that it raises is a find."""
