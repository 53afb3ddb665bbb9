"""The examples run, and what they leave is a session like any other."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from silcrow.curated import MemoryStore
from silcrow.hosts import HostPlace, MemoryHost, Opening
from silcrow.sessions import SessionFile, SessionWriter
from tests.hosts.small_host import PADDING, write_settings
from tests.waiting import until

ROOT = Path(__file__).parents[2]


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"examples_{name}", ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read(path: Path) -> SessionFile:
    session = SessionFile(path)
    session.refresh()
    return session


async def test_the_small_host_leaves_a_session_with_its_block(tmp_path: Path):
    MemoryStore(tmp_path / "memories").add("memory", "Uses uv")
    prompts: list[str] = []

    def model(system: str, question: str) -> str:
        prompts.append(system)
        return f"You said: {question}"

    path = await loaded("host").talk(tmp_path, ["Hello.", "Bye."], model)
    assert all("Uses uv" in prompt for prompt in prompts)
    session = read(path)
    assert (session.warnings, [each.kind for each in session.source_path()]) == ((), ["user", "assistant"] * 2)
    assert len(session.custom_entries(("memory.snapshot",))) == 1


def test_the_small_host_runs_as_a_program(tmp_path: Path):
    command = [sys.executable, str(ROOT / "examples" / "host.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert Path(done.stdout.strip()).is_file()


def test_the_page_shows_the_examples_as_they_are():
    page = (ROOT / "docs" / "hosts.md").read_text()
    shown = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    whole = (ROOT / "examples" / "host.py").read_text()
    assert shown
    assert all(block.strip() in whole for block in shown)


async def test_a_pydantic_ai_agent_remembers_with_its_tools_and_is_compacted(tmp_path: Path):
    pytest.importorskip("pydantic_ai", reason="the extra llm is not installed: pip install 'silcrow[llm]'")
    from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import AgentInfo, FunctionModel

    seen: list[tuple[list[ModelMessage], AgentInfo]] = []

    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        seen.append((messages, info))
        if len(seen) == 1:
            return ModelResponse(parts=[ToolCallPart("memory_add", {"target": "memory", "content": "Uses uv"})])
        return ModelResponse(parts=[TextPart(f"Done. {PADDING}")])

    write_settings(tmp_path)
    session = SessionWriter.create(tmp_path / "sessions", "chat-1", tmp_path)
    async with MemoryHost(HostPlace(tmp_path, agent_dir=tmp_path), append=session.custom) as memory:
        await memory.start(Opening(session.session_id, session.path, "new"))
        conversation = loaded("pydantic_ai_host").Conversation(FunctionModel(answer), memory, session)
        await conversation.ask("Remember that I use uv.")
        assert MemoryStore(tmp_path / "memories").read("memory").entries == ("Uses uv",)
        assert {tool.name for tool in seen[0][1].function_tools} == {tool.name for tool in memory.tools()}
        await memory.run_command("om", "on")
        for number in range(16):
            await conversation.ask(f"Always name module m{number} after what it holds.")
            await until(lambda: not memory.state.observational.running)
    assert "compaction" in [each.type for each in read(session.path).context().entries]
    last, info = seen[-1]
    assert "This is the memory of the earlier part" in str(last[0])
    assert len(last) < 2 * 16
    # The compaction renewed the block, so that the prompt knows by now what the tool stored.
    assert "Uses uv" in str(info.instructions)
