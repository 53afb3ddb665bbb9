"""The kinds of observations that the built-in worker tells apart, and how each is treated."""

from typing import Literal

from msgspec import Struct

Kind = Literal["preference", "deadline", "decision", "cause", "failure", "tests", "commit", "done", "file", "statement"]


class KindRule(Struct, frozen=True):
    """How one kind of observation is treated."""

    kind: Kind
    weight: int
    """Heavier kinds win when a chunk holds more than fits."""
    most: int
    """Of one chunk."""
    words: int
    """Fewest words of a sentence of this kind: a short completion says nothing that the test run does not."""
    topic: str
    """Slug of the topic file that takes it when no file path does."""
    noun: str
    plural: str


KINDS: dict[Kind, KindRule] = {
    rule.kind: rule
    for rule in (
        KindRule("preference", 9, 8, 3, "preferences", "preference", "preferences"),
        KindRule("deadline", 9, 4, 3, "plans-and-deadlines", "deadline", "deadlines"),
        KindRule("decision", 8, 6, 3, "decisions", "decision", "decisions"),
        KindRule("cause", 7, 5, 3, "problems-and-causes", "cause", "causes"),
        KindRule("commit", 6, 4, 3, "progress", "commit", "commits"),
        KindRule("failure", 5, 4, 3, "problems-and-causes", "failure", "failures"),
        KindRule("tests", 4, 2, 3, "progress", "test run", "test runs"),
        KindRule("done", 4, 5, 5, "progress", "completion", "completions"),
        KindRule("file", 3, 4, 3, "progress", "file change", "file changes"),
        # What no cue marks, but has specifics: kept by these alone.
        KindRule("statement", 3, 12, 4, "notes", "statement", "statements"),
    )
}
TITLES: dict[str, str] = {
    "preferences": "Preferences and rules",
    "plans-and-deadlines": "Plans and deadlines",
    "decisions": "Decisions",
    "problems-and-causes": "Problems and causes",
    "progress": "Progress",
    "notes": "Notes",
}
