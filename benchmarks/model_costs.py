"""What the roles send to a model, and what 100,000 tokens of history cost with some models at list prices.

    python benchmarks/model_costs.py

Plays the demo with the built-in worker, then hands each order of it to its role again and replays through the role's
own tools what was handed in, as a model with the same findings would call them. So instructions, prompts, tools,
calls and answers are the real ones; only how many notes a model would take is the built-in worker's. Each request
carries all that was said before. Caches, which make that cheaper, are left out, and so is thinking.

Prices are those of the installed package genai-prices, which asks no network. Tokens are estimated as everywhere in
silcrow: a quarter of the characters.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from genai_prices import Usage, calc_price
from msgspec import Struct

from silcrow.observational.topics import JOURNEY_FILE, TopicFile, parse_topic
from silcrow.sessions import SessionFile
from silcrow.text import estimate_tokens
from silcrow.workers.assignment import Assignment
from silcrow.workers.roles import RoleWork, answer_call, role_work
from silcrow.workers.run_paths import RunPaths

HISTORY = 100_000
MODELS = (("anthropic", "claude-sonnet-4-6"), ("anthropic", "claude-haiku-4-5"), ("openai", "gpt-5-mini"))
ROLES = ("observer", "consolidator", "dream")
SILCROW = [sys.executable, "-P", "-m", "silcrow_tui"]
Call = tuple[str, Mapping[str, Any]]


class Sent(Struct, frozen=True):
    """The traffic of runs, in estimated tokens."""

    runs: int = 0
    requests: int = 0
    rules: int = 0
    """Instructions and tools, which go along with each request."""
    prompts: int = 0
    input: int = 0
    output: int = 0

    def __add__(self, other: "Sent") -> "Sent":
        return Sent(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))


def main() -> None:
    with TemporaryDirectory() as home:
        stage = Path(home, "stage")
        environ = {**os.environ, "HOME": home, "PI_CODING_AGENT_DIR": str(stage / "agent")}
        subprocess.run([*SILCROW, "demo", "--headless", "--keep", str(stage)], check=True, capture_output=True)
        (memory,) = stage.glob("*/.memory/*")
        project = memory.parents[1]
        subprocess.run([*SILCROW, "dream", "run", "--force"], cwd=project, env=environ, check=True, capture_output=True)
        history = _tokens_of_session(next(stage.glob("agent/sessions/*/*.jsonl")))
        folders = (memory / ".runs", stage / "agent" / "memories" / ".silcrow" / "runs")
        sent = {role: sum((replayed(each) for each in _orders(folders, role)), Sent()) for role in ROLES}
    print(f"history of the demo: {history:,} tokens")
    for role, each in sent.items():
        print(
            f"{role:<13}{each.runs:>3} runs, a run: {each.requests / each.runs:.1f} requests, "
            f"rules and tools {each.rules / each.runs:,.0f}, prompt {each.prompts / each.runs:,.0f}, "
            f"in all {each.input / each.runs:,.0f} in and {each.output / each.runs:,.0f} out"
        )
    print(f"\nUSD at the list prices of genai-prices {version('genai-prices')}")
    print(f"{'':<30}{'observers':>14}{'consolidators':>16}{'a dream':>10}")
    for provider, model in MODELS:
        per_history = [price(sent[role], provider, model) * HISTORY / history for role in ROLES[:2]]
        print(
            f"{provider}/{model:<{29 - len(provider)}}{per_history[0]:>14.3f}{per_history[1]:>16.3f}"
            f"{price(sent['dream'], provider, model) / sent['dream'].runs:>10.3f}"
        )


def price(sent: Sent, provider: str, model: str) -> Decimal:
    """USD for that traffic, nothing of it from a cache."""
    usage = Usage(input_tokens=sent.input, output_tokens=sent.output)
    return calc_price(usage, model, provider_id=provider).total_price


def replayed(order: Path) -> Sent:
    """The traffic of one order, given the result that was handed in for it."""
    with TemporaryDirectory() as folder:
        paths = _copied(order, Path(folder))
        document = json.loads(order.read_text())
        result = json.loads(order.with_name(f"{paths.run_id}.result.json").read_text())
        role = role_work(Assignment(paths, document))
        turns = {"observer": _observing, "consolidator": _filing, "dream": _dreaming}[document["role"]]
        return conversation(role, turns(document, result, order.with_name(f"{paths.run_id}.work")))


def conversation(role: RoleWork, turns: Sequence[Sequence[Call]]) -> Sent:
    """What goes over the wire when a model makes these calls, turn by turn, and stops when nothing more is wanted."""
    tools = json.dumps([[tool.name, tool.description, dict(tool.input_schema)] for tool in role.tools], default=dict)
    rules = estimate_tokens(role.instructions) + estimate_tokens(tools)
    prompt = estimate_tokens(role.prompt)
    said, input_tokens, output_tokens, requests = 0, 0, 0, 0
    for calls in turns:
        requests += 1
        input_tokens += rules + prompt + said
        made = sum(estimate_tokens(name + json.dumps(arguments, ensure_ascii=False)) for name, arguments in calls)
        output_tokens += made
        said += made + sum(estimate_tokens(answer_call(role.tools, *call).text) for call in calls)
        if getattr(role, "done", bool)():
            break
    return Sent(1, requests, rules, prompt, input_tokens, output_tokens)


def _observing(_order: Mapping[str, Any], result: Mapping[str, Any], _work: Path) -> Sequence[Sequence[Call]]:
    return [[("record_observations", {"observations": result["observations"], "last": True})]]


def _filing(order: Mapping[str, Any], result: Mapping[str, Any], work: Path) -> Sequence[Sequence[Call]]:
    """Read the topics that get something, write them, tell the journey, and account for all."""
    numbers = {each["content_hash"]: number for number, each in enumerate(order["payload"]["observations"], 1)}
    by_topic: dict[str, list[int]] = {}
    for each in result["dispositions"]:
        by_topic.setdefault(each["topic"], []).append(numbers[each["content_hash"]])
    written: list[Call] = []
    for name in by_topic:
        topic = parse_topic((work / name).read_text(), name)
        assert isinstance(topic, TopicFile)
        header = topic.header
        fields = {"name": name, "title": header.title, "summary": header.summary, "text": topic.body}
        written.append(("write_topic", fields))
    segment = (work / JOURNEY_FILE).read_text().rpartition("\n## ")[2].partition("\n")[2].strip()
    fates = [{"numbers": each, "how": "filed", "topic": name} for name, each in by_topic.items()]
    return [
        [("read_topic", {"name": name}) for name in by_topic],
        [*written, ("add_to_journey", {"text": segment})],
        [("dispose", {"dispositions": fates})],
    ]


def _dreaming(order: Mapping[str, Any], _result: Mapping[str, Any], _work: Path) -> Sequence[Sequence[Call]]:
    """Read both files, make a few proposals, and stop."""
    turn = order["payload"]["turns"][0]
    evidence = {"session": turn["session"], "entry": turn["entry"]}
    adds = [("memory_add", {"target": "user", "content": "x" * 120, "evidence": evidence})] * 3
    return [[("memory_read", {"target": "memory"}), ("memory_read", {"target": "user"})], adds, [("", {})]]


def _copied(order: Path, folder: Path) -> RunPaths:
    """The files of a run as its worker found them."""
    run_id = order.name.removesuffix(".order.json")
    paths = RunPaths(folder, run_id)
    shutil.copy(order.with_name(f"{run_id}.prompt.md"), paths.prompt)
    for copy in (paths.work, paths.base):
        if (source := order.with_name(f"{run_id}.base")).exists():
            shutil.copytree(source, copy)
    return paths


def _orders(folders: Sequence[Path], role: str) -> Iterator[Path]:
    for folder in folders:
        for path in sorted(folder.glob("*.order.json")):
            if json.loads(path.read_text())["role"] == role:
                yield path


def _tokens_of_session(path: Path) -> int:
    session = SessionFile(path)
    session.refresh()
    return sum(entry.tokens for entry in session.source_path())


if __name__ == "__main__":
    main()
