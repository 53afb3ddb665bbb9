"""What waits, as rows and at length."""

from collections.abc import Hashable, Iterator

from silcrow.curated.proposals import Proposal, Reason
from silcrow_tui.changes import actor_name
from silcrow_tui.screens.matters import ROLES, Matter
from silcrow_tui.signs import Role, Signs
from silcrow_tui.widgets.line import Line, Piece, line, padded, shown
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.words import age

_REASONS: dict[Reason, str] = {
    "share": "it takes away much at once",
    "pinned": "the entry is pinned",
    "edited": "the entry was edited or removed since",
    "asked": "its author asks for a look",
}
_VERBS = {"add": "add an entry", "replace": "change an entry", "remove": "remove an entry"}
_MOST = 8_000


class MatterLook(RowLook[Matter]):
    """``✗ failed   obs-…1931   what is wrong``."""

    gutter = 2

    def __init__(self, signs: Signs) -> None:
        self.signs = signs

    def key(self, item: Matter) -> Hashable:
        return item.key

    def line(self, item: Matter, width: int) -> Line:
        signs = self.signs
        kind, role, sign = _kind(item, signs)
        about = shown(item.about, 22, signs)
        wide = width > 70
        words = shown(item.words, max(1, width - 40 if wide else width - 14 - len(about)), signs)
        return line(
            Piece(f"{sign} {kind:<11}", role),
            Piece(padded(about, 22) + "  ") if wide else Piece(about + "  "),
            *_change_sign(item, signs),
            Piece(words, "dim"),
        )

    def text(self, item: Matter) -> str:
        return f"{item.kind} {item.about} {item.words}"


def _kind(item: Matter, signs: Signs) -> tuple[str, Role, str]:
    if item.proposal is not None:
        return ("stale", "wait", signs.attention) if item.proposal.stale else ("held", "wait", signs.paused)
    if item.kind == "blocked":
        return "blocked", "bad", signs.blocked
    if item.kind == "gone":
        return "gone", "wait", signs.outside
    role = ROLES[item.kind]
    return item.kind, role, signs.failed if role == "bad" else signs.attention


def _change_sign(item: Matter, signs: Signs) -> Iterator[Piece]:
    if item.proposal is not None:
        gone = item.proposal.op == "remove"
        yield Piece(f"{signs.removed if gone else signs.added} ", "bad" if gone else "ok")


def matter_lines(item: Matter, now: float, signs: Signs) -> list[Line]:
    """A thing that waits in full, with the way out."""
    way = line(Piece(shown(item.way_out, 400, signs), "run"))
    if item.proposal is not None:
        return [*_held_lines(item.proposal, now, signs), way]
    return [*text_lines(item.words, most=_MOST), way]


def _held_lines(proposal: Proposal, now: float, signs: Signs) -> Iterator[Line]:
    """Who wants what and why it waits, old and new text, and what it rests on."""
    who = actor_name(proposal.actor)
    facts = [f"{who} wants to {_VERBS[proposal.op]}", f"{age(now - proposal.time)} ago", _REASONS[proposal.reason]]
    yield line(Piece(f" {signs.between} ".join(facts), bold=True))
    if proposal.stale:
        yield line(Piece(f"{signs.attention} stale: the entry is no longer there as it was", "wait"))
    if proposal.old is not None:
        yield from _text(proposal.old, signs.removed, "bad")
    if proposal.new is not None:
        yield from _text(proposal.new, signs.added, "ok")
    if proposal.evidence:
        first, *rest = text_lines(proposal.evidence, most=_MOST)
        yield line(Piece("rests on: ", "dim"), *first)
        yield from rest
    if proposal.origin is not None and proposal.origin.run_id:
        yield line(Piece(f"run {shown(proposal.origin.run_id, 80, signs)}", "dim"))


def _text(text: str, sign: str, role: Role) -> Iterator[Line]:
    first, *rest = text_lines(text, role, most=_MOST)
    yield line(Piece(f"{sign} ", role, bold=True), *first)
    yield from (line(Piece("  "), *each) for each in rest)
