"""What a scan answers."""

from typing import Any, Literal

from msgspec import Struct

from silcrow.threats.rule import Severity, ThreatClass

Verdict = Literal["clean", "note", "block"]

_WRAPPERS: tuple[ThreatClass, ...] = ("invisible_unicode", "obfuscated", "markdown_html")


class Finding(Struct, frozen=True):
    """Something in a text that may be meant to steer an agent, or that must not be stored."""

    id: str
    threat_class: ThreatClass
    severity: Severity
    start: int
    end: int
    """Code points of the original text."""
    message: str
    """What the passage does, as the rest of a sentence that starts with "it"."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "class": self.threat_class,
            "severity": self.severity,
            "start": self.start,
            "end": self.end,
            "message": self.message,
        }


class Scan(Struct, frozen=True):
    """The verdict on a text, with what it rests on.

    What blocks comes first, and there how a passage hides before what it says.
    """

    verdict: Verdict
    findings: tuple[Finding, ...] = ()

    @property
    def blocking(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity == "block")

    @property
    def threat_class(self) -> ThreatClass | None:
        """Of the finding that weighs most."""
        return self.findings[0].threat_class if self.findings else None

    @property
    def reason(self) -> str:
        """One sentence on the findings that block; empty when none does."""
        if not self.blocking:
            return ""
        told = dict.fromkeys(finding.message for finding in self.blocking)
        return f"it {', it '.join(told)}"

    def to_dict(self) -> dict[str, Any]:
        return {"verdict": self.verdict, "findings": [finding.to_dict() for finding in self.findings]}


CLEAN = Scan("clean")


def judged(findings: list[Finding]) -> Scan:
    """The scan that these findings come to. A note on a passage that blocks anyway is left out."""
    if not findings:
        return CLEAN
    blocking = [finding for finding in findings if finding.severity == "block"]
    notes = [note for note in findings if note.severity == "note" and not any(_holds(each, note) for each in blocking)]
    blocking.sort(key=_weight)
    notes.sort(key=lambda each: (each.start, each.end, each.id))
    return Scan("block" if blocking else "note", (*blocking, *notes))


def _weight(finding: Finding) -> tuple[int, int, bool, int, str]:
    rank = _WRAPPERS.index(finding.threat_class) if finding.threat_class in _WRAPPERS else len(_WRAPPERS)
    # Most attacks also give orders, so what the orders are for says more.
    return rank, finding.start, finding.threat_class == "prompt_injection", finding.end, finding.id


def _holds(finding: Finding, other: Finding) -> bool:
    return finding.start <= other.start and other.end <= finding.end
