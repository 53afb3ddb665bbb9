"""Writing what the entry editor holds, and the question before it is let go."""

from dataclasses import dataclass

from silcrow.curated.results import Failure, Result, Success, Target
from silcrow.workspace.place import Place
from silcrow_tui.screens.dialogs import Choice, Choose


@dataclass(frozen=True, slots=True)
class Saved:
    """What the editor wrote."""

    target: Target
    text: str
    result: Success
    old: str | None = None
    """The text before, None for a new entry."""
    moved: bool = False
    """The entry went over to the other file."""


async def write_entry(place: Place, home: Target, target: Target, old: str | None, text: str) -> Result:
    """Add a new entry, change ``old`` where it is, or move it, as one action."""
    if old is None:
        return await place.add(target, text)
    if target == home:
        return await place.replace(target, old, text)
    rows = [{"op": "add", "target": target, "content": text}, {"op": "remove", "target": home, "oldText": old}]
    answer = await place.several(rows, "move")
    if isinstance(answer, Failure):
        return answer
    return next((success for success in answer if success.target == target), answer[0])


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
