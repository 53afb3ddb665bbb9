"""Secrets taken out of a text before somebody else gets to read it."""

from silcrow.text import fold
from silcrow.threats.matching import find_matches, original_span
from silcrow.threats.rulebook import rulebook

LEFT_OUT = "[secret left out]"
"""What stands in the place of a secret."""


def redact(text: str) -> str:
    """The text with ``[secret left out]`` in the place of every secret of a known form; the rest stays as it is."""
    parts: list[str] = []
    done = 0
    for start, end in secret_spans(text):
        parts.extend((text[done:start], LEFT_OUT))
        done = end
    return "".join((*parts, text[done:])) if parts else text


def secret_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where secrets of a known form stand, in code points and in order; none overlaps another."""
    folded = fold(text)
    found = sorted(
        original_span(match, folded)
        for match in find_matches(folded, rulebook("strict"))
        if match.rule.threat_class == "secret"
    )
    apart: list[tuple[int, int]] = []
    for start, end in found:
        if apart and start < apart[-1][1]:
            apart[-1] = (apart[-1][0], max(apart[-1][1], end))
        elif end > start:
            apart.append((start, end))
    return tuple(apart)
