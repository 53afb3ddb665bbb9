"""The smallest work there is: one call of one tool, to see whether a model can be reached and calls tools."""

from collections.abc import Mapping
from typing import Any, Final

from silcrow.workers.assignment import Assignment
from silcrow.workers.roles.tool import RoleTool, ToolReply

WORD: Final = "silcrow"
_INSTRUCTIONS: Final = (
    "Somebody wants to know whether you can be reached. Call the tool confirm with the word that the message gives, "
    "once and without an explanation. After its answer say: done."
)
_SCHEMA: Final = {
    "type": "object",
    "properties": {"word": {"type": "string", "maxLength": 100}},
    "required": ["word"],
    "additionalProperties": False,
}


def work_for(_assignment: Assignment) -> "CheckWork":
    return CheckWork()


class CheckWork:
    """What was confirmed so far."""

    instructions = _INSTRUCTIONS
    prompt = f"The word is: {WORD}"

    def __init__(self) -> None:
        self._answers: list[str] = []
        self.tools = (RoleTool("confirm", "Confirm that the message has arrived.", _SCHEMA, self._confirm),)

    def progress(self) -> str:
        return "it calls tools" if self._answers else "waiting"

    def result(self) -> Mapping[str, Any]:
        return {"answers": list(self._answers)}

    def _confirm(self, arguments: Mapping[str, Any]) -> ToolReply:
        self._answers.append(arguments["word"])
        return ToolReply("Confirmed.")
