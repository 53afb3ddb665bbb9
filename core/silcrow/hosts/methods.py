"""The methods of the host protocol: what each takes, how long it may take, and what it answers."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, field

from silcrow.hosts.compaction import Compaction
from silcrow.hosts.host import MemoryHost
from silcrow.hosts.lifecycle import Reason
from silcrow.hosts.opening import Features, HostPlace, Opening
from silcrow.hosts.wire import WRONG_PARAMS, Refused
from silcrow.text import display_text

LONGEST_TEXT: Final = 64 << 10
"""Characters of the text that a command answers."""


class HostName(Struct, frozen=True):
    name: str = "a host"
    version: str = ""


class Initialize(Struct, frozen=True, rename="camel"):
    protocol_version: int
    cwd: str
    host: HostName = HostName()
    agent_dir: str | None = None
    memory_dir: str | None = None
    trusted: bool | None = None
    features: Features = Features()

    def place(self) -> HostPlace | Refused:
        for name, given in (("cwd", self.cwd), ("agentDir", self.agent_dir), ("memoryDir", self.memory_dir)):
            if given is not None and not Path(given).is_absolute():
                return Refused(WRONG_PARAMS, f"{name} is no absolute path.")
        return HostPlace(
            cwd=Path(self.cwd),
            name=display_text(self.host.name)[:80],
            version=display_text(self.host.version)[:40],
            agent_dir=None if self.agent_dir is None else Path(self.agent_dir),
            memory_dir=None if self.memory_dir is None else Path(self.memory_dir),
            trusted=self.trusted,
            features=self.features,
        )


class Cancel(Struct, frozen=True):
    """The call that is not to wait any longer."""

    id: str | int | float


class Start(Struct, frozen=True, rename="camel"):
    session_id: str
    reason: Reason = "startup"
    session_file: str | None = None
    leaf_id: str | None = None
    entries: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])


class NewLeaf(Struct, frozen=True, rename="camel"):
    new_leaf_id: str | None = None


class Leaf(Struct, frozen=True, rename="camel"):
    leaf_id: str | None = None


class TurnEnd(Struct, frozen=True, rename="camel"):
    leaf_id: str | None = None
    idle: bool = False


class Nothing(Struct, frozen=True):
    """No parameter matters."""


class CallTool(Struct, frozen=True):
    name: str
    arguments: Any = None
    """As the model gave them: what is wrong with them is for the tool to say."""


class RunCommand(Struct, frozen=True):
    name: str
    arguments: str = ""


Result = Mapping[str, Any]
Carry = Callable[[MemoryHost, Any], Awaitable[Result | Refused]]


def _nothing(_: MemoryHost) -> Result:
    return {}


class Method(Struct, frozen=True):
    """One method behind ``initialize``."""

    takes: type[Struct]
    carry: Carry
    seconds: float | None
    """Deadline; None: as long as observers are waited for, and a moment."""
    safe: Callable[[MemoryHost], Result] = _nothing
    """What is answered when the deadline has passed."""
    in_order: bool = True
    in_session: bool = True
    """It needs a session that is open."""


async def _start(host: MemoryHost, given: Start) -> Result | Refused:
    path = None if given.session_file is None else Path(given.session_file)
    if path is not None and not path.is_absolute():
        return Refused(WRONG_PARAMS, "sessionFile is no absolute path.")
    await host.start(
        Opening(
            session_id=given.session_id,
            path=path,
            reason=given.reason,
            leaf=given.leaf_id,
            entries=tuple(given.entries),
        )
    )
    return {"status": host.status().to_dict()}


async def _tree(host: MemoryHost, given: NewLeaf) -> Result:
    await host.tree(given.new_leaf_id)
    return {}


async def _compacted(host: MemoryHost, _: Nothing) -> Result:
    await host.compacted()
    return {}


async def _compact_failed(host: MemoryHost, _: Nothing) -> Result:
    await host.not_compacted()
    return {}


async def _shutdown(host: MemoryHost, _: Nothing) -> Result:
    await host.shutdown()
    return {}


async def _before_start(host: MemoryHost, given: Leaf) -> Result:
    return {"systemPromptAppend": await host.before_agent_start(given.leaf_id) or None}


def _frozen(host: MemoryHost) -> Result:
    return {"systemPromptAppend": host.frozen_block or None}


async def _turn_end(host: MemoryHost, given: TurnEnd) -> Result:
    await host.turn_end(given.leaf_id)
    return {"compact": await host.settled(given.leaf_id)} if given.idle else {}


async def _settled(host: MemoryHost, given: Leaf) -> Result:
    return {"compact": await host.settled(given.leaf_id)}


async def _before_compact(host: MemoryHost, given: Leaf) -> Result:
    answer = await host.before_compact(given.leaf_id)
    if isinstance(answer, Compaction):
        return {"compaction": answer.to_dict(), "reason": ""}
    return {"compaction": None, "reason": answer.reason}


async def _call_tool(host: MemoryHost, given: CallTool) -> Result | Refused:
    answer = await host.call_tool(given.name, given.arguments)
    if answer is None:
        names = ", ".join(tool.name for tool in host.tools()) or "none, they are switched off"
        return Refused(WRONG_PARAMS, f"There is no tool {given.name[:80]!r}; the tools are: {names}.")
    return answer.to_dict()


async def _run_command(host: MemoryHost, given: RunCommand) -> Result | Refused:
    if given.name != "memory" and given.name != "om":
        return Refused(WRONG_PARAMS, f"There is no command {given.name[:80]!r}; the commands are memory and om.")
    answer = await host.run_command(given.name, given.arguments)
    shown: dict[str, Any] = {"text": _shown(answer.text), "isError": answer.is_error}
    return {**shown, "compact": True} if answer.compact else shown


def _shown(text: str) -> str:
    safe = display_text(text, multiline=True)
    return safe if len(safe) <= LONGEST_TEXT else f"{safe[:LONGEST_TEXT]}\n… cut here"


def _no_compaction(_: MemoryHost) -> Result:
    return {"compaction": None, "reason": "Silcrow was not ready in time."}


def _busy_tool(_: MemoryHost) -> Result:
    error = "The call takes longer than it may. Read the memory before you try again: it may still be carried out."
    return {
        "content": [{"type": "text", "text": f"busy: {error}"}],
        "structuredContent": {"success": False, "code": "busy", "error": error, "target": ""},
        "isError": True,
    }


def _slow_command(_: MemoryHost) -> Result:
    return {"text": "This takes longer than a command may; it goes on.", "isError": True}


METHODS: Mapping[str, Method] = {
    "session/start": Method(Start, _start, 5, in_session=False),
    "session/tree": Method(NewLeaf, _tree, 5),
    "session/compacted": Method(Nothing, _compacted, 2),
    "session/compact_failed": Method(Nothing, _compact_failed, 2),
    "session/shutdown": Method(Nothing, _shutdown, 3, in_session=False),
    "agent/before_start": Method(Leaf, _before_start, 2, _frozen),
    "agent/turn_end": Method(TurnEnd, _turn_end, 2),
    "agent/settled": Method(Leaf, _settled, 2),
    "compact/before": Method(Leaf, _before_compact, None, _no_compaction),
    "tools/call": Method(CallTool, _call_tool, 15, _busy_tool, in_order=False, in_session=False),
    "command/run": Method(RunCommand, _run_command, 60, _slow_command, in_session=False),
}
