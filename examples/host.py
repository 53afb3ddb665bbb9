"""A host of an agent, with memory: `python examples/host.py FOLDER`. Its model is a function, so it needs no key."""

import asyncio
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from silcrow.hosts import Compaction, HostPlace, MemoryHost, Opening
from silcrow.sessions import SessionWriter


async def talk(folder: Path, questions: Iterable[str], model: Callable[[str, str], str]) -> Path:
    """Ask the model one question after the other, in a session below the folder; the file of the session."""
    session = SessionWriter.create(folder / "sessions", "tiny-1", folder)
    async with MemoryHost(HostPlace(folder, agent_dir=folder), append=session.custom) as memory:
        await memory.start(Opening(session.session_id, session.path, "new"))
        for question in questions:
            system = f"You are helpful.\n\n{await memory.before_agent_start(session.leaf_id)}"
            session.say("user", question)
            session.say("assistant", model(system, question))
            await memory.turn_end(session.leaf_id)
            if await memory.settled(session.leaf_id):
                compaction = await memory.before_compact(session.leaf_id)
                if isinstance(compaction, Compaction):
                    session.compaction(**compaction.to_entry())
                    await memory.compacted()
    return session.path


def echo(system: str, question: str) -> str:
    return f"You said: {question} (My prompt has {len(system)} characters.)"


if __name__ == "__main__":
    print(asyncio.run(talk(Path(sys.argv[1]).absolute(), ["Hello.", "I always use uv."], echo)))
