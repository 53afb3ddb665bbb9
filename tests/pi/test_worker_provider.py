"""Real pi as the model of our workers: the tools of a role, exact spend, failures with their kinds."""

import asyncio
import json
import os
import subprocess
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest

from silcrow.observational.observation import ChunkRange
from silcrow.settings.types import Limits, WorkerModel
from silcrow.workers import RunFolder, RunOutcome, Supervisor, TokenUsage, WorkOrder, observer_order
from tests.conversation import Conversation, fill
from tests.pi.chat_server import Call, Hang, Refuse, Reply, Say, chat_server
from tests.pi.running import PI, models_file, needs_pi, silcrow, silcrow_environ, texts_of

pytestmark = needs_pi

CONFIRM = Call("confirm", {"word": "silcrow"})
A_REPLY = Decimal("0.00066")
"""120 tokens in at 3 USD a million, 20 out at 15."""


def environ(agent_dir: Path) -> dict[str, str]:
    """That of silcrow, with pi on the PATH."""
    assert PI is not None
    return {**silcrow_environ(agent_dir), "PATH": f"{Path(PI).parent}{os.pathsep}{os.environ['PATH']}"}


def ask(
    agent_dir: Path, script: Sequence[Reply], requests: list[dict[str, Any]] | None = None, **changes: Any
) -> RunOutcome:
    """One run of the smallest role with a model that answers with the script."""

    async def run() -> RunOutcome:
        values = {"role": "check", "model": WorkerModel("pi", "loopback/scripted"), "session_id": "s1", "prompt": ""}
        supervisor = Supervisor(RunFolder(agent_dir.parent / "runs"), environ=environ(agent_dir))
        return await (await supervisor.start(WorkOrder(**{**values, **changes}))).finished()

    with chat_server(script, requests) as url:
        models_file(agent_dir, url)
        return asyncio.run(run())


