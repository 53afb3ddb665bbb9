"""Secrets taken out of a text before somebody else gets to read it."""

from silcrow.text import fold
from silcrow.threats.matching import find_matches, original_span
from silcrow.threats.rulebook import rulebook


def redact(text: str) -> str:
    """The text with ``[secret left out]`` in the place of every secret of a known form; the rest stays as it is."""
    folded = fold(text)
    spans = sorted(
        original_span(match, folded)
        for match in find_matches(folded, rulebook("strict"))
        if match.rule.threat_class == "secret"
    )
    parts: list[str] = []
    done = 0
    for start, end in spans:
        if start >= done:
            parts.extend((text[done:start], "[secret left out]"))
        done = max(done, end)
    return "".join((*parts, text[done:])) if spans else text
