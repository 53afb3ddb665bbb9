"""Where an entry comes from, what it said before, and whether the agent sees it: read when a person asks."""

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from silcrow.curated.changes import Change
from silcrow.curated.results import Target
from silcrow.workspace.place import Place
from silcrow_tui.changes import actor_word, verb
from silcrow_tui.commands import KeyOf
from silcrow_tui.signs import Role, Signs
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.text_view import text_lines

if TYPE_CHECKING:
    from silcrow.workspace.agents_view import AgentsView

_MOST = 4_000
"""Characters of one earlier text."""


async def origin_lines(place: Place, target: Target, text: str, signs: Signs, key: KeyOf) -> list[Line]:
    """Who brought an entry, when and on what it rests, then whether the agent sees it."""
    changes = past_of(await place.history(target), text)
    view = await place.agents_view()
    return [*_origin(changes, signs), *seen_lines(view, target, text, signs, key)]


async def past_lines(place: Place, target: Target, text: str, signs: Signs, key: KeyOf) -> list[Line]:
    """Its wordings, newest first, with what else happened to them."""
    changes = past_of(await place.history(target), text)
    if not changes:
        return [line(Piece("Nothing is recorded of it: it was there before silcrow looked.", "dim"))]
    lines: list[Line] = []
    for change in changes:
        lines += _change_lines(change, signs)
    there = f"there {key('history.revert')} reverts one, {key('history.restore')} brings back what it took"
    return [*lines, line(Piece(f"{key('go.history')} lists all changes; {there}.", "dim"))]


def past_of(changes: Sequence[Change], text: str) -> tuple[Change, ...]:
    """The changes that made an entry what it is, newest first: back from wording to wording."""
    wanted = {text}
    found: list[Change] = []
    for change in changes:
        if wanted.isdisjoint(change.new) and wanted.isdisjoint(change.old):
            continue
        found.append(change)
        if not wanted.isdisjoint(change.new):
            wanted.update(_before(change, wanted))
    return tuple(found)


def _before(change: Change, wanted: set[str]) -> Iterator[str]:
    """The wordings that a change put these in the place of."""
    edited = change.details.get("edited")
    if isinstance(edited, dict):
        yield from (str(old) for old, new in edited.items() if new in wanted)
    elif len(change.new) == 1:
        yield from change.old


def _origin(changes: Sequence[Change], signs: Signs) -> Iterator[Line]:
    if not changes:
        yield line(Piece("Nothing is recorded of where it comes from: it was there before silcrow looked.", "dim"))
        return
    newest, first = changes[0], changes[-1]
    yield line(Piece(_moment_words(newest, signs)))
    if first is not newest:
        yield line(Piece("first: ", "dim"), Piece(_moment_words(first, signs), "dim"))
    for change in (newest, first):
        if change.origin is not None:
            facts = f" {signs.between} ".join(f"{_NAMES.get(k, k)} {v}" for k, v in change.origin.to_dict().items())
            yield line(Piece("rests on ", "dim"), Piece(shown(facts, 200, signs)))
            return


_NAMES = {"sessionId": "session", "entryId": "entry", "runId": "run"}


def _moment_words(change: Change, signs: Signs) -> str:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(change.time))
    writer = change.details.get("writer")
    who = str(writer) if isinstance(writer, str) else actor_word(change)
    return shown(f"{verb(change.operation)} by {who} {signs.between} {when}", 200, signs)


def seen_lines(view: "AgentsView", target: Target, text: str, signs: Signs, key: KeyOf) -> Iterator[Line]:
    """Whether the agent sees an entry, and since when."""
    frozen = view.frozen
    since = frozen.stored_at[:16].replace("T", " ") if frozen is not None and frozen.stored_at else "an unknown time"
    match view.standing(target, text):
        case "seen":
            yield line(Piece(f"{signs.done} The agent sees this since {since}.", "ok"))
        case "not_yet":
            compares = f"{key('go.agent')} compares"
            words = f"Not yet: its block is from {since} and renews at the next compaction or session. {compares}."
            yield line(Piece(f"{signs.queued} {words}", "wait"))
        case "live":
            yield line(Piece(f"{signs.queued} The next session sees it: none has a frozen block here now.", "dim"))
        case "kept_out":
            yield line(Piece(f"{signs.blocked} The agent does not see it: it is blocked, or there is no room.", "bad"))


def _change_lines(change: Change, signs: Signs) -> Iterator[Line]:
    yield line(Piece(_moment_words(change, signs), bold=True))
    pairs: tuple[tuple[str, str, Sequence[str]], ...] = (
        (signs.removed, "bad", change.old[:3]),
        (signs.added, "ok", change.new[:3]),
    )
    for sign, colour, texts in pairs:
        role: Role = "bad" if colour == "bad" else "ok"
        for text in texts:
            first, *rest = text_lines(text, role, most=_MOST)
            yield line(Piece(f"{sign} ", role, bold=True), *first)
            yield from (line(Piece("  "), *each) for each in rest)
    yield ()
