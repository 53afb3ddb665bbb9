"""Writing what the entry editor holds, and the question before it is let go."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from silcrow.curated.results import Failure, Result, Success, Target
from silcrow.workspace.curating import Accept, Acknowledge, Curated, Merge
from silcrow.workspace.place import Place
from silcrow_tui.screens.dialogs import Choice, Choose, YesNo
from silcrow_tui.screens.entry_task import EntryTask


class Saved(Struct, frozen=True):
    """What the editor wrote."""

    target: Target
    text: str
    result: Success
    old: str | None = None
    """The text before, None for a new entry."""
    moved: bool = False
    """The entry went over to the other file."""
    made_room: int = 0
    """Entries that went to make room."""


async def write_entry(
    place: Place, task: EntryTask, replaced: Sequence[str], target: Target, text: str, room: Sequence[str] = ()
) -> Result:
    """Do what the editor was opened for, as one action. Entries in ``room`` go with it."""
    if task.proposal is not None:
        texts = (*task.replaced, task.proposal.new or "")
        return _result(await place.curate(Accept((task.proposal.id,), text, texts)), target)
    if len(replaced) > 1:
        return _result(await place.curate(Merge(target, tuple(replaced), text)), target)
    old = replaced[0] if replaced else None
    if room or (old is not None and target != task.target):
        return await _in_one(place, task.target, target, old, text, room)
    return await place.add(target, text) if old is None else await place.replace(target, old, text)


async def _in_one(
    place: Place, home: Target, target: Target, old: str | None, text: str, room: Sequence[str]
) -> Result:
    rows: list[dict[str, Any]] = [{"op": "remove", "target": target, "oldText": gone} for gone in room]
    if old is not None and home == target:
        rows.append({"op": "replace", "target": target, "oldText": old, "content": text})
    else:
        rows.append({"op": "add", "target": target, "content": text})
        if old is not None:
            rows.append({"op": "remove", "target": home, "oldText": old})
    moves = old is not None and home != target
    answer = await place.several(rows, "move" if moves and not room else "batch")
    if isinstance(answer, Failure):
        return answer
    return next((success for success in answer if success.target == target), answer[0])


def _result(curated: Curated, target: Target) -> Result:
    if curated.refused is not None:
        return curated.refused
    return curated.result or Failure("invalid", "Nothing was changed.", target)


async def accept_text(place: Place, text: str) -> Failure | None:
    """Accept a text in spite of what the scanner finds; None when that is written down."""
    return (await place.curate(Acknowledge((text,)))).refused


def blocked_question(failure: Failure) -> YesNo:
    """Asked when the scanner refuses a text: a person who has read it may say yes."""
    return YesNo(
        "Save this text all the same?",
        (
            failure.error,
            "It passes silcrow's scan from then on, exactly as it reads; another program may still block it.",
        ),
        yes="I read it, save",
        no="Back to the text",
    )


def closing_question(name: str) -> Choose:
    """Asked when closing would lose something; answers ``s`` save, ``d`` keep as a draft, ``t`` throw away, or None."""
    return Choose(
        f"Close the entry for {name}? It is not saved",
        (
            Choice("s", "save", "if it fits"),
            Choice("d", "keep as a draft", "it is here again next time"),
            Choice("t", "throw away", "the file stays as it is"),
        ),
        start="d",
        quiet="esc goes back to the text",
    )
