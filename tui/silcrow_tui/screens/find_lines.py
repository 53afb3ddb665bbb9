"""What was found everywhere, as rows under three headings: seen now, could be seen, past."""

import time
from collections.abc import Hashable, Sequence

from msgspec import Struct

from silcrow.workspace.search import Findings, Hit, Kind, Standing
from silcrow_tui.signs import UNICODE, Role, Signs
from silcrow_tui.widgets.line import Line, Piece, line, padded, rule, shown
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.words import age, counted

GROUPS: tuple[tuple[Standing, str, Role], ...] = (
    ("in context now", "in the agent’s context now", "run"),
    ("in memory", "in memory, not in its context", "normal"),
    ("past", "only in the past", "dim"),
)
SEARCHED = "entries, history, pool, archive, topics, journey, raw session"
WORDS: dict[Kind, str] = {
    "entry": "entry",
    "prompt block": "frozen block",
    "proposal": "held change",
    "history": "history",
    "observation": "observation",
    "archive": "archive",
    "topic": "topic",
    "journey": "journey",
    "compaction block": "compaction",
    "session": "session",
}
_MANY: dict[Kind, str] = {
    "entry": "entries",
    "history": "history",
    "archive": "archive",
    "session": "session",
}
SENTENCES: dict[Standing, str] = {
    "in context now": "The agent sees this now.",
    "in memory": "The agent does not see it now; it is kept where memory is read from.",
    "past": "The agent does not see it any more.",
}


class GroupRow(Struct, frozen=True):
    """The heading of a group."""

    words: str


Row = Hit | GroupRow


def found_rows(findings: Findings) -> tuple[Row, ...]:
    """Hits in their groups, newest first in each; groups without hits are left out."""
    rows: list[Row] = []
    for standing, words, _role in GROUPS:
        hits = [hit for hit in findings.hits if hit.standing == standing]
        if hits:
            rows += [GroupRow(f"{words}: {len(hits):,}"), *hits]
    return tuple(rows)


def counts_words(findings: Findings) -> str:
    """``12 hits: 3 entries, 9 observations``; how many older ones are left out."""
    kinds = ", ".join(counted(count, WORDS[kind], _MANY.get(kind)) for kind, count in findings.counts.items())
    left_out = findings.total - len(findings.hits)
    more = f" · {counted(left_out, 'older hit')} not shown" if left_out else ""
    return f"{counted(findings.total, 'hit')}: {kinds}{more}" if findings.total else ""


class HitLook(RowLook[Row]):
    """``age  kind  where it stands  the text around the match``."""

    def __init__(self, now: float, signs: Signs) -> None:
        self.now = now
        self.signs = signs

    def key(self, item: Row) -> Hashable:
        if isinstance(item, GroupRow):
            return item.words
        return (item.kind, item.id, item.where, item.excerpt)

    def line(self, item: Row, width: int) -> Line:
        if isinstance(item, GroupRow):
            return rule(item.words, width, self.signs)
        where_cells = 26 if width > 100 else 0
        when = "" if item.time is None else age(self.now - item.time)
        head = [Piece(f" {when:>4}  {padded(WORDS[item.kind], 12)}  ", "dim")]
        if where_cells:
            head.append(Piece(padded(shown(item.where, where_cells, self.signs), where_cells) + "  ", "dim"))
        room = width - 21 - (where_cells + 2 if where_cells else 0)
        return line(*head, *around_match(item, max(1, room), self.signs))

    def text(self, item: Row) -> str:
        return "" if isinstance(item, GroupRow) else f"{item.where} {item.excerpt}"

    def selectable(self, item: Row) -> bool:
        return isinstance(item, Hit)


def around_match(hit: Hit, cells: int, signs: Signs = UNICODE) -> Line:
    """The excerpt with its match in bold; a few characters before it, so that the match is in sight."""
    start, end = hit.span
    before = hit.excerpt[:start]
    room = max(0, min(max(12, cells // 3), cells - (end - start) - 4))
    if len(before) > room:
        before = signs.cut + before[len(before) - room :] if room else ""
    pieces = (Piece(shown(before, cells, signs), "dim"), Piece(shown(hit.excerpt[start:end], cells, signs), bold=True))
    left = cells - sum(piece.width for piece in pieces)
    return line(*pieces, Piece(shown(hit.excerpt[end:], left, signs) if left > 0 else ""))


def about_hit(hit: Hit, signs: Signs = UNICODE) -> Sequence[Line]:
    """Where a hit stands, when it was written and whether the agent sees it."""
    when = "at an unknown time" if hit.time is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(hit.time))
    named = f" {signs.between} {shown(hit.id, 60, signs)}" if hit.id else ""
    times = f" {signs.between} {hit.matches:,} times" if hit.matches > 1 else ""
    role: Role = next(role for standing, _words, role in GROUPS if standing == hit.standing)
    return (
        line(Piece(shown(hit.where, 120, signs), bold=True), Piece(f" {signs.between} {when}{named}{times}", "dim")),
        line(Piece(SENTENCES[hit.standing], role)),
    )
