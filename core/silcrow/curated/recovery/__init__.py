"""Recovery: a damaged memory file, or a backup of one, is taken apart, decided on piece by piece, and written back.

Start at `plan_recovery`; its plan is a value that is changed by decisions, checked by `proof` and `obstacles`, and
carried out by `apply_recovery`.
"""

from silcrow.curated.recovery.applying import apply_recovery
from silcrow.curated.recovery.asking import plan_again, plan_recovery
from silcrow.curated.recovery.cleaning import Cleaned, Spared, clean_backups
from silcrow.curated.recovery.cutting import GRAINS, Grain
from silcrow.curated.recovery.decisions import (
    ACKNOWLEDGE,
    DISCARD,
    KEEP,
    Decision,
    DecisionKind,
    captured_in,
    edited_to,
    merged_into,
)
from silcrow.curated.recovery.document import plan_document, plan_from_document, proof_document
from silcrow.curated.recovery.drafts import discard_draft, load_draft, save_draft
from silcrow.curated.recovery.judging import BaseEntry
from silcrow.curated.recovery.obstacles import Obstacle, obstacles
from silcrow.curated.recovery.outcome import DifferenceRow, Outcome, ResultEntry, difference, result_of
from silcrow.curated.recovery.piece import Finding, Piece, Status
from silcrow.curated.recovery.plan import DamagedEntry, RecoveryPlan, Stand
from silcrow.curated.recovery.proof import Proof, ProofLine, proof

__all__ = [
    "ACKNOWLEDGE",
    "DISCARD",
    "GRAINS",
    "KEEP",
    "BaseEntry",
    "Cleaned",
    "DamagedEntry",
    "Decision",
    "DecisionKind",
    "DifferenceRow",
    "Finding",
    "Grain",
    "Obstacle",
    "Outcome",
    "Piece",
    "Proof",
    "ProofLine",
    "RecoveryPlan",
    "ResultEntry",
    "Spared",
    "Stand",
    "Status",
    "apply_recovery",
    "captured_in",
    "clean_backups",
    "difference",
    "discard_draft",
    "edited_to",
    "load_draft",
    "merged_into",
    "obstacles",
    "plan_again",
    "plan_document",
    "plan_from_document",
    "plan_recovery",
    "proof",
    "proof_document",
    "result_of",
    "save_draft",
]
