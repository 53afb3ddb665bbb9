"""The dream for models: the four memory tools on copies of the files, each change with the turn that it rests on."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from msgspec import Struct

from silcrow.curated import MemoryStore, Success
from silcrow.curated.tools import MemoryTool, create_memory_tools
from silcrow.text import similarity
from silcrow.workers.assignment import Assignment
from silcrow.workers.dream import HandedTurn, dream_prompt, turn_named, turns_of
from silcrow.workers.prompts import role_prompt
from silcrow.workers.roles.role_work import Unfinished
from silcrow.workers.roles.tool import RoleTool, ToolReply

_OPS: Final[Mapping[str, str]] = {"memory_add": "add", "memory_replace": "replace", "memory_remove": "remove"}
_EVIDENCE: Final[Mapping[str, Any]] = {
    "type": "object",
    "description": "The turn that this rests on, as the line above it names it.",
    "properties": {
        "session": {"type": "string", "description": "Id of the session."},
        "entry": {"type": "string", "description": "Id of the entry."},
    },
    "required": ["session", "entry"],
    "additionalProperties": False,
}
_NEVER_READ: Final = (
    "You have not looked at the memory yet. Read both files with memory_read, then hold the turns against them; if "
    "nothing belongs there, say so."
)
_ALIKE: Final = 0.5
"""From this likeness on a later call is the same wish in better words."""


class _Call(Struct, frozen=True):
    """A call that changes something, as it was made on the copies."""

    op: str
    target: str
    old_text: str
    content: str
    evidence: Mapping[str, Any]
    code: str = ""
    """Of the refusal; empty for a call that was done."""
    error: str = ""

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = {"op": self.op, "target": self.target, "evidence": dict(self.evidence)}
        if self.op != "add":
            document["oldText"] = self.old_text
        if self.op != "remove":
            document["content"] = self.content
        return document | ({"code": self.code, "error": self.error} if self.code else {})


def work_for(assignment: Assignment) -> "DreamWork":
    """The dream that an order asks for, on the copies that were made for its run."""
    limits = cast("Mapping[str, int]", assignment.payload["charLimits"])
    store = MemoryStore(assignment.paths.work, memory_char_limit=limits["memory"], user_char_limit=limits["user"])
    return DreamWork(store, turns_of(assignment.payload), dream_prompt(assignment.payload))


class DreamWork:
    """One prompt of a dream so far."""

    def __init__(self, store: MemoryStore, turns: Sequence[HandedTurn], prompt: str) -> None:
        self.instructions = role_prompt("dream").text
        self.prompt = prompt
        self._store = store
        self._turns = turns
        self._calls: list[_Call] = []
        self._has_read = False
        self.tools = tuple(self._tool(tool) for tool in create_memory_tools(store))

    def progress(self) -> str:
        done = sum(not call.code for call in self._calls)
        return f"{done} proposed so far" if done else "comparing" if self._has_read else "reading"

    def result(self) -> Mapping[str, Any]:
        """What was changed on the copies, call by call, and the calls that were refused and not made good."""
        failed = [call for place, call in enumerate(self._calls) if call.code and not self._is_made_good(place)]
        return {
            "proposals": [call.to_document() for call in self._calls if not call.code],
            "failedCalls": [call.to_document() for call in failed],
        }

    def done(self) -> bool:
        return False

    def unfinished(self) -> Unfinished | None:
        return None if self._has_read or self._calls else Unfinished(_NEVER_READ, nothing_yet=True)

    def _tool(self, tool: MemoryTool) -> RoleTool:
        if tool.name not in _OPS:
            return RoleTool(tool.name, tool.description, tool.input_schema, self._reader(tool))
        schema = {
            **tool.input_schema,
            "properties": {**tool.input_schema["properties"], "evidence": _EVIDENCE},
            "required": [*tool.input_schema["required"], "evidence"],
        }
        return RoleTool(tool.name, tool.description, schema, self._changer(tool))

    def _reader(self, tool: MemoryTool) -> Callable[[Mapping[str, Any]], ToolReply]:
        def read(arguments: Mapping[str, Any]) -> ToolReply:
            self._has_read = True
            answer = tool.call_now(arguments)
            return ToolReply(answer.text, answer.is_error)

        return read

    def _changer(self, tool: MemoryTool) -> Callable[[Mapping[str, Any]], ToolReply]:
        op = _OPS[tool.name]

        def change(arguments: Mapping[str, Any]) -> ToolReply:
            wanted = dict(arguments)
            evidence = cast("Mapping[str, Any]", wanted.pop("evidence"))
            target = str(wanted["target"])
            content = str(wanted.get("content", wanted.get("newContent", "")))
            call = _Call(op, target, str(wanted.get("oldText", "")), content, evidence)
            if turn_named(evidence, self._turns) is None:
                words = "The evidence names none of the turns that you were given."
                return self._refused(call, "no_evidence", words)
            before = self._entries(target)
            answer = tool.call_now(wanted)
            if answer.is_error:
                self._note(call, str(answer.structured["code"]), str(answer.structured["error"]))
                return ToolReply(answer.text, is_error=True)
            after = self._entries(target)
            came = [entry for entry in after if entry not in before]
            gone = [entry for entry in before if entry not in after]
            if came or gone or op == "add":
                # By their full texts as they are stored: what the live file holds is found by these alone.
                self._calls.append(
                    _Call(
                        op, target, gone[0] if gone else call.old_text, came[0] if came else content.strip(), evidence
                    )
                )
            return ToolReply(answer.text)

        return change

    def _refused(self, call: _Call, code: str, words: str) -> ToolReply:
        self._note(call, code, words)
        return ToolReply(f"{code}: {words}", is_error=True)

    def _note(self, call: _Call, code: str, error: str) -> None:
        self._calls.append(_Call(call.op, call.target, call.old_text, call.content, call.evidence, code, error))

    def _entries(self, target: str) -> tuple[str, ...]:
        result = self._store.read(target)
        return result.entries if isinstance(result, Success) else ()

    def _is_made_good(self, place: int) -> bool:
        failed = self._calls[place]
        return any(
            not call.code
            and (call.op, call.target) == (failed.op, failed.target)
            and (_alike(call, failed) if call.op != "remove" else failed.old_text in call.old_text)
            for call in self._calls[place + 1 :]
        )


def _alike(call: _Call, failed: _Call) -> bool:
    return similarity(call.content, failed.content) >= _ALIKE
