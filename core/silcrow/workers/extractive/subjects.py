"""What an observation is about: its kind, and the part of the project that a path in it names."""

import re
from pathlib import PurePosixPath

from silcrow.workers.extractive.cues import cue_of
from silcrow.workers.extractive.kinds import TITLES, Kind

_CODE_SUFFIX = (
    "py|pyi|ts|tsx|js|jsx|mjs|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|toml|yaml|yml|json|ini|cfg|sql|md|rst|txt|"
    "sh|css|scss|html|vue|proto|tf|lock"
)
_PATH = re.compile(rf"(?<![\w/.:-])(?:~?/|\./)?(?:[\w.@-]+/)*[\w.@-]*\w\.(?:{_CODE_SUFFIX})(?![\w/])", re.IGNORECASE)
_TEST_NAME = re.compile(r"^tests?[_-]|[_-]tests?$|\.(?:test|spec)$", re.IGNORECASE)
_NAMELESS = frozenset({"__init__", "__main__", "index", "main", "mod", "lib", "conftest", "readme", "setup", "types"})
_NOT_A_PART = frozenset(
    {"", ".", "..", "~", "/", "src", "lib", "app", "core", "packages", "tests", "test", "spec", "specs"}
)
_FACTS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("commit", re.compile(r"^Committed [0-9a-f]{7,40} on \S+: ")),
    ("tests", re.compile(r": (?:(?:\d+ (?:passed|failed|errors?|passing|failing))|Tests?:? |test result: |Ran \d+ )")),
    ("failure", re.compile(r" failed: ")),
    ("file", re.compile(r"^Wrote \S+[,.]| was edited(?: \d+ times)?\.$")),
)


def kind_of(content: str) -> Kind | None:
    """The kind of an observation, whoever made it; None when nothing in it says."""
    if content.startswith("User: "):
        return cue_of(content.removeprefix("User: "), "user")
    for kind, pattern in _FACTS:
        if pattern.search(content):
            return kind
    words = content.removeprefix("Agent: ")
    return cue_of(words, "assistant") or cue_of(words, "user")


def paths_in(content: str) -> list[str]:
    """The file paths that a text names, in order, each once."""
    return list(dict.fromkeys(match.group().removeprefix("./") for match in _PATH.finditer(content)))


def part_of(path: str) -> str:
    """The part of the project that a path belongs to, as a slug; a test belongs to what it tests.

    ``gateway/limits.py`` and ``tests/test_limits.py`` are both ``limits``.
    """
    pure = PurePosixPath(path)
    stem = _TEST_NAME.sub("", pure.name.rsplit(".", 1)[0])
    if stem.lower() in _NAMELESS:
        stem = next((part for part in reversed(pure.parts[:-1]) if part.lower() not in _NOT_A_PART), stem)
    part = slug(stem)
    return f"{part}-module" if part in TITLES else part


def slug(words: str) -> str:
    """Lowercase letters, digits and single hyphens, at most 60 of them; never empty."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:60].strip("-") or "notes"
