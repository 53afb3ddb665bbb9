"""Making a recovery plan: which entries stay, which text has to be placed, and into which pieces it falls."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from silcrow.curated.backups import find_same, list_backups
from silcrow.curated.contents import content_hash
from silcrow.curated.drift import find_drift
from silcrow.curated.entry_format import NotText, Parsed, parse, strip
from silcrow.curated.examination import Clean, Damaged, Verdict, examine
from silcrow.curated.last_state import compare_with_last
from silcrow.curated.recovery.cutting import Grain, cut
from silcrow.curated.recovery.judging import BaseEntry, Judge, Scan, nothing_found
from silcrow.curated.recovery.known_seams import Run, cut_at_known
from silcrow.curated.recovery.line_forms import bare, is_merge_marker
from silcrow.curated.recovery.manuscript import Line, Manuscript, Passage, Section
from silcrow.curated.recovery.piece import Piece
from silcrow.curated.recovery.plan import DamagedEntry, RecoveryPlan, Stand
from silcrow.curated.recovery.source_text import SourceText, read_source
from silcrow.curated.states import Drift
from silcrow.curated.store_file import Content, FileRead, Missing, StoreFile

_LOSES_TEXT = frozenset({"truncated", "emptied"})
"""Checks that say that the file lost what its last known state still holds."""


class Given(Struct, frozen=True):
    """Everything a plan is made from, as read."""

    file: StoreFile
    live: Content | Missing
    source: Path
    source_content: bytes
    last: bytes | None
    """Bytes of the last known state."""
    scan: Scan = nothing_found
    grain: Grain = "bullet"


def make_plan(given: Given) -> RecoveryPlan:
    """The plan, with headings discarded and what is there already captured. Pure but for a look for a backup."""
    live = _Live.of(given.file, given.live, given.last)
    from_live = given.source_content == live.content
    to_cut = live.damaged | (live.grown if from_live else frozenset[str]())
    apart = to_cut | live.misread
    base = tuple(_base(live, apart, in_manuscript=from_live))
    text = read_source(given.source_content)
    manuscript = Manuscript(tuple(_sections(text, live, apart, given.last, from_live=from_live)))
    to_cut |= _damaged_texts(text, given.file.limit, given.last)
    merging = any(drift.check == "conflict" for drift in (*live.drifts, *_drifts(text, given.file.limit)))
    known = _known_texts(manuscript, base, given.last)
    runs = [
        run
        for passage in manuscript.passages
        for run in (cut_at_known(passage, known) if _is_cut(passage, to_cut) else (Run(passage.lines, is_known=True),))
    ]
    judge = Judge(
        manuscript,
        base,
        given.file.limit,
        given.scan,
        (text if text.misread else live.text).read_as,
        tuple(_lines_span(run.lines) for run in runs if not run.is_known),
        merging,
        frozenset(_lines_span(run.lines)[0] for run in runs if run.is_remains),
    )
    spans = [span for run in runs for span in _spans(run, given, merging=merging)]
    pieces = tuple(judge.piece(str(number), *span) for number, span in enumerate(spans, start=1))
    return RecoveryPlan(
        given.file.target,
        Stand(
            given.source,
            content_hash(given.source_content),
            content_hash(live.content) if live.content is not None else None,
            _backup_with(given),
            live.drifts,
            live.text.flaw or text.flaw,
            tuple(_taken_apart(live, apart)),
        ),
        judge,
        pieces,
        tuple(piece.start for piece in pieces),
        given.source_content,
    )


def carry_over(old: RecoveryPlan, fresh: RecoveryPlan) -> RecoveryPlan:
    """The fresh plan of the same source with the pieces and decisions of an older one.

    What is new is undecided, and so is a piece whose decision named an entry that is gone.
    """
    if old.stand.source_sha256 != fresh.stand.source_sha256:
        raise ValueError("the plans have different sources")
    there = {entry.text for entry in fresh.base}
    source = [_remade(fresh, piece, piece.start, piece.end, there) for piece in old.pieces if piece.origin == "source"]
    before = {(piece.origin, piece.text): piece for piece in old.pieces if piece.origin != "source"}
    taken = {piece.id for piece in source}
    others: list[Piece] = []
    for piece in fresh.pieces:
        if piece.origin == "source":
            continue
        known = before.get((piece.origin, piece.text))
        made = _remade(fresh, known, piece.start, piece.end, there) if known else piece
        if made.id in taken:
            made = replace(made, id=_free_number(old, fresh, taken))
        taken.add(made.id)
        others.append(made)
    return replace(fresh, pieces=(*source, *others), first_starts=old.first_starts)


def _remade(fresh: RecoveryPlan, old: Piece, start: int, end: int, there: set[str]) -> Piece:
    """The old piece as it looks now, with its decision unless that named an entry that is gone."""
    piece = fresh.judge.piece(old.id, start, end)
    decision = old.decision
    return piece if decision is None or decision.entry not in {None, *there} else replace(piece, decision=decision)


def _free_number(old: RecoveryPlan, fresh: RecoveryPlan, taken: set[str]) -> str:
    highest = len(old.pieces) + len(fresh.pieces)
    return next(name for number in range(len(fresh.pieces) + 1, 3 * highest) if (name := str(number)) not in taken)


class _Live(Struct, frozen=True):
    """The live file as far as it can be read as text."""

    content: bytes | None
    text: SourceText
    parsed: Parsed
    drifts: tuple[Drift, ...]
    damaged: frozenset[str]
    """Entries that a check names."""
    misread: frozenset[str]
    """Entries with bytes that are no UTF-8."""
    lost_text: bool
    """The last known state holds text that is gone without anybody having taken it out."""
    grown: frozenset[str]
    """Entries that begin with one of the last known state that is gone."""

    @classmethod
    def of(cls, file: StoreFile, read: FileRead, last: bytes | None) -> "_Live":
        content = read.data if isinstance(read, Content) else None
        text = read_source(content or b"")
        verdict: Verdict = examine(read, file.limit, last)
        before = parse(last) if last is not None else None
        if isinstance(verdict, Clean | Damaged):
            parsed = verdict.parsed
            drifts = verdict.drifts if isinstance(verdict, Damaged) else ()
        else:
            parsed = _parsed(text)
            drifts = find_drift(parsed, file.limit)
            if isinstance(before, Parsed):
                drifts = (*drifts, *compare_with_last(parsed, before))
        # A cut inside a character leaves bytes that no check on the text knows.
        is_cut_off = text.flaw is not None and content is not None and last is not None and last.startswith(content)
        lost_text = is_cut_off or any(drift.check in _LOSES_TEXT for drift in drifts)
        return cls(
            content,
            text,
            parsed,
            drifts,
            _named(parsed, drifts),
            _misread(text),
            lost_text,
            _grown(parsed, before),
        )


def _parsed(text: SourceText) -> Parsed:
    parsed = parse(text.text.encode("utf-8"))
    if isinstance(parsed, NotText):
        raise AssertionError("text that was read can be written")
    return parsed


def _drifts(text: SourceText, limit: int) -> tuple[Drift, ...]:
    return find_drift(_parsed(text), limit)


def _named(parsed: Parsed, drifts: Iterable[Drift]) -> frozenset[str]:
    """The entries that the checks name; of an unfinished merge all that hold one of its markers."""
    found = {parsed.entries[drift.entry - 1] for drift in drifts if drift.entry is not None}
    if any(drift.check == "conflict" for drift in drifts):
        found |= {entry for entry in parsed.entries if any(map(is_merge_marker, entry.split("\n")))}
    return frozenset(found)


def _misread(text: SourceText) -> frozenset[str]:
    if not text.misread:
        return frozenset()
    passages = Manuscript((Section("live", text.text, misread=text.misread),)).passages
    return frozenset(passage.text for passage in passages if any(line.misread for line in passage.lines))


def _grown(parsed: Parsed, before: Parsed | NotText | None) -> frozenset[str]:
    if not isinstance(before, Parsed):
        return frozenset()
    gone = [entry for entry in before.entries if entry not in parsed.entries]
    fresh = [entry for entry in parsed.entries if entry not in before.entries]
    return frozenset(entry for entry in fresh if any(entry.startswith(old) for old in gone))


def _damaged_texts(text: SourceText, limit: int, last: bytes | None) -> frozenset[str]:
    """Passages of the source that look like several entries."""
    parsed = _parsed(text)
    drifts = find_drift(parsed, limit)
    before = parse(last) if last is not None else None
    if isinstance(before, Parsed):
        drifts = (*drifts, *(drift for drift in compare_with_last(parsed, before) if drift.check != "emptied"))
    return _named(parsed, drifts)


def _base(live: _Live, apart: frozenset[str], *, in_manuscript: bool) -> Iterator[BaseEntry]:
    for number, part in enumerate(live.parsed.parts, start=1):
        if part.text not in apart:
            yield BaseEntry(number, part.text, part.offset if in_manuscript else -1)


def _taken_apart(live: _Live, apart: frozenset[str]) -> Iterator[DamagedEntry]:
    for number, part in enumerate(live.parsed.parts, start=1):
        if part.text in apart:
            yield DamagedEntry(number, part.text, part.line)


def _sections(
    text: SourceText, live: _Live, apart: frozenset[str], last: bytes | None, *, from_live: bool
) -> Iterator[Section]:
    yield Section("source", text.text, misread=text.misread)
    covered = {bare(line) for line in text.text.split("\n")}
    if not from_live:
        yield from _live_sections(live, apart, covered)
    if live.lost_text:
        before = parse(last) if last is not None else None
        if isinstance(before, Parsed):
            there = {*live.parsed.entries, *_parsed(text).entries}
            for part in before.parts:
                if part.text not in there:
                    yield Section("last", part.text, part.line)


def _live_sections(live: _Live, apart: frozenset[str], covered: set[str]) -> Iterator[Section]:
    """Runs of lines in damaged entries of the live file that the source does not hold."""
    for part in live.parsed.parts:
        if part.text not in apart:
            continue
        run: list[str] = []
        for number, line in enumerate([*part.text.split("\n"), None], start=part.line):
            is_new = line is not None and bool(strip(line)) and bare(line) not in covered
            if line is not None and (is_new or (run and not strip(line))):
                run.append(line)
            elif run:
                yield Section("live", "\n".join(run), number - len(run), live.text.misread)
                run = []


def _known_texts(manuscript: Manuscript, base: Iterable[BaseEntry], last: bytes | None) -> frozenset[str]:
    before = parse(last) if last is not None else None
    entries = before.entries if isinstance(before, Parsed) else ()
    return frozenset([*entries, *(entry.text for entry in base), *(passage.text for passage in manuscript.passages)])


def _is_cut(passage: Passage, to_cut: frozenset[str]) -> bool:
    return passage.text in to_cut or passage.lines[0].origin == "live"


def _spans(run: Run, given: Given, *, merging: bool) -> Iterator[tuple[int, int]]:
    if run.is_known or run.is_remains:
        yield _lines_span(run.lines)
        return
    for block in cut(run.lines, given.grain, limit=given.file.limit, merging=merging):
        yield _lines_span(block.lines)


def _lines_span(lines: Sequence[Line]) -> tuple[int, int]:
    held = [line for line in lines if strip(line.text)]
    return held[0].start, held[-1].end


def _backup_with(given: Given) -> Path | None:
    if given.source.name.startswith(f"{given.file.name}.bak.") and given.source.parent == given.file.folder:
        return given.source
    same = find_same(list_backups(given.file.folder, given.file.name), given.source_content)
    return same.path if same else None
