"""Changes of memory in words, and taking them back with ``z`` and ``Z``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from silcrow.curated.changes import Change
from silcrow.curated.results import FILE_NAMES, Failure
from silcrow.text import one_line
from silcrow_tui.widgets.line import cut
from silcrow_tui.widgets.words import counted

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp

_START = 32
"""Cells of a text that a notice quotes."""
_VERBS = {
    "add": "added",
    "replace": "changed",
    "remove": "removed",
    "merge": "merged",
    "move": "moved",
    "tidy": "tidied",
    "import": "imported",
    "batch": "changed",
    "restore": "restored",
    "recover": "recovered",
    "edit": "outside change",
    "undo": "undid",
    "redo": "redid",
    "dismiss": "dismissed",
}


_ACTORS = {
    "user": "you",
    "tool": "agent",
    "dream": "dream",
    "recovery": "you",
    "import": "you",
    "external": "outside",
}


def actor_word(change: Change) -> str:
    """Who made a change, in a word."""
    return actor_name(change.actor)


def actor_name(actor: str) -> str:
    """``you`` for a person at silcrow, ``outside`` for another program."""
    return _ACTORS.get(actor, actor)


def verb(operation: str) -> str:
    """``added`` for ``add``; another operation by its own name."""
    return _VERBS.get(operation, operation)


def action_words(changes: Sequence[Change]) -> str:
    """``added “Uses uv, never…”``, ``removed 3 entries``, ``recovered MEMORY.md``: the changes of one action."""
    first = changes[0]
    done = verb(first.operation)
    if first.operation in ("recover", "tidy", "import"):
        return f"{done} {FILE_NAMES[first.target]}"
    texts = [text for change in changes for text in (change.new if first.operation == "add" else change.old)]
    texts = list(dict.fromkeys(texts or [text for change in changes for text in change.new]))
    if len(texts) > 1:
        return f"{done} {counted(len(texts), 'entry', 'entries')}"
    if not texts:
        return f"{done} {FILE_NAMES[first.target]}"
    return f"{done} “{cut(one_line(texts[0][:200]), _START)}”"


def undo(app: "SilcrowApp") -> None:
    """Take back what this window did last."""
    app.start(_undo(app))


def redo(app: "SilcrowApp") -> None:
    """Do again what was taken back last."""
    app.start(_redo(app))


async def _undo(app: "SilcrowApp") -> None:
    changes = await app.place.next_undo()
    if not changes:
        app.toast(f"Nothing of yours to undo; {app.key('go.history')} lists the changes of others")
        return
    result = await app.place.undo()
    if isinstance(result, Failure):
        app.toast(f"Not undone: {result.error}", "warning")
    else:
        app.toast(f"Undone: {action_words(changes)} · {app.key('memory.redo')} does it again")


async def _redo(app: "SilcrowApp") -> None:
    if not await app.place.next_redo():
        app.toast("Nothing was undone here that could be done again")
        return
    result = await app.place.redo()
    if isinstance(result, Failure):
        app.toast(f"Not done again: {result.error}", "warning")
    else:
        app.toast(f"Done again, {FILE_NAMES[result.target]} is now {result.usage} · {app.key('memory.undo')} undoes")
