"""A recovery as one value: the pieces of a damaged file with what was decided on each. Changing it gives a new one."""

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from silcrow.curated.entry_format import NotText, strip
from silcrow.curated.recovery.decisions import DISCARD, KEEP, Decision, edited_to, merged_into
from silcrow.curated.recovery.judging import BaseEntry, Judge, is_blocked
from silcrow.curated.recovery.piece import Piece
from silcrow.curated.results import FILE_NAMES, Target
from silcrow.curated.states import Drift


class DamagedEntry(Struct, frozen=True):
    """An entry of the live file that the recovery takes apart."""

    number: int
    text: str
    line: int
    """Line of its first character, from 1."""


class Stand(Struct, frozen=True):
    """The files as they were when the plan was made."""

    source: Path
    source_sha256: str
    live_sha256: str | None
    """None for a missing file."""
    backup: Path | None = None
    """The open backup that holds the source; None when the live file has no copy yet."""
    drifts: tuple[Drift, ...] = ()
    """What is wrong with the live file, the gravest first."""
    flaw: NotText | None = None
    """Where the live file, or else the source, is no UTF-8."""
    damaged: tuple[DamagedEntry, ...] = ()


class RecoveryPlan(Struct, frozen=True):
    """Pieces in the order of the manuscript; each non-blank line of it is in exactly one."""

    target: Target
    stand: Stand
    judge: Judge
    pieces: tuple[Piece, ...] = ()
    first_starts: tuple[int, ...] = ()
    """Where the pieces started that the plan was made with: their places number them for good."""
    source_content: bytes = b""
    """The bytes of the source, so that the plan outlives a change of the file."""

    @property
    def file_name(self) -> str:
        return FILE_NAMES[self.target]

    @property
    def limit(self) -> int:
        return self.judge.limit

    @property
    def base(self) -> tuple[BaseEntry, ...]:
        """Entries of the live file that are sound and stay."""
        return self.judge.base

    @property
    def text(self) -> str:
        """The manuscript; the source stands at its start."""
        return self.judge.manuscript.text

    @property
    def undecided(self) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.pieces if piece.decision is None)

    def piece(self, piece_id: str) -> Piece:
        """The piece with this id; KeyError when there is none."""
        return self.pieces[self._place(piece_id)]

    def source_of(self, piece_id: str) -> str:
        """The piece as it stands in its file, with all marks."""
        piece = self.piece(piece_id)
        return self.text[piece.start : piece.end]

    def entry_text(self, entry: str) -> str:
        """What a base entry reads with the merges decided so far."""
        return next((text for piece in self.pieces if (text := _merge_text(piece, entry)) is not None), entry)

    def with_decision(self, piece_id: str, decision: Decision | None) -> "RecoveryPlan":
        """The plan with one piece decided, or undecided again.

        Any decision is taken; ``obstacles`` says what still stands in the way. All pieces that are merged into one
        entry share its new text: the latest.
        """
        place = self._place(piece_id)
        pieces = [*self.pieces]
        pieces[place] = replace(pieces[place], decision=decision)
        if decision is not None and decision.kind == "merged":
            pieces = [
                replace(piece, decision=replace(other, text=decision.text))
                if (other := piece.decision) is not None and other.kind == "merged" and other.entry == decision.entry
                else piece
                for piece in pieces
            ]
        return replace(self, pieces=tuple(pieces))

    def with_decisions(self, piece_ids: Iterable[str], decision: Decision | None) -> "RecoveryPlan":
        """The same decision for several pieces."""
        ids = frozenset(piece_ids)
        if decision is not None and decision.kind == "merged":
            plan = self
            for piece_id in ids:
                plan = plan.with_decision(piece_id, decision)
            return plan
        unknown = ids - {piece.id for piece in self.pieces}
        if unknown:
            raise KeyError(*unknown)
        return replace(
            self,
            pieces=tuple(replace(piece, decision=decision) if piece.id in ids else piece for piece in self.pieces),
        )

    def edit(self, piece_id: str, text: str) -> "RecoveryPlan":
        """Store another text instead of the piece; the piece's own text means keep."""
        piece = self.piece(piece_id)
        same = strip(text) == piece.text and piece.status not in ("blocked", "oversize")
        return self.with_decision(piece_id, KEEP if same else edited_to(text))

    def merge(self, piece_id: str, entry: str, text: str | None = None) -> "RecoveryPlan":
        """Merge a piece into a base entry; without a text as ``merge_text`` proposes."""
        return self.with_decision(
            piece_id, merged_into(entry, self.merge_text([piece_id], entry) if text is None else text)
        )

    def merge_text(self, piece_ids: Iterable[str], entry: str) -> str:
        """A first text for an entry that takes pieces in: its own, then theirs, each on lines of its own."""
        return "\n".join([self.entry_text(entry), *(self.piece(piece_id).text for piece_id in piece_ids)])

    def keep_rest(self) -> "RecoveryPlan":
        """Keep every undecided piece that can be kept as it is."""
        return self.with_decisions(
            (piece.id for piece in self.undecided if piece.status in ("missing", "similar")), KEEP
        )

    def split(self, piece_id: str, at: int) -> "RecoveryPlan":
        """Cut a piece in two at a place in the manuscript; ValueError when one side would hold nothing.

        The first part keeps the id. Both inherit keep and discard; any other decision has to be made anew.
        """
        place = self._place(piece_id)
        piece = self.pieces[place]
        if not piece.start < at < piece.end:
            raise ValueError(f"{at} is not inside the piece, {piece.start} to {piece.end}")
        first = self.judge.piece(piece.id, piece.start, at)
        second = self.judge.piece("", at, piece.end)
        second = replace(second, id=self._new_id(piece.id, second.start))
        halves = [_inheriting(half, piece.decision) for half in (first, second)]
        return replace(self, pieces=(*self.pieces[:place], *halves, *self.pieces[place + 1 :]))

    def can_join(self, piece_id: str) -> bool:
        """A next piece is there, from the same file."""
        place = self._place(piece_id)
        return place + 1 < len(self.pieces) and self.pieces[place].origin == self.pieces[place + 1].origin

    def join(self, piece_id: str) -> "RecoveryPlan":
        """Make one piece of this and the next one, under this one's id; ValueError when ``can_join`` is false."""
        if not self.can_join(piece_id):
            raise ValueError(f"nothing can be joined to piece {piece_id}")
        place = self._place(piece_id)
        first, second = self.pieces[place : place + 2]
        joined = self.judge.piece(first.id, first.start, second.end)
        decision = first.decision if first.decision == second.decision else None
        return replace(self, pieces=(*self.pieces[:place], _inheriting(joined, decision), *self.pieces[place + 2 :]))

    def why_not_keep(self, piece_id: str) -> str | None:
        """Why a piece can't be kept as it is; None when it can."""
        piece = self.piece(piece_id)
        if piece.refusal is not None:
            return piece.refusal
        if is_blocked(piece.findings):
            return "the part is blocked: " + "; ".join(f.message for f in piece.findings if f.severity == "block")
        if piece.length > self.limit:
            return f"it has {piece.length:,} chars, the whole file may have {self.limit:,}"
        return None

    def _place(self, piece_id: str) -> int:
        for place, piece in enumerate(self.pieces):
            if piece.id == piece_id:
                return place
        raise KeyError(piece_id)

    def _new_id(self, parent: str, start: int) -> str:
        taken = {piece.id for piece in self.pieces}
        if start in self.first_starts:
            number = str(self.first_starts.index(start) + 1)
            if number not in taken:
                return number
        stem = parent.rstrip("abcdefghijklmnopqrstuvwxyz")
        return next(name for count in range(1, len(taken) + 2) if (name := stem + _letters(count)) not in taken)


def _letters(count: int) -> str:
    """b to z, then bb, bc ...: the piece itself stands for a."""
    letters = ""
    while count:
        count, index = divmod(count - 1, 25)
        letters = chr(ord("b") + index) + letters
    return letters


def _inheriting(piece: Piece, decision: Decision | None) -> Piece:
    """A new piece with the decision of what it came from; else captured if it is, and otherwise to be decided."""
    if decision in (KEEP, DISCARD):
        return replace(piece, decision=decision)
    is_captured = piece.decision is not None and piece.decision.kind == "captured"
    return piece if is_captured else replace(piece, decision=None)


def _merge_text(piece: Piece, entry: str) -> str | None:
    decision = piece.decision
    if decision is None or decision.kind != "merged" or decision.entry != entry:
        return None
    return decision.text
