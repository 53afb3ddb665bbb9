"""What still keeps a plan from being applied, in words, the first thing to do first."""

from collections.abc import Iterator

from msgspec import Struct

from silcrow.curated.drift import find_drift
from silcrow.curated.entry_format import joined_length, parse_entries
from silcrow.curated.gate import Admitted, admit
from silcrow.curated.recovery.judging import is_blocked
from silcrow.curated.recovery.outcome import Outcome, result_of
from silcrow.curated.recovery.piece import Finding, Piece
from silcrow.curated.recovery.plan import RecoveryPlan
from silcrow.curated.recovery.proof import Proof, proof
from silcrow.curated.results import Code


class Obstacle(Struct, frozen=True):
    """One thing that stops the apply."""

    code: Code
    words: str
    piece: str | None = None
    findings: tuple[Finding, ...] = ()
    """What the scanner found, where that is the reason."""


def obstacles(plan: RecoveryPlan) -> tuple[Obstacle, ...]:
    """Undecided pieces, decisions that don't hold, lines that are nowhere, too much text, damage that is left."""
    outcome = result_of(plan)
    placed = proof(plan)
    return (
        *_undecided(plan),
        *(obstacle for piece in plan.pieces for obstacle in _of_decision(plan, piece)),
        *_nowhere(placed),
        *_too_long(plan, outcome),
        *_damage(plan, outcome),
    )


def _undecided(plan: RecoveryPlan) -> Iterator[Obstacle]:
    for piece in plan.undecided:
        yield Obstacle("invalid", f"part {piece.id} is undecided", piece.id)


def _of_decision(plan: RecoveryPlan, piece: Piece) -> Iterator[Obstacle]:
    decision = piece.decision
    if decision is None or decision.kind == "discarded":
        return
    if decision.kind in ("captured", "merged") and decision.entry not in [entry.text for entry in plan.base]:
        yield Obstacle("no_match", f"the entry that part {piece.id} is {decision.kind} in is not in the file", piece.id)
        return
    if decision.kind == "captured":
        return
    if decision.kind in ("keep", "acknowledged"):
        yield from _of_own_text(plan, piece, acknowledged=decision.kind == "acknowledged")
        return
    text = decision.text or ""
    answer = admit(text)
    if not isinstance(answer, Admitted):
        yield Obstacle(answer.code, f"the text for part {piece.id} can't be stored: {answer.error}", piece.id)
    elif len(answer.text) > plan.limit:
        yield Obstacle("over_limit", f"the text for part {piece.id} is longer than the whole file may be", piece.id)
    elif is_blocked(findings := plan.judge.scan(answer.text)):
        words = "; ".join(finding.message for finding in findings if finding.severity == "block")
        yield Obstacle("blocked", f"the text for part {piece.id} is blocked: {words}", piece.id, tuple(findings))


def _of_own_text(plan: RecoveryPlan, piece: Piece, *, acknowledged: bool) -> Iterator[Obstacle]:
    answer = admit(piece.text)
    if not isinstance(answer, Admitted):
        yield Obstacle(answer.code, f"part {piece.id} can't be kept as it is: {answer.error}", piece.id)
    elif is_blocked(piece.findings) and not acknowledged:
        words = f"part {piece.id} can't be kept as it is: {plan.why_not_keep(piece.id)}"
        yield Obstacle("blocked", words, piece.id, piece.findings)
    elif piece.length > plan.limit:
        words = f"part {piece.id} has {piece.length:,} chars, the whole file may have {plan.limit:,}"
        yield Obstacle("over_limit", words, piece.id)


def _nowhere(placed: Proof) -> Iterator[Obstacle]:
    for line in placed.nowhere:
        yield Obstacle("invalid", f"line {line.line:,} is nowhere: {line.text}", line.piece)


def _too_long(plan: RecoveryPlan, outcome: Outcome) -> Iterator[Obstacle]:
    # Entries that were too long together before the damage are no fault of the recovery.
    allowed = max(plan.limit, joined_length([entry.text for entry in plan.base]))
    over = outcome.usage.used - allowed
    if over > 0:
        yield Obstacle("over_limit", f"over by {over:,}: discard, shorten or merge")


def _damage(plan: RecoveryPlan, outcome: Outcome) -> Iterator[Obstacle]:
    known = frozenset(entry.text for entry in plan.base)
    for drift in find_drift(parse_entries(outcome.texts), plan.limit, known):
        if drift.check != "oversize":
            yield Obstacle("drift", f"the repaired file would count as damaged: {drift.message}")
