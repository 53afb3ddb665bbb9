"""What a piece looks like beside the entries that stay: is it there already, is something like it, may it be stored?"""

from collections.abc import Callable, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from silcrow.curated.entry_format import BLANKS, strip
from silcrow.curated.gate import Refused, admit
from silcrow.curated.recovery.cutting import Kind
from silcrow.curated.recovery.decisions import DISCARD, Decision, captured_in
from silcrow.curated.recovery.line_forms import (
    BULLET,
    bare_lines,
    indent_of,
    is_heading,
    is_mark,
    is_merge_marker,
    is_remains_of_sign,
    is_underline,
)
from silcrow.curated.recovery.manuscript import Line, Manuscript
from silcrow.curated.recovery.piece import Finding, Piece, Status, text_of
from silcrow.curated.recovery.source_text import ReadAs

Scan = Callable[[str], Sequence[Finding]]
"""Findings in a text; one of severity ``block`` keeps it out unless its text was acknowledged."""

SIMILAR_FROM = 0.6
"""Likeness from which an entry is worth showing beside a piece."""


class BaseEntry(Struct, frozen=True):
    """An entry of the live file that is sound and stays."""

    number: int
    """Place in the live file, from 1."""
    text: str
    offset: int = -1
    """Where it stands in the manuscript; -1 when the manuscript does not hold the live file."""


def nothing_found(text: str) -> Sequence[Finding]:  # noqa: ARG001 - the signature of a scan
    """A scan that finds nothing."""
    return ()


