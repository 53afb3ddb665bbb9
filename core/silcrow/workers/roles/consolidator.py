"""The consolidator for models: tools on the run's own copy of topics and journey, each observation accounted for."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from msgspec import Struct

from silcrow.files import read_bytes
from silcrow.observational.topics import SUMMARY_LIMIT
from silcrow.workers.admission import Refused
from silcrow.workers.assignment import Assignment
from silcrow.workers.prompts import role_prompt
from silcrow.workers.roles.accounting import Accounting
from silcrow.workers.roles.consolidator_schemas import (
    ADD_TO_JOURNEY,
    DELETE_TOPIC,
    DISPOSE,
    EDIT_TOPIC,
    NOTHING,
    READ_TOPIC,
    WRITE_JOURNEY,
    WRITE_TOPIC,
)
from silcrow.workers.roles.role_work import Unfinished
from silcrow.workers.roles.tool import RoleTool, ToolReply
from silcrow.workers.roles.topic_desk import TopicDesk

_NUMBERS_SHOWN: Final = 40


class Handed(Struct, frozen=True):
    """One observation as the order names it."""

    timestamp: str
    content_hash: str


def work_for(assignment: Assignment) -> "ConsolidatorWork":
    """Raises OSError when the prompt of the run is gone."""
    payload, paths = assignment.payload, assignment.paths
    handed = cast("Sequence[Mapping[str, Any]]", payload["observations"])
    now = str(payload["now"])
    return ConsolidatorWork(
        prompt=read_bytes(paths.prompt).decode("utf-8", "replace"),
        desk=TopicDesk(paths.work, paths.base, now[:10]),
        handed=[Handed(each["timestamp"], each["content_hash"]) for each in handed],
        now=now,
        journey_target_tokens=int(payload["journeyTargetTokens"]),
    )


class ConsolidatorWork:
    """The filing of one batch so far; ``now`` is local, ``YYYY-MM-DD HH:MM``, and heads the journey's segment."""

    def __init__(
        self, *, prompt: str, desk: TopicDesk, handed: Sequence[Handed], now: str, journey_target_tokens: int
    ) -> None:
        self.instructions = role_prompt("consolidator").filled(summary=SUMMARY_LIMIT, journey=journey_target_tokens)
        self.prompt = prompt
        self._desk = desk
        self._handed = tuple(handed)
        self._accounting = Accounting(desk, len(handed))
        self._now = now
        self.tools = (
            RoleTool("list_topics", "The topics with title, summary and size.", NOTHING, self._list),
            RoleTool("read_topic", "The text of a topic.", READ_TOPIC, self._read),
            RoleTool("write_topic", "Make a topic, or replace its whole text.", WRITE_TOPIC, self._write),
            RoleTool("edit_topic", "Replace a passage that stands once in a topic.", EDIT_TOPIC, self._edit),
            RoleTool("delete_topic", "Remove a topic whose text stands in another now.", DELETE_TOPIC, self._delete),
            RoleTool("read_journey", "The journey as it is.", NOTHING, self._read_journey),
            RoleTool("add_to_journey", "Add a segment at the end.", ADD_TO_JOURNEY, self._add_to_journey),
            RoleTool("write_journey", "Replace the whole journey.", WRITE_JOURNEY, self._write_journey),
            RoleTool("dispose", "Say what became of observations, by number.", DISPOSE, self._dispose),
        )

    def progress(self) -> str:
        done = len(self._handed) - len(self._accounting.left)
        return f"{done} of {len(self._handed)} filed" if done else "reading"

    def result(self) -> Mapping[str, Any]:
        return {
            "dispositions": [
                {
                    "timestamp": self._handed[number - 1].timestamp,
                    "content_hash": self._handed[number - 1].content_hash,
                    **fate,
                }
                for number, fate in self._accounting.fates.items()
            ]
        }

    def done(self) -> bool:
        return not self._accounting.left and self._desk.journey_grew

    def unfinished(self) -> Unfinished | None:
        lacking: list[str] = []
        if left := self._accounting.left:
            lacking.append(f"These observations are not accounted for: {_listed(left)}.")
        if not self._desk.journey_grew:
            lacking.append("The journey has no segment about this batch.")
        if not lacking:
            return None
        return Unfinished(" ".join(lacking), nothing_yet=not self._accounting.fates)

    def _list(self, _arguments: Mapping[str, Any]) -> ToolReply:
        lines = [
            f"{topic.path}: {topic.problem}" if topic.problem else f"{topic.path} | {topic.title} | {topic.summary}"
            for topic in self._desk.topics()
        ]
        return ToolReply("\n".join(lines) or "There are no topics yet.")

    def _read(self, arguments: Mapping[str, Any]) -> ToolReply:
        text = self._desk.read(arguments["name"])
        return _refusal(text) if isinstance(text, Refused) else ToolReply(text)

    def _write(self, arguments: Mapping[str, Any]) -> ToolReply:
        name = arguments["name"]
        refused = self._desk.write(name, arguments["title"], arguments["summary"], arguments["text"])
        return _answer(refused, f"{name} is written.")

    def _edit(self, arguments: Mapping[str, Any]) -> ToolReply:
        name = arguments["name"]
        return _answer(self._desk.edit(name, arguments["old"], arguments["new"]), f"{name} is changed.")

    def _delete(self, arguments: Mapping[str, Any]) -> ToolReply:
        name = arguments["name"]
        return _answer(self._desk.delete(name, arguments["into"]), f"{name} is removed.")

    def _read_journey(self, _arguments: Mapping[str, Any]) -> ToolReply:
        return ToolReply(self._desk.journey() or "There is no journey yet.")

    def _add_to_journey(self, arguments: Mapping[str, Any]) -> ToolReply:
        return _answer(self._desk.add_to_journey(self._now, arguments["text"]), "The journey has the segment.")

    def _write_journey(self, arguments: Mapping[str, Any]) -> ToolReply:
        return _answer(self._desk.write_journey(arguments["text"]), "The journey is written.")

    def _dispose(self, arguments: Mapping[str, Any]) -> ToolReply:
        items = cast("Sequence[Mapping[str, Any]]", arguments["dispositions"])
        problems = [problem for item in items for problem in self._accounting.account(item)]
        left = self._accounting.left
        said = [f"Left: {_listed(left)}." if left else "All are accounted for."]
        if problems:
            said.insert(0, f"Not taken: {'; '.join(problems[:_NUMBERS_SHOWN])}.")
        return ToolReply(" ".join(said), is_error=bool(problems))


def _answer(refused: Refused | None, done: str) -> ToolReply:
    return ToolReply(done) if refused is None else _refusal(refused)


def _refusal(refused: Refused) -> ToolReply:
    return ToolReply(f"Nothing was done: {refused.reason}.", is_error=True)


def _listed(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:_NUMBERS_SHOWN]))
    return f"{shown} and {len(numbers) - _NUMBERS_SHOWN} more" if len(numbers) > _NUMBERS_SHOWN else shown
