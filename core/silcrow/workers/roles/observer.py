"""The observer for models: one tool that takes notes, checks each, and says what was wrong with which."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from silcrow.files import read_bytes
from silcrow.workers.assignment import Assignment
from silcrow.workers.observer import RESULT_MOST, RawObservation, validate_observations
from silcrow.workers.prompts import role_prompt
from silcrow.workers.roles.role_work import Unfinished
from silcrow.workers.roles.tool import RoleTool, ToolReply

_AT_ONCE: Final = 100
_TOLD_MOST: Final = 10
_OBSERVATION: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "timestamp": {"type": "string", "description": "Time of the entry it rests on: YYYY-MM-DD HH:MM:SS"},
        "content": {"type": "string", "description": "One fact in plain prose, on a single line"},
        "sources": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Ids of the entries it rests on, as they stand in the brackets",
        },
    },
    "required": ["timestamp", "content", "sources"],
}
_LAST: Final[Mapping[str, Any]] = {"type": "boolean", "description": "Nothing more is to be noted; ends your work"}
_SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"observations": {"type": "array", "items": _OBSERVATION}, "last": _LAST},
    "required": ["observations"],
}
_MUST_FIT: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"observations": {"type": "array", "maxItems": _AT_ONCE}, "last": {"type": "boolean"}},
    "required": ["observations"],
}
"""A note with a fault costs itself, not those beside it."""
_NEVER_CALLED: Final = (
    "Nothing is recorded yet, and what you write outside of the tool is lost. Call record_observations with what is "
    "worth noting and last: true; with an empty list when nothing is."
)


def work_for(assignment: Assignment) -> "ObserverWork":
    """Raises OSError when the prompt of the run is gone."""
    entries = cast("Sequence[Mapping[str, Any]]", assignment.payload["entries"])
    prompt = read_bytes(assignment.paths.prompt).decode("utf-8", "replace")
    return ObserverWork(prompt, [str(entry["id"]) for entry in entries])


class ObserverWork:
    """The notes of one chunk so far."""

    def __init__(self, prompt: str, chunk_ids: Sequence[str]) -> None:
        self.instructions = role_prompt("observer").text
        self.prompt = prompt
        self.tools = (
            RoleTool(
                "record_observations",
                "Record notes about the stretch. May be called several times; each note counts once.",
                _SCHEMA,
                self._record,
                must_fit=_MUST_FIT,
            ),
        )
        self._chunk_ids = tuple(chunk_ids)
        self._taken: list[RawObservation] = []
        self._was_called = False
        self._is_last = False

    def progress(self) -> str:
        return f"{len(self._taken)} found so far" if self._taken else "reading"

    def result(self) -> Mapping[str, Any]:
        return {
            "observations": [
                {"timestamp": each.timestamp, "content": each.content, "sources": list(each.sources)}
                for each in self._taken
            ]
        }

    def done(self) -> bool:
        return self._is_last

    def unfinished(self) -> Unfinished | None:
        return None if self._was_called else Unfinished(_NEVER_CALLED, nothing_yet=True)

    def _record(self, arguments: Mapping[str, Any]) -> ToolReply:
        known = {each.content for each in self._taken}
        taken, problems = validate_observations(arguments, self._chunk_ids, known)
        room = RESULT_MOST - len(self._taken)
        self._taken += taken[:room]
        said = [f"{len(taken[:room])} recorded, {len(self._taken)} in all."]
        if len(taken) > room:
            said.append(f"{len(taken) - room} were left out: {RESULT_MOST} is the most for one stretch.")
        if problems:
            more = f"; and {len(problems) - _TOLD_MOST} more" if len(problems) > _TOLD_MOST else ""
            said.append(f"Not recorded: {'; '.join(problems[:_TOLD_MOST])}{more}.")
        unusable = bool(problems) and not taken
        # Whoever got nothing right has not said yet what there is to say, and may try again.
        self._was_called = self._was_called or not unusable
        self._is_last = arguments.get("last") is True and not problems
        return ToolReply(" ".join(said), is_error=unusable)