class Judge(Struct, frozen=True, dict=True):
    """Makes pieces from spans of a manuscript."""

    manuscript: Manuscript
    base: tuple[BaseEntry, ...]
    limit: int
    """Of the whole store, in code points."""
    scan: Scan = nothing_found
    """Where findings come from; no part of what makes two judges equal."""
    read_as: ReadAs = "utf-8"
    """How marked lines were read."""
    cut_spans: tuple[tuple[int, int], ...] = ()
    """Passages that were cut: their list items become entries without the mark."""
    merging: bool = False
    """Markers of an unfinished merge stand in the text."""
    remains: frozenset[int] = frozenset()
    """Where something stands between two known entries that was their delimiter."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Judge) and self._judged_by == other._judged_by

    def __hash__(self) -> int:
        return hash(self._judged_by)

    @property
    def _judged_by(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__struct_fields__ if name != "scan")

    def piece(self, piece_id: str, start: int, end: int) -> Piece:
        """The piece of this span, with the decision that needs no person: captured, or a heading discarded."""
        lines = self.manuscript.lines_between(start, end)
        if not lines:
            raise ValueError(f"there is no text between {start} and {end}")
        last = replace(lines[-1], text=lines[-1].text.rstrip(BLANKS))
        lines = (*lines[:-1], last)
        kind = self._kind_of(lines)
        as_item = kind == "bullet" and any(
            low <= lines[0].start and lines[-1].end <= high for low, high in self.cut_spans
        )
        text = text_of(self._raw_lines(lines), as_item=as_item)
        holder = self._holder(text)
        findings = tuple(self.scan(text))
        refusal = self._refusal(text)
        closest = holder or self._closest(text)
        return Piece(
            id=piece_id,
            start=lines[0].start,
            end=last.end,
            kind=kind,
            text=text,
            origin=lines[0].origin,
            first_line=lines[0].number,
            last_line=lines[-1].number,
            status=self._status(text, kind, holder, closest, findings, refusal),
            similar_to=closest[0].number if closest else None,
            ratio=closest[1] if closest else None,
            findings=findings,
            refusal=refusal,
            read_as=self.read_as if any(line.misread for line in lines) else "utf-8",
            decision=self._preset(kind, holder),
        )

    def entry(self, number: int) -> BaseEntry | None:
        """The base entry with this number in the live file."""
        return next((entry for entry in self.base if entry.number == number), None)

    def _is_cut(self, lines: Sequence[Line]) -> bool:
        return any(low <= lines[0].start and lines[-1].end <= high for low, high in self.cut_spans)

    def _raw_lines(self, lines: Sequence[Line]) -> list[Line]:
        """The lines with the blank ones between them, so that paragraphs stay apart."""
        whole: list[Line] = []
        for line in lines:
            if whole and whole[-1].origin == line.origin and self._is_blank_between(whole[-1], line):
                whole.append(Line(line.start, "", line.number, line.origin))
            whole.append(line)
        return whole

    def _is_blank_between(self, before: Line, after: Line) -> bool:
        return "\n\n" in self.manuscript.text[before.end : after.start].replace(" ", "").replace("\t", "")

    def _kind_of(self, lines: Sequence[Line]) -> Kind:
        first = lines[0].text
        if all(line.fenced for line in lines):
            return "code"
        if all(self._is_mark(line) for line in lines):
            return "mark"
        if all(is_heading(line.text) for line in lines):
            return "heading"
        if len(lines) == 2 and self._is_underlined(lines):
            return "heading"
        if BULLET.match(first) and not any(
            BULLET.match(line.text) and indent_of(line.text) <= indent_of(first) for line in lines[1:]
        ):
            return "bullet"
        return "text"

    def _is_underlined(self, lines: Sequence[Line]) -> bool:
        first, second = lines
        if self.merging or BULLET.match(first.text) or strip(first.text).startswith(">") or self._is_mark(first):
            return False
        return is_underline(second.text) and first.number + 1 == second.number

    def _is_mark(self, line: Line) -> bool:
        if line.fenced:
            return False
        if line.start in self.remains or is_remains_of_sign(line.text, misread=line.misread):
            return True
        return is_mark(line.text) or (self.merging and is_merge_marker(line.text))

    def _holder(self, text: str) -> tuple[BaseEntry, float] | None:
        """The base entry that holds all lines of the text one after the other."""
        wanted = bare_lines(text)
        if not wanted:
            return None
        for entry, lines, place in self._base_places.get(wanted[0], ()):
            if lines[place : place + len(wanted)] == wanted:
                return entry, 1.0
        return None

    @cached_property
    def _base_places(self) -> dict[str, list[tuple[BaseEntry, tuple[str, ...], int]]]:
        """By line, the entries that hold it and where."""
        places: dict[str, list[tuple[BaseEntry, tuple[str, ...], int]]] = {}
        for entry in self.base:
            lines = bare_lines(entry.text)
            for place, line in enumerate(lines):
                places.setdefault(line, []).append((entry, lines, place))
        return places

    def _closest(self, text: str) -> tuple[BaseEntry, float] | None:
        if not self.base or not text:
            return None
        from rapidfuzz import fuzz, process

        found = process.extractOne(
            text, [entry.text for entry in self.base], scorer=fuzz.ratio, score_cutoff=SIMILAR_FROM * 100
        )
        return (self.base[found[2]], round(found[1] / 100, 4)) if found else None

    def _refusal(self, text: str) -> str | None:
        answer = admit(text)
        return answer.error if isinstance(answer, Refused) else None

    def _status(
        self,
        text: str,
        kind: Kind,
        holder: tuple[BaseEntry, float] | None,
        closest: tuple[BaseEntry, float] | None,
        findings: Sequence[Finding],
        refusal: str | None,
    ) -> Status:
        if holder:
            return "captured"
        if is_blocked(findings) or (refusal is not None and kind != "mark"):
            return "blocked"
        if len(text) > self.limit:
            return "oversize"
        return "similar" if closest else "missing"

    def _preset(self, kind: Kind, holder: tuple[BaseEntry, float] | None) -> Decision | None:
        if holder:
            return captured_in(holder[0].text)
        return DISCARD if kind in ("heading", "mark") else None


def is_blocked(findings: Sequence[Finding]) -> bool:
    """Something was found that keeps a text out."""
    return any(finding.severity == "block" for finding in findings)
