"""What a rule is, and how its pattern is written."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Scope = Literal["all", "context", "strict"]
SCOPES: tuple[Scope, ...] = ("all", "context", "strict")
"""Each holds all rules of the ones before it."""

Severity = Literal["note", "block"]

ThreatClass = Literal[
    "prompt_injection",
    "role_hijack",
    "c2",
    "exfiltration",
    "persistence_ssh",
    "persistence",
    "agent_config",
    "invisible_unicode",
    "obfuscated",
    "markdown_html",
    "secret",
]

Guard = Literal[
    "affirmed", "imperative", "line_start", "no_header", "no_ticket", "private", "remote", "this_text", "unquoted"
]
"""What must hold around a match.

``affirmed``: no "never" or "not" rules it out. ``imperative``: the first word is an order, not what somebody does.
``line_start``: it opens a line or a bracket. ``no_header``: it isn't about signing in. ``no_ticket``: the key is not
the number of a ticket. ``private``: secrets or conversations are named near it. ``remote``: another machine is named
near it. ``this_text``: it speaks of itself. ``unquoted``: it is not cited as an example, nor part of a file name.
"""


class Rule(Struct, frozen=True):
    """A kind of sentence, told by the words that it starts with and a pattern for the rest.

    In ``starts`` and ``rest``, ``{name}`` stands for the words of that vocabulary, a blank for whatever stands between
    two words, ``~n`` for up to n words of any kind within the sentence, ``~name`` for up to eight words of a
    vocabulary, ``<name>`` for that shape. Everything else is a regular expression on the folded text: lower case,
    without accents, line breaks or list marks.
    """

    id: str
    threat_class: ThreatClass
    starts: str
    """Names of vocabularies, divided by ``|``."""
    rest: str
    message: str
    severity: Severity = "block"
    scope: Scope = "strict"
    guards: tuple[Guard, ...] = ("unquoted",)
    crosses: bool = False
    """Looked for also where two entries meet."""


class Mark(Struct, frozen=True):
    """A pattern that is told by characters rather than by words; looked for where one of the ``hints`` occurs."""

    id: str
    threat_class: ThreatClass
    hints: tuple[str, ...]
    pattern: str
    message: str
    severity: Severity = "block"
    scope: Scope = "strict"
    raw: bool = False
    """Matched on the text as it stands; otherwise on the folded text."""
    guards: tuple[Guard, ...] = ()


class Shape(Struct, frozen=True):
    """What a file name, an address or a change looks like: a part of rules that is no list of words."""

    pattern: str
    hints: tuple[str, ...] = ()
    """Words of which it holds one whole, at most 8 code points from its beginning; empty when nothing can be said."""


Vocabulary = Mapping[str, tuple[str, ...]]
Shapes = Mapping[str, Shape]


def words(*lines: str) -> tuple[str, ...]:
    """The words and phrases of a vocabulary, divided by commas."""
    return tuple(part.strip() for line in lines for part in line.split(",") if part.strip())
