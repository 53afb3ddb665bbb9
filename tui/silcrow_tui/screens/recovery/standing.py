"""A plan with all that follows from it, each worked out once, when it is asked for."""

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from silcrow.curated.entry_format import DELIMITER
from silcrow.curated.recovery import (
    DifferenceRow,
    Obstacle,
    Outcome,
    Piece,
    Proof,
    RecoveryPlan,
    difference,
    obstacles,
    proof,
    result_of,
)


class Standing(Struct, frozen=True, dict=True):
    """Where a recovery stands."""

    plan: RecoveryPlan

    @cached_property
    def outcome(self) -> Outcome:
        return result_of(self.plan)

    @cached_property
    def proof(self) -> Proof:
        return proof(self.plan)

    @cached_property
    def obstacles(self) -> tuple[Obstacle, ...]:
        return obstacles(self.plan)

    @cached_property
    def difference(self) -> tuple[DifferenceRow, ...]:
        return difference(self.plan)

    @cached_property
    def folded(self) -> tuple[Piece, ...]:
        """Parts that stand in an entry already: nothing is to be decided on them."""
        return tuple(piece for piece in self.plan.pieces if is_folded(piece))

    @cached_property
    def shown(self) -> tuple[Piece, ...]:
        """The other parts."""
        return tuple(piece for piece in self.plan.pieces if not is_folded(piece))

    @cached_property
    def discarded(self) -> tuple[Piece, ...]:
        """Parts that are in no entry afterwards."""
        return tuple(p for p in self.plan.pieces if p.decision is not None and p.decision.kind == "discarded")


def is_folded(piece: Piece) -> bool:
    return piece.status == "captured" and piece.decision is not None and piece.decision.kind == "captured"


def fitting(plan: RecoveryPlan, pieces: Sequence[Piece]) -> list[Piece]:
    """Those of the pieces that can be kept without the file going over its limit: each in turn, if it still fits."""
    left = result_of(plan.with_decisions((piece.id for piece in pieces), None)).usage.left
    fit: list[Piece] = []
    for piece in pieces:
        room = piece.length + len(DELIMITER)
        if room <= left:
            left -= room
            fit.append(piece)
    return fit
