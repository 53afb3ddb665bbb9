"""Changes of memory as rows, and one at length."""

import time
from collections.abc import Collection, Hashable, Iterator

from silcrow.curated.changes import Change
from silcrow.curated.results import FILE_NAMES
from silcrow_tui.changes import actor_word, verb
from silcrow_tui.panes.curated_lines import TITLES
from silcrow_tui.signs import Role, Signs
from silcrow_tui.widgets.line import Line, Piece, line, padded, shown
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.words import counted

_MOST = 16_384


class ChangeLook(RowLook[Change]):
    """``19:54  you      added     MEMORY  + the text``."""

    def __init__(self, signs: Signs) -> None:
        self.signs = signs
        self.now = 0.0
        """Unix seconds: what is of today shows its time, the rest its day."""

    def key(self, item: Change) -> Hashable:
        return item.id

    def version(self, item: Change) -> Hashable:
        return item.id

    def line(self, item: Change, width: int) -> Line:
        signs = self.signs
        return line(
            Piece(f" {padded(moment(item.time, self.now), 13)}", "dim"),
            Piece(padded(actor_word(item), 9), "run" if item.actor == "external" else "normal"),
            Piece(padded(shown(verb(item.operation), 14, signs), 15)),
            Piece(padded(TITLES[item.target], 8), "dim"),
            *_start(item, max(1, width - 46), signs),
        )

    def text(self, item: Change) -> str:
        return " ".join((actor_word(item), verb(item.operation), FILE_NAMES[item.target], *item.old, *item.new))


def moment(when: float, now: float) -> str:
    """``19:54`` today, ``11-14 19:54`` in this year, else ``2025-11-14``."""
    then, today = time.localtime(when), time.localtime(now)
    if then[:3] == today[:3]:
        return time.strftime("%H:%M", then)
    return time.strftime("%m-%d %H:%M" if then.tm_year == today.tm_year else "%Y-%m-%d", then)


def _start(change: Change, cells: int, signs: Signs) -> Iterator[Piece]:
    """Sign and beginning of the text that tells most: what came, else what went."""
    texts = [*(change.new or change.old)]
    if not texts:
        yield Piece("same entries, other spelling", "dim")
        return
    more = f" +{len(texts) - 1}" if len(texts) > 1 else ""
    yield Piece(f"{signs.added} ", "ok") if change.new else Piece(f"{signs.removed} ", "bad")
    yield Piece(shown(texts[0], cells - 2 - len(more), signs))
    yield Piece(more, "dim")


def change_lines(change: Change, in_file: Collection[str], signs: Signs) -> list[Line]:
    """The difference in full, with what of it is in the file now."""
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(change.time))
    head = f"{when} {signs.between} {actor_word(change)} {signs.between} {verb(change.operation)}"
    lines = [line(Piece(shown(head, 200, signs), bold=True), Piece(f" {signs.between} {FILE_NAMES[change.target]}"))]
    lines += _origin(change, signs)
    for text in change.old:
        lines += _text(text, signs.removed, "bad", "in the file again" if text in in_file else "")
    for text in change.new:
        lines += _text(text, signs.added, "ok", "" if text in in_file else "no longer in the file")
    if not change.old and not change.new:
        lines.append(line(Piece("The entries stayed the same; only their spelling in the file changed.", "dim")))
    return lines


def _origin(change: Change, signs: Signs) -> Iterator[Line]:
    facts: list[str] = []
    if change.origin is not None:
        facts += [f"{name} {value}" for name, value in change.origin.to_dict().items()]
    if isinstance(writer := change.details.get("writer"), str):
        facts.append(f"by {writer}")
    if change.undoes is not None:
        facts.append(f"takes back {change.undoes}")
    if change.damaged_before:
        facts.append("the file was damaged before it")
    if facts:
        yield line(Piece(shown(f" {signs.between} ".join(facts), 400, signs), "dim"))


def _text(text: str, sign: str, role: Role, note: str) -> list[Line]:
    lines = text_lines(text, role, most=_MOST)
    first = line(Piece(f"{sign} ", role, bold=True), *lines[0])
    rest = [line(Piece("  "), *each) for each in lines[1:]]
    end = [line(Piece(f"  {note}", "dim"))] if note else []
    return [first, *rest, *end]


def summary(changes: int, shown_now: int) -> str:
    words = counted(changes, "change")
    return words if shown_now == changes else f"{shown_now:,} of {words}"
