"""A pydantic-ai agent with memory: its block in the instructions, its tools, its session, its compactions.

`python examples/pydantic_ai_host.py FOLDER MODEL` needs 'silcrow[llm]' and a key; MODEL is one that pydantic-ai knows.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

from pydantic_ai import Agent, Tool
from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart

from silcrow.curated import MemoryTool
from silcrow.hosts import Compaction, HostPlace, MemoryHost, Opening
from silcrow.sessions import SessionWriter


class Conversation:
    """One session of an agent. What the model is sent is the summary, if there is one, and the turns behind it."""

    def __init__(self, model: Any, memory: MemoryHost, session: SessionWriter) -> None:
        self._agent = Agent(model, tools=[offered(tool) for tool in memory.tools()])
        self._memory = memory
        self._session = session
        self._summary: list[ModelMessage] = []
        self._turns: list[tuple[set[str], list[ModelMessage]]] = []
        """Ids of the entries of each turn, and its messages."""

    async def ask(self, question: str) -> str:
        block = await self._memory.before_agent_start(self._session.leaf_id)
        history = [*self._summary, *(message for _, messages in self._turns for message in messages)]
        result = await self._agent.run(question, message_history=history, instructions=f"You are helpful.\n\n{block}")
        ids = {self._session.say("user", question), self._session.say("assistant", result.output)}
        self._turns.append((ids, result.new_messages()))
        await self._memory.turn_end(self._session.leaf_id)
        if await self._memory.settled(self._session.leaf_id):
            await self._compact()
        return result.output

    async def _compact(self) -> None:
        compaction = await self._memory.before_compact(self._session.leaf_id)
        if not isinstance(compaction, Compaction):
            return
        self._session.compaction(**compaction.to_entry())
        kept = [place for place, (ids, _) in enumerate(self._turns) if compaction.first_kept in ids]
        self._turns = self._turns[kept[0] if kept else 0 :]
        self._summary = [ModelRequest(parts=[UserPromptPart(content=compaction.summary)])]
        await self._memory.compacted()


def offered(tool: MemoryTool) -> Tool[Any]:
    """One of the memory tools, for the model."""

    async def call(**arguments: Any) -> str:
        return (await tool.call(arguments)).text

    return Tool.from_schema(call, tool.name, tool.description, tool.input_schema)


async def main(folder: Path, model: Any) -> None:
    session = SessionWriter.create(folder / "sessions", "chat-1", folder)
    async with MemoryHost(HostPlace(folder, agent_dir=folder), append=session.custom) as memory:
        await memory.start(Opening(session.session_id, session.path, "new"))
        conversation = Conversation(model, memory, session)
        while question := await asyncio.to_thread(input, "> "):
            print(await conversation.ask(question))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).absolute(), sys.argv[2]))
