"""A plan as a JSON document that people and programs can edit, and back.

The document names pieces and decisions; texts and statuses in it are for reading and are worked out anew from the
files, whose hashes it carries. An edited ``text`` of a piece counts as an edit of that piece.
"""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from silcrow.curated import refusals
from silcrow.curated.contents import content_hash
from silcrow.curated.entry_format import strip
from silcrow.curated.recovery.asking import plan_from, read_backup
from silcrow.curated.recovery.decisions import DECISION_KINDS, Decision, DecisionKind, edited_to
from silcrow.curated.recovery.outcome import result_of
from silcrow.curated.recovery.piece import Piece
from silcrow.curated.recovery.plan import RecoveryPlan
from silcrow.curated.recovery.proof import Proof, proof
from silcrow.curated.results import Failure
from silcrow.curated.store_file import Content, StoreFile, read_store_file

if TYPE_CHECKING:
    from silcrow.curated.store import MemoryStore

_KINDS: dict[str, DecisionKind] = {
    **{kind: kind for kind in DECISION_KINDS},
    "discard": "discarded",
    "edit": "edited",
    "merge": "merged",
    "acknowledge": "acknowledged",
}


def plan_document(plan: RecoveryPlan) -> dict[str, Any]:
    """The plan as JSON: ``start`` and ``end`` are code points, entries are numbered as in the live file, from 1."""
    outcome = result_of(plan)
    return {
        "target": plan.target,
        "source": str(plan.stand.source),
        "sourceHash": plan.stand.source_sha256,
        "liveHash": plan.stand.live_sha256,
        "backup": str(plan.stand.backup) if plan.stand.backup else None,
        "pieces": [_piece_document(plan, piece) for piece in plan.pieces],
        "entries": [{"number": entry.number, "text": entry.text} for entry in plan.base],
        "usageAfter": str(outcome.usage),
        "undecided": [piece.id for piece in plan.undecided],
        "proof": proof_document(proof(plan)),
    }


def proof_document(placed: Proof) -> dict[str, Any]:
    """How many lines went where, and each that is not simply kept."""
    return {
        "kept": len(placed.kept),
        "changed": len(placed.changed),
        "discarded": len(placed.discarded),
        "nowhere": len(placed.nowhere),
        "undecided": len(placed.undecided),
        "lines": [
            {"piece": line.piece, "line": line.line, "how": line.how, "old": line.text, "new": line.now}
            for line in placed.lines
            if line.how != "kept"
        ],
    }


def plan_from_document(store: "MemoryStore", document: object) -> RecoveryPlan | Failure:
    """The plan that a document describes, on the files as they are now.

    ``stale`` when the source or the live file is not what the document was made from, ``invalid`` when it can't be
    understood.
    """
    read = _Reading.of(store, document)
    if isinstance(read, Failure):
        return read
    content = _source_content(read)
    if isinstance(content, Failure):
        return content
    plan = plan_from(store, read.file, read.source, content)
    if isinstance(plan, Failure):
        return plan
    if plan.stand.live_sha256 != read.fields.get("liveHash"):
        return _stale(read.file, read.file.path)
    return decided_as(plan, read.fields)


def decided_as(plan: RecoveryPlan, fields: Mapping[str, Any]) -> RecoveryPlan | Failure:
    """The plan with the pieces and decisions of a document of the same files."""
    rows = fields.get("pieces")
    if not isinstance(rows, list):
        return invalid(plan.target, "it has no list of pieces")
    pieces: list[Piece] = []
    for row in cast("list[object]", rows):
        piece = _piece_from(plan, row)
        if isinstance(piece, str):
            return invalid(plan.target, piece)
        pieces.append(piece)
    pieces.sort(key=lambda piece: piece.start)
    for before, after in pairwise(pieces):
        if after.start < before.end:
            return invalid(plan.target, f"parts {before.id} and {after.id} overlap")
    if len({piece.id for piece in pieces}) < len(pieces):
        return invalid(plan.target, "two parts have the same id")
    merges: dict[str, str | None] = {}
    for piece in pieces:
        decision = piece.decision
        if decision is None or decision.kind != "merged":
            continue
        if merges.setdefault(decision.entry or "", decision.text) != decision.text:
            return invalid(plan.target, "parts merge into one entry, but with different texts for it")
    return replace(plan, pieces=tuple(pieces))


def invalid(target: str, why: str) -> Failure:
    return Failure(
        "invalid",
        f"The plan can't be used: {why}.",
        target,
        remediation="Make the plan again with `silcrow drift plan` and change only texts and decisions in it.",
    )


