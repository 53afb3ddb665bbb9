"""What a talk plants: facts that should be kept, and texts that must not be."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct


class Fact(Struct, frozen=True):
    what: str
    patterns: tuple[re.Pattern[str], ...]
    """All of them must be found in one and the same text."""

    def told_by(self, text: str) -> bool:
        return all(pattern.search(text) for pattern in self.patterns)


class Planted(Struct, frozen=True):
    facts: tuple[Fact, ...]
    forbidden: tuple[Fact, ...]
    """Secrets and orders to the model; told by a text that holds any part of them."""


def read_facts(path: Path) -> Planted:
    """The facts file of a talk."""
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    return Planted(
        tuple(Fact(fact["what"], _compiled(fact["all"])) for fact in document["fact"]),
        tuple(Fact(one["what"], (re.compile("|".join(one["any"]), re.IGNORECASE),)) for one in document["forbidden"]),
    )


def _compiled(patterns: Iterable[str]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)
