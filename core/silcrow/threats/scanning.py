"""One gate for every text that may reach a model as memory: the same text gets the same verdict on every path."""

from functools import lru_cache

from silcrow.text import Folded, fold
from silcrow.threats.disguises import disguised, hidden_orders, invisible_findings, run_together
from silcrow.threats.findings import Finding, Scan, judged
from silcrow.threats.matching import Match, find_matches, original_span, restore_letters
from silcrow.threats.rule import SCOPES, Scope
from silcrow.threats.rulebook import rulebook

_REMEMBERED = 4_096
_REMEMBERED_LENGTH = 8_192
"""Code points of a text that is one of many; of longer ones only the last few are remembered."""


def scan(text: str, scope: Scope = "strict") -> Scan:
    """Judge a text, in time that grows with its length alone.

    The stored text is never changed by this. Answers are remembered, so the same text costs nothing the second time.
    Raises ValueError for an unknown scope.
    """
    if scope not in SCOPES:
        known = ", ".join(SCOPES)
        raise ValueError(f"unknown scope {scope!r}; the scopes are {known}")
    return _of_many(text, scope) if len(text) <= _REMEMBERED_LENGTH else _of_few(text, scope)


def _scan(text: str, scope: Scope) -> Scan:
    book = rulebook(scope)
    folded, restored = restore_letters(fold(text), book)
    findings: list[Finding] = []
    steering: list[tuple[int, int]] = []
    for match in find_matches(folded, book):
        finding = _finding(match, folded)
        findings.append(finding)
        if finding.severity == "block":
            steering.append((finding.start, finding.end))
            if disguised(match, folded, restored):
                findings.append(_disguise_of(finding))
    if folded.spaced:
        findings.extend(run_together(folded))
    if not text.isascii():
        findings.extend(invisible_findings(text, steering))
    findings.extend(hidden_orders(folded, steering))
    return judged(findings)


_of_many = lru_cache(maxsize=_REMEMBERED)(_scan)
_of_few = lru_cache(maxsize=16)(_scan)


def findings_across(text: str, scope: Scope) -> tuple[Finding, ...]:
    """What blocks in a text of several entries, by rules that may cross from one entry into the next."""
    book = rulebook(scope)
    folded, _ = restore_letters(fold(text), book)
    found = (_finding(match, folded) for match in find_matches(folded, book, crossing=True))
    return tuple(finding for finding in found if finding.severity == "block")


def _finding(match: Match, folded: Folded) -> Finding:
    rule = match.rule
    start, end = original_span(match, folded)
    return Finding(rule.id, rule.threat_class, match.severity, start, end, rule.message)


def _disguise_of(finding: Finding) -> Finding:
    return Finding(
        f"obfuscated_{finding.id}",
        "obfuscated",
        "block",
        finding.start,
        finding.end,
        f"{finding.message}, in a spelling that hides it",
    )