def pi_version() -> tuple[int, ...]:
    assert PI is not None
    told = subprocess.run([PI, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    return tuple(map(int, (told.stdout + told.stderr).strip().split(".")))


def pis() -> set[int]:
    """The pi processes below this one."""
    found: set[int] = set()
    for process in psutil.Process().children(recursive=True):
        try:
            if process.status() != psutil.STATUS_ZOMBIE and "pi" in process.name():
                found.add(process.pid)
        except psutil.NoSuchProcess:
            continue
    return found


def test_a_role_is_done_with_its_tools_and_the_cost_is_exact(agent_dir: Path) -> None:
    outcome = ask(agent_dir, [CONFIRM, Say("done")])
    assert outcome.run.state == "done", outcome.run
    assert outcome.result and outcome.result["answers"] == ["silcrow"]
    assert outcome.run.cost_usd == float(2 * A_REPLY) and outcome.run.cost_source == "pi"
    assert (outcome.run.turns, outcome.run.usage) == (2, TokenUsage(240, 40, 0, 0))


def test_nothing_of_the_users_own_texts_and_tools_reaches_the_model(agent_dir: Path) -> None:
    for name in ("SYSTEM.md", "APPEND_SYSTEM.md", "AGENTS.md"):
        (agent_dir / name).write_text(f"Rules of {name}.")
    (agent_dir / "extensions").mkdir()
    (agent_dir / "extensions" / "other.mjs").write_text("export default () => { throw new Error('loaded'); };")
    requests: list[dict[str, Any]] = []
    ask(agent_dir, [CONFIRM, Say("done")], requests)
    assert [each["function"]["name"] for each in requests[0]["tools"]] == ["confirm"]
    said = str(texts_of(requests[0]))
    assert "can be reached" in said and "The word is: silcrow" in said
    assert "Rules of" not in said and "loaded" not in said


def test_an_unknown_tool_does_nothing_and_the_model_is_told(agent_dir: Path) -> None:
    requests: list[dict[str, Any]] = []
    mark = agent_dir / "touched"
    outcome = ask(agent_dir, [Call("bash", {"command": f"touch '{mark}'"}), CONFIRM, Say("done")], requests)
    assert outcome.run.state == "done" and not mark.exists()
    assert "not found" in json.dumps(requests[1]["messages"])


def test_malformed_arguments_are_answered_in_words(agent_dir: Path) -> None:
    requests: list[dict[str, Any]] = []
    outcome = ask(agent_dir, [Call("confirm", {"word": {"a": 1}}), CONFIRM, Say("done")], requests)
    assert outcome.result and outcome.result["answers"] == ["silcrow"]
    assert "word" in json.dumps(requests[1]["messages"][-1])


def test_a_wrong_key_is_told_in_the_providers_words_and_not_tried_again(agent_dir: Path) -> None:
    requests: list[dict[str, Any]] = []
    outcome = ask(agent_dir, [Refuse(401, "this key is not ours")], requests)
    assert outcome.run.error and outcome.run.error.kind == "auth"
    assert "this key is not ours" in outcome.run.error.words
    assert len(requests) == 1 and outcome.run.turns == 0


def test_what_pi_gets_over_by_itself_is_no_failure(agent_dir: Path) -> None:
    outcome = ask(agent_dir, [Refuse(503, "back in a moment"), CONFIRM, Say("done")])
    assert outcome.run.state == "done"
    assert (outcome.run.turns, outcome.run.cost_usd) == (2, float(2 * A_REPLY))


def test_a_text_that_is_too_long_is_a_failure_of_its_own_and_is_not_summed_up(agent_dir: Path) -> None:
    requests: list[dict[str, Any]] = []
    words = "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."
    outcome = ask(agent_dir, [Refuse(400, words)], requests)
    assert outcome.run.error and outcome.run.error.kind == "context_too_long"
    assert len(requests) == 1


def test_an_unknown_provider_is_one_clear_failure(agent_dir: Path) -> None:
    outcome = ask(agent_dir, [], model=WorkerModel("pi", "nowhere/scripted"))
    assert outcome.run.error and outcome.run.error.kind == "spawn"
    assert "nowhere" in outcome.run.error.words


def test_without_a_login_pi_says_so(agent_dir: Path) -> None:
    outcome = ask(agent_dir, [], model=WorkerModel("pi", "anthropic/claude-sonnet-4-5"))
    assert outcome.run.error and outcome.run.error.kind == "auth"
    assert "No API key" in outcome.run.error.words


def test_a_model_that_hangs_is_ended_at_the_deadline_and_pi_with_it(agent_dir: Path) -> None:
    outcome = ask(agent_dir, [CONFIRM, Hang()], run_seconds=8)
    assert outcome.run.error and outcome.run.error.words == "timed out after 8 s"
    assert outcome.run.partial and outcome.run.cost_usd in (None, float(A_REPLY))
    assert not pis()


def test_a_model_that_never_stops_is_asked_no_more_often_than_allowed(agent_dir: Path) -> None:
    requests: list[dict[str, Any]] = []
    outcome = ask(agent_dir, [CONFIRM] * 20, requests, run_turns=3)
    assert outcome.run.error and outcome.run.error.words == "turn cap: 3 turns taken, 3 allowed"
    assert len(requests) == 3
    assert outcome.run.cost_usd == float(3 * A_REPLY) and not outcome.run.partial


def test_a_run_ends_at_what_it_may_cost_and_its_model_is_not_asked_again(agent_dir: Path) -> None:
    requests: list[dict[str, Any]] = []
    outcome = ask(agent_dir, [CONFIRM] * 20, requests, run_usd=0.001)
    assert outcome.run.error and outcome.run.error.kind == "budget"
    assert len(requests) == 2 and outcome.run.cost_usd == float(2 * A_REPLY)


def test_a_model_that_stops_without_a_word_to_its_tools_is_reminded_where_pi_waits_for_that(agent_dir: Path) -> None:
    entry = {"type": "message", "id": "e0", "timestamp": "2026-05-04T09:00:00Z"}
    entries = [{**entry, "message": {"role": "user", "content": "Always use tabs."}}]
    model, limits = WorkerModel("pi", "loopback/scripted"), Limits()
    order = observer_order(entries, ChunkRange("e0", "e0"), session_id="s1", model=model, limits=limits, utc_offset=0)
    note = {"timestamp": "2026-05-04 09:00:00", "content": "User: use tabs, always.", "sources": ["e0"]}
    script = [Say("I see nothing to do."), Call("record_observations", {"observations": [note], "last": True})]
    requests: list[dict[str, Any]] = []
    outcome = ask(agent_dir, script, requests, **msgspec.structs.asdict(order))
    if pi_version() < (1, 0):
        assert outcome.run.error and outcome.run.error.kind == "no_result" and len(requests) == 1
    else:
        assert outcome.result and outcome.result["observations"] == [{**note, "sources": ["e0"]}]
        assert "record_observations" in json.dumps(requests[1]["messages"][-1])


@pytest.fixture
def place(agent_dir: Path, project: Path, monkeypatch: pytest.MonkeyPatch) -> Conversation:
    """A session of some turns whose workers use pi."""
    monkeypatch.setenv("PATH", environ(agent_dir)["PATH"])
    model = {"provider": "pi", "id": "loopback/scripted"}
    settings = {"chunkTokens": 5_000, "poolTargetTokens": 1, "consolidateAtPoolTokens": 5_000, "tailTokens": 300}
    settings |= {"observerConcurrency": 1, "models": {"observer": model, "consolidator": model}}
    (agent_dir / "settings.json").write_text(json.dumps({"observational-memory": settings}))
    conversation = Conversation(agent_dir / "sessions" / "--x--" / "talk.jsonl", project)
    fill(conversation, 4)
    return conversation


def test_a_session_is_observed_and_filed_by_pi_to_the_last_cent(
    agent_dir: Path, project: Path, place: Conversation
) -> None:
    facts = ["User: wants tabs in each module.", "The parser reads one block after the other."]
    notes = [{"timestamp": "2026-05-04 09:00:30", "content": each, "sources": ["e0000001"]} for each in facts]
    observer = [Call("record_observations", {"observations": notes, "last": True})]
    topic = {"name": "parser.md", "title": "The parser", "summary": "How it reads", "text": "\n".join(facts)}
    consolidator = [
        Call("list_topics", {}),
        Call("write_topic", topic),
        Call("add_to_journey", {"text": "The parser was talked about."}),
        Call("dispose", {"dispositions": [{"numbers": [1, 2], "how": "filed", "topic": "parser.md"}]}),
    ]
    with chat_server([*observer, *consolidator]) as url:
        models_file(agent_dir, url)
        silcrow(agent_dir, project, "om", "on", "--from", "start")
        observed = silcrow(agent_dir, project, "om", "observe", "--wait")
        assert observed["observations"]["active"] == 2
        filed = silcrow(agent_dir, project, "om", "consolidate", "--wait")
    assert filed["observations"] == {**filed["observations"], "active": 0, "dropped": 2}
    assert filed["cost"]["totalUsd"] == float(5 * A_REPLY) and not filed["cost"]["unpriced"]
    memory = next((project / ".memory").iterdir())
    assert facts[0] in (memory / "parser.md").read_text()
    assert "The parser was talked about." in (memory / "JOURNEY.md").read_text()


def test_a_dream_proposes_with_pi_what_a_turn_says(agent_dir: Path, project: Path, place: Conversation) -> None:
    model = {"provider": "pi", "model": "loopback/scripted"}
    (agent_dir / "settings.json").write_text(json.dumps({"pi-memory": {"dreaming": {"model": model}}}))
    entry = place.turn("Always write the dates as year, month, day.", "I will.")
    evidence = {"session": "019f0000-aaaa-7000-8000-000000000001", "entry": entry}
    wish = "Dates are written as year, month, day."
    script = [
        Call("memory_read", {"target": "memory"}),
        Call("memory_read", {"target": "user"}),
        Call("memory_add", {"target": "user", "content": wish, "evidence": {"session": "x", "entry": "y"}}),
        Call("memory_add", {"target": "user", "content": wish, "evidence": evidence}),
        Say("Done."),
    ]
    requests: list[dict[str, Any]] = []
    with chat_server(script, requests) as url:
        models_file(agent_dir, url)
        dreamt = silcrow(agent_dir, project, "dream", "run", "--force", "--since", "2026-05-01")
    assert dreamt["costUsd"] == float(5 * A_REPLY)
    assert "no_evidence" in json.dumps(requests[3]["messages"][-1])
    assert wish in json.dumps(silcrow(agent_dir, project, "review", "list"))
