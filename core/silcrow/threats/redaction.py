"""Secrets taken out of a text before somebody else gets to read it."""

from silcrow.text import fold
from silcrow.threats.matching import find_matches
from silcrow.threats.rule import Mark
from silcrow.threats.rulebook import rulebook


def redact(text: str) -> str:
    """The text with ``[secret left out]`` in the place of every secret of a known form; the rest stays as it is."""
    spans = sorted(
        (match.start, match.end)
        for match in find_matches(fold(text), rulebook("strict"))
        if isinstance(match.rule, Mark) and match.rule.threat_class == "secret"
    )
    parts: list[str] = []
    done = 0
    for start, end in spans:
        if start >= done:
            parts.extend((text[done:start], "[secret left out]"))
        done = max(done, end)
    return "".join((*parts, text[done:])) if spans else text
