"""The scanner's word on a text, with what a person has acknowledged: one verdict for every way into memory.

Texts are judged once while a process lives. The scanner is loaded when the first text is judged, so that commands that
judge nothing do not pay for it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from silcrow.curated.clean_texts import CleanTexts
from silcrow.curated.gate import Admitted, Refused, admit

if TYPE_CHECKING:
    from silcrow.threats import Acknowledgements, Scan, Scope


class Screening(Struct, frozen=True):
    """What the scanner found in a text, and whether that text may stand all the same."""

    scan: "Scan"
    acknowledged: bool = False
    """A person has seen the findings and accepted exactly this text."""

    @property
    def blocked(self) -> bool:
        return self.scan.verdict == "block" and not self.acknowledged

    @property
    def findings(self) -> tuple[dict[str, Any], ...]:
        """``id, class, severity, start, end, message`` of each finding."""
        return tuple(finding.to_dict() for finding in self.scan.findings)

    @property
    def notes(self) -> tuple[str, ...]:
        """The findings in words, each once."""
        return tuple(dict.fromkeys(f"the scanner notes that it {finding.message}" for finding in self.scan.findings))


class Screen:
    """The gate of one memory folder."""

    def __init__(self, acknowledged: Path) -> None:
        self.path = acknowledged
        self.clean = CleanTexts(acknowledged.with_name("scanned.txt"))

    @property
    def acknowledgements(self) -> "Acknowledgements":
        """What people have accepted here in spite of findings."""
        from silcrow.threats import Acknowledgements

        return Acknowledgements(self.path)

    def judge(self, text: str) -> Screening:
        """Scan a text as memory is scanned, at the strictest scope."""
        scan = _scanner()(text, "strict")
        if not scan.findings:
            self.clean.note(text)
        return Screening(scan, scan.verdict == "block" and self.acknowledgements.covers(text))

    def glance(self, text: str) -> Screening | None:
        """The same for showing only; None for a text that is known to be clean, which needs no scanner."""
        return None if self.clean.knows(text) else self.judge(text)

    def admit(self, content: str) -> Admitted | Refused:
        """Judge a text that somebody wants to store: its form first, then what it says."""
        admitted = admit(content)
        if isinstance(admitted, Refused):
            return admitted
        screening = self.judge(admitted.text)
        if screening.blocked:
            return _blocked(screening)
        return Admitted(admitted.text, screening.notes) if screening.scan.findings else admitted

    def admit_all(self, contents: Sequence[str]) -> "tuple[str, ...] | RefusedRow":
        """The texts in stored form, or the first one that is refused."""
        texts: list[str] = []
        for number, content in enumerate(contents, start=1):
            admitted = self.admit(content)
            if isinstance(admitted, Refused):
                return RefusedRow(number, admitted)
            texts.append(admitted.text)
        return tuple(texts)


class RefusedRow(Struct, frozen=True):
    """One of several texts that may not be stored."""

    number: int
    """From 1."""
    refused: Refused


def _blocked(screening: Screening) -> Refused:
    worst = screening.scan.blocking[0]
    return Refused(
        "blocked",
        f"The content looks like a threat ({worst.threat_class}, characters {worst.start + 1:,}-{worst.end:,}): "
        f"{screening.scan.reason}.",
        "Store the fact itself, without the instruction, the secret or the hidden characters. A person who has read "
        "it can accept exactly this text with `silcrow memory ack`.",
        screening.findings,
    )


@cache
def _scanner() -> "Callable[[str, Scope], Scan]":
    from silcrow.threats import scan

    return scan