class _Reading:
    """The parts of a document that say which files it is about."""

    def __init__(self, file: StoreFile, source: Path, fields: Mapping[str, Any]) -> None:
        self.file = file
        self.source = source
        self.fields = fields

    @classmethod
    def of(cls, store: "MemoryStore", document: object) -> "_Reading | Failure":
        if not isinstance(document, dict):
            return invalid("", "it is no JSON object")
        fields = cast("dict[str, Any]", document)
        target, source = fields.get("target"), fields.get("source")
        file = store.folder.file(target) if isinstance(target, str) else None
        if file is None:
            return refusals.unknown_target(target)
        if not isinstance(source, str):
            return invalid(file.target, "it names no source")
        return cls(file, Path(source), fields)


def _source_content(read: _Reading) -> bytes | Failure:
    """The bytes of the source, or of the copy that was kept of it."""
    wanted = read.fields.get("sourceHash")
    if read.source == read.file.path:
        live = read_store_file(read.file.path)
        content: bytes | Failure = live.data if isinstance(live, Content) else b""
    else:
        content = read_backup(read.file, read.source)
    if isinstance(content, bytes) and content_hash(content) == wanted:
        return content
    return content if isinstance(content, Failure) else _stale(read.file, read.source)


def _stale(file: StoreFile, path: Path) -> Failure:
    return Failure(
        "stale",
        f"{file.name} was not changed: {path} is not what the plan was made from.",
        file.target,
        remediation="Make the plan again with `silcrow drift plan`.",
    )


def _piece_document(plan: RecoveryPlan, piece: Piece) -> dict[str, Any]:
    return {
        "id": piece.id,
        "start": piece.start,
        "end": piece.end,
        "origin": piece.origin,
        "lines": [piece.first_line, piece.last_line],
        "kind": piece.kind,
        "length": piece.length,
        "text": piece.text,
        "status": piece.status,
        "similarTo": piece.similar_to,
        "ratio": piece.ratio,
        "findings": [finding.to_dict() for finding in piece.findings],
        "refusal": piece.refusal,
        "readAs": piece.read_as,
        "decision": _decision_document(plan, piece.decision),
    }


def _decision_document(plan: RecoveryPlan, decision: Decision | None) -> dict[str, Any] | None:
    if decision is None:
        return None
    document: dict[str, Any] = {"kind": decision.kind}
    if decision.entry is not None:
        document["entry"] = next((entry.number for entry in plan.base if entry.text == decision.entry), None)
    if decision.text is not None:
        document["text"] = decision.text
    if decision.discards_rest:
        document["discardsRest"] = True
    return document


def _piece_from(plan: RecoveryPlan, row: object) -> Piece | str:
    if not isinstance(row, dict):
        return "a piece is no object"
    fields = cast("dict[str, Any]", row)
    identity, start, end = fields.get("id"), fields.get("start"), fields.get("end")
    if not isinstance(identity, str) or not isinstance(start, int) or not isinstance(end, int):
        return "a piece lacks id, start or end"
    if not 0 <= start < end <= len(plan.text) or not plan.judge.manuscript.lines_between(start, end):
        return f"part {identity} holds no text"
    piece = plan.judge.piece(identity, start, end)
    decision = _decision_from(plan, fields.get("decision"))
    if isinstance(decision, str):
        return f"part {identity}: {decision}"
    text = fields.get("text")
    if isinstance(text, str) and strip(text) != piece.text and (decision is None or decision.kind == "keep"):
        decision = edited_to(text)
    return replace(piece, decision=decision)


def _decision_from(plan: RecoveryPlan, value: object) -> Decision | str | None:
    if value is None:
        return None
    fields: Mapping[str, Any] = {"kind": value} if isinstance(value, str) else _object(value)
    kind = fields.get("kind")
    known = _KINDS.get(kind) if isinstance(kind, str) else None
    if known is None:
        return f"there is no decision {kind!r}; they are {', '.join(DECISION_KINDS)}, or null"
    text = fields.get("text")
    entry = None
    if known in ("captured", "merged"):
        found = plan.judge.entry(cast("int", fields.get("entry")))
        if found is None:
            return f"there is no entry {fields.get('entry')} that stays in the file"
        entry = found.text
    if known in ("edited", "merged") and not isinstance(text, str):
        return f"{known} needs the new text as text"
    return Decision(known, entry, text if known in ("edited", "merged") else None, fields.get("discardsRest") is True)


def _object(value: object) -> Mapping[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
