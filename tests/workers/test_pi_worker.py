"""The provider ``pi``: the worker program with a stand-in for pi, real processes and a real channel."""

import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from silcrow.settings.types import ModelPrice, WorkerModel
from silcrow.workers import Run, RunFolder, RunOutcome, Supervisor, TokenUsage, WorkOrder
from tests.waiting import until, wait_until
from tests.workers.conftest import is_running

FAKE = Path(__file__).with_name("fake_pi.py")
CONFIRMED = ["call", "confirm", {"word": "silcrow"}]
CALLS = ["reply", {"stopReason": "toolUse"}]
SAYS = ["reply", {"stopReason": "stop"}]


OWNER = """
import asyncio, os, sys
from pathlib import Path
from silcrow.settings.types import WorkerModel
from silcrow.workers import RunFolder, Supervisor, WorkOrder

async def main():
    order = WorkOrder(role="check", model=WorkerModel("pi", "default"), session_id="s1", prompt="")
    running = await Supervisor(RunFolder(Path(sys.argv[1])), environ=os.environ).start(order)
    await running.finished()

asyncio.run(main())
"""


class Stage:
    """A PATH with a pi that plays a script, and what that pi saw."""

    def __init__(self, folder: Path, runs: RunFolder) -> None:
        self.bin = folder / "bin"
        self.runs = runs
        self.environ = {"PATH": f"{self.bin}:/usr/bin:/bin", "HOME": str(folder)}
        self.bin.mkdir()

    def install(self, *script: object) -> None:
        (self.bin / "script").write_text("\n".join(map(json.dumps, script)))
        program = self.bin / "pi"
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {shlex.quote(str(FAKE))} "$0" "$@"\n')
        program.chmod(0o755)

    async def start(self, **changes: Any):
        order = WorkOrder(**{"role": "check", "model": WorkerModel("pi", "default"), **ORDER, **changes})
        return await Supervisor(self.runs, environ=self.environ).start(order)

    async def play(self, *script: object, **changes: Any) -> RunOutcome:
        self.install(*script)
        return await (await self.start(**changes)).finished()

    def told(self, name: str) -> Any:
        path = self.bin / name
        return json.loads(path.read_text()) if path.exists() else None

    @property
    def folder_is_gone(self) -> bool:
        return not Path(self.saw["folder"]).exists()

    @property
    def saw(self) -> Mapping[str, Any]:
        return self.told("saw")


ORDER: Mapping[str, Any] = {"session_id": "s1", "prompt": "", "run_seconds": 60}


@pytest.fixture
def stage(tmp_path: Path, runs: RunFolder) -> Stage:
    return Stage(tmp_path, runs)


def failure(run: Run) -> tuple[str, str]:
    assert run.error, run
    return run.error.kind, run.error.words


async def test_the_tools_of_the_role_are_called_and_the_result_is_handed_in(stage: Stage):
    outcome = await stage.play(["hello"], CALLS, CONFIRMED, ["end turn"], SAYS)
    assert outcome.run.state == "done", outcome.run
    assert outcome.result and outcome.result["answers"] == ["silcrow"]
    assert stage.told("answers") == [{"id": 1, "text": "Confirmed.", "isError": False, "last": False}]
    assert [tool["name"] for tool in stage.saw["tools"]] == ["confirm"]


async def test_every_reply_counts_and_the_costs_are_added_exactly(stage: Stage):
    replies = [["reply", {"stopReason": "toolUse", "usd": 0.1}] for _ in range(3)]
    outcome = await stage.play(["hello"], *replies, CONFIRMED, ["reply", {"usd": 0.000021000000000000002}])
    assert (outcome.run.cost_usd, outcome.run.cost_source) == (0.300021, "pi")
    assert (outcome.run.turns, outcome.run.usage) == (4, TokenUsage(400, 40, 0, 0))
    assert not outcome.run.partial


async def test_one_reply_without_a_price_makes_the_run_unpriced(stage: Stage):
    outcome = await stage.play(["hello"], CALLS, CONFIRMED, ["reply", {"usd": 0}])
    assert (outcome.run.cost_usd, outcome.run.cost_source) == (None, "unpriced")


async def test_a_price_in_the_settings_wins_over_what_pi_says(stage: Stage):
    model = WorkerModel("pi", "default", price=ModelPrice(3.0, 15.0))
    outcome = await stage.play(["hello"], CALLS, CONFIRMED, ["reply", {"usd": 0}], model=model)
    assert (outcome.run.cost_usd, outcome.run.cost_source) == (0.0009, "settings")


async def test_a_reply_without_usage_makes_the_cost_a_lower_bound(stage: Stage):
    outcome = await stage.play(["hello"], CALLS, CONFIRMED, ["reply", {"usage": {"input": 0, "output": 0}, "usd": 0}])
    assert outcome.run.cost_usd == 0.5 and outcome.run.partial


async def test_nothing_that_is_said_stands_in_the_arguments_and_stdin_is_empty(stage: Stage):
    await stage.play(["hello"], CALLS, CONFIRMED, SAYS)
    saw = stage.saw
    assert "silcrow" in saw["texts"]["prompt.md"] and "confirm" in saw["texts"]["instructions.md"]
    assert not any("The word is" in each or "reached" in each for each in saw["arguments"])
    assert saw["stdin"] == ""
    assert saw["mode"] == 0o700


async def test_pi_gets_no_tools_skills_or_texts_of_its_own(stage: Stage):
    await stage.play(["hello"], CALLS, CONFIRMED, SAYS)
    given = stage.saw["arguments"]
    for flag in ("--no-builtin-tools", "--no-extensions", "--no-skills", "--no-context-files", "--no-session"):
        assert flag in given
    assert given[given.index("--append-system-prompt") + 1] == ""
    assert stage.saw["environment"]["PI_OFFLINE"] == "1"


async def test_the_folder_of_the_run_is_gone_afterwards(stage: Stage):
    await stage.play(["hello"], CALLS, CONFIRMED, SAYS)
    assert stage.folder_is_gone


async def test_the_texts_are_removed_as_soon_as_pi_has_read_them(stage: Stage):
    stage.install(["hello"], CALLS, ["hang"])
    running = await stage.start()
    await until(lambda: stage.told("hangs"))
    folder = Path(stage.saw["folder"])
    await until(lambda: sorted(each.name for each in folder.iterdir()) == ["tools.sock"])
    await running.stop(grace=0.5)


@pytest.mark.parametrize(
    ("model", "flags"),
    [
        (WorkerModel("pi", "default"), []),
        (WorkerModel("pi", "openai/gpt", "off"), ["--model", "openai/gpt", "--thinking", "off"]),
    ],
)
async def test_model_and_thinking_of_the_settings_are_passed_on(stage: Stage, model: WorkerModel, flags: list[str]):
    await stage.play(["hello"], CALLS, CONFIRMED, SAYS, model=model)
    given = stage.saw["arguments"]
    assert given[given.index("-e") + 2 :] == flags


async def test_pi_gets_its_variables_and_the_keys_that_it_knows_and_no_others(stage: Stage, tmp_path: Path):
    agent = tmp_path / "agent"
    agent.mkdir()
    (agent / "models.json").write_text('{"providers": {"own": {"apiKey": "${OWN_SECRET}"}}} // $OTHER')
    stage.environ |= {
        "PI_CODING_AGENT_DIR": str(agent),
        "ANTHROPIC_API_KEY": "a",
        "AWS_PROFILE": "b",
        "OWN_SECRET": "c",
        "DATABASE_PASSWORD": "d",
    }
    await stage.play(["hello"], CALLS, CONFIRMED, SAYS)
    seen = stage.saw["environment"]
    assert {"PI_CODING_AGENT_DIR", "ANTHROPIC_API_KEY", "AWS_PROFILE", "OWN_SECRET"} <= set(seen)
    assert "DATABASE_PASSWORD" not in seen


async def test_workers_of_other_providers_get_none_of_pis_keys(stage: Stage, runs: RunFolder):
    stage.environ["ANTHROPIC_API_KEY"] = "a"
    program = "import json, os, sys; open(sys.argv[1] + '.seen', 'w').write(json.dumps(dict(os.environ)))"
    supervisor = Supervisor(runs, environ=stage.environ, command=[sys.executable, "-c", program])
    order = WorkOrder(**{"role": "check", "model": WorkerModel(), **ORDER})
    run = (await (await supervisor.start(order)).finished()).run
    seen = json.loads((runs.folder / f"{run.run_id}.order.json.seen").read_text())
    assert "ANTHROPIC_API_KEY" not in seen


async def test_no_pi_on_the_path_is_one_clear_failure(stage: Stage):
    run = (await (await stage.start()).finished()).run
    assert failure(run)[0] == "spawn" and "no pi on the PATH" in failure(run)[1]
    assert run.turns == 0


async def test_a_pi_that_never_took_up_the_tools_has_done_nothing(stage: Stage):
    run = (await stage.play(SAYS)).run
    assert failure(run)[0] == "spawn" and "did not take up the tools" in failure(run)[1]


async def test_a_pi_that_is_not_logged_in_says_so_in_its_own_words(stage: Stage):
    run = (await stage.play(["complain", "No API key found for anthropic.\n\nUse /login to log in"], ["exit", 1])).run
    assert failure(run) == ("auth", "pi: No API key found for anthropic.")


async def test_a_pi_that_is_too_old_is_told_from_its_words(stage: Stage):
    run = (await stage.play(["complain", "Error: Unknown option: --no-themes"], ["exit", 1])).run
    assert failure(run)[0] == "spawn" and "too old" in failure(run)[1]


async def test_another_program_by_that_name_is_one_clear_failure(stage: Stage):
    run = (await stage.play(["print", "3.14159"])).run
    assert failure(run)[0] == "spawn" and "is it the pi coding agent" in failure(run)[1]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("401 Incorrect API key provided", "auth"),
        ("429 Too many requests, try again in 20s", "rate_limit"),
    ],
)
async def test_a_providers_failure_keeps_its_kind_and_words(stage: Stage, words: str, kind: str):
    refused = ["reply", {"stopReason": "error", "errorMessage": words, "usage": {"input": 0, "output": 0}, "usd": 0}]
    outcome = await stage.play(["hello"], refused, ["exit", 1])
    assert failure(outcome.run) == (kind, words)
    assert outcome.run.turns == 0
    assert outcome.run.cost_usd == 0


async def test_a_pi_that_dies_in_the_middle_leaves_a_lower_bound_and_its_words(stage: Stage):
    asking = ["print", json.dumps({"type": "turn_start"})]
    run = (await stage.play(["hello"], CALLS, CONFIRMED, asking, ["complain", "out of memory"], ["exit", 7])).run
    assert failure(run) == ("exit", "pi ended with exit code 7: out of memory")
    assert run.cost_usd == 0.5 and run.partial


async def test_a_reply_that_broke_off_is_paid_for_as_far_as_it_went(stage: Stage):
    outcome = await stage.play(["hello"], ["reply", {"stopReason": "error", "errorMessage": "terminated"}])
    assert failure(outcome.run) == ("exit", "terminated")
    assert (outcome.run.cost_usd, outcome.run.turns) == (0.5, 1)


async def test_a_failure_that_pi_got_over_is_none(stage: Stage):
    refused = ["reply", {"stopReason": "error", "errorMessage": "429", "usage": {"input": 0, "output": 0}, "usd": 0}]
    outcome = await stage.play(["hello"], refused, refused, CALLS, CONFIRMED, SAYS)
    assert outcome.run.state == "done"
    assert (outcome.run.turns, outcome.run.cost_usd) == (2, 1.0)


async def test_an_unknown_tool_is_an_answer_in_words(stage: Stage):
    outcome = await stage.play(["hello"], CALLS, ["call", "bash", {"command": "ls"}], CALLS, CONFIRMED, SAYS)
    first = stage.told("answers")[0]
    assert first["isError"] and "There is no tool 'bash'" in first["text"]
    assert outcome.run.state == "done"


async def test_arguments_of_another_shape_are_answered_in_words(stage: Stage):
    shapes: tuple[object, ...] = (None, [], "silcrow", {}, {"word": 7}, {"word": "x", "more": 1})
    calls = [["call", "confirm", shape] for shape in shapes]
    outcome = await stage.play(["hello"], CALLS, *calls, CALLS, CONFIRMED, SAYS)
    assert [answer["isError"] for answer in stage.told("answers")] == [True] * len(shapes) + [False]
    assert outcome.result and outcome.result["answers"] == ["silcrow"]


async def test_a_model_that_goes_round_in_circles_is_left(stage: Stage):
    outcome = await stage.play(["hello"], *[CALLS, ["call", "confirm", {}], ["end turn"]] * 9)
    assert failure(outcome.run)[0] == "invalid_result" and "5 times in a row" in failure(outcome.run)[1]
    assert outcome.run.turns == 5


@pytest.mark.parametrize("line", ["[]", '{"id": ' + "[" * 5_000], ids=["no object", "too deep"])
async def test_a_channel_that_makes_no_sense_is_closed(stage: Stage, line: str):
    outcome = await stage.play(["hello"], CALLS, ["send", line], CONFIRMED, SAYS)
    assert stage.told("answers") == [None]
    assert outcome.result and outcome.result["answers"] == []


async def test_what_is_no_event_is_passed_over(stage: Stage):
    noise = [
        ["print", "Warning: x"],
        ["print", "{"],
        ["print", "null"],
        ["print", '{"type": 7}'],
        ["print", "x" * 200_000],
    ]
    outcome = await stage.play(["hello"], *noise, CALLS, CONFIRMED, *noise, SAYS)
    assert outcome.run.state == "done"


async def test_a_model_that_never_stops_ends_at_its_turns_with_what_it_spent(stage: Stage):
    turn = (CALLS, CONFIRMED, ["end turn"])
    outcome = await stage.play(["hello"], *turn, *turn, *turn, CALLS, ["hang"], run_turns=3)
    assert failure(outcome.run) == ("timeout", "turn cap: 3 turns taken, 3 allowed")
    assert (outcome.run.turns, outcome.run.cost_usd) == (3, 1.5)


async def test_the_answer_to_the_last_call_ends_the_talk(stage: Stage):
    turn = (CALLS, CONFIRMED, ["end turn"])
    outcome = await stage.play(["hello"], *turn, *turn, run_turns=2)
    assert [answer["last"] for answer in stage.told("answers")] == [False, True]
    assert failure(outcome.run)[0] == "timeout" and not outcome.run.partial


async def test_a_run_that_costs_too_much_ends_before_its_model_is_asked_again(stage: Stage):
    outcome = await stage.play(["hello"], CALLS, CONFIRMED, CALLS, CONFIRMED, CALLS, ["hang"], run_usd=0.9)
    assert failure(outcome.run) == ("budget", "run cap: 1.00 USD spent, 0.90 allowed")
    assert outcome.run.turns == 2
    # The call that the second reply made was left without an answer.
    assert len(stage.told("answers")) == 1


async def test_a_reply_that_was_cut_off_is_no_result(stage: Stage):
    run = (await stage.play(["hello"], ["reply", {"stopReason": "length"}])).run
    assert failure(run) == ("no_result", "no result: the last reply was cut off at the model's limit")


async def test_a_model_that_hangs_is_ended_at_the_deadline_with_all_that_was_started(stage: Stage):
    outcome = await stage.play(["hello"], CALLS, CONFIRMED, ["end turn"], ["hang"], run_seconds=3)
    assert failure(outcome.run) == ("timeout", "timed out after 3 s")
    assert outcome.run.cost_usd == 0.5 and outcome.run.partial
    assert not is_running(stage.saw["pid"])
    assert stage.folder_is_gone


async def test_a_worker_that_is_stopped_takes_pi_and_its_folder_along(stage: Stage):
    stage.install(["hello"], CALLS, ["hang"])
    running = await stage.start()
    await until(lambda: stage.told("hangs"))
    outcome = await running.stop(grace=2.0)
    assert outcome.run.state == "stopped"
    assert not is_running(stage.saw["pid"])
    assert stage.folder_is_gone


def test_pi_ends_when_the_owner_of_its_worker_is_killed(stage: Stage):
    stage.install(["hello"], CALLS, ["hang"])
    owner = subprocess.Popen([sys.executable, "-P", "-c", OWNER, str(stage.runs.folder)], env=stage.environ)
    wait_until(lambda: stage.told("hangs"))
    owner.kill()
    owner.wait()
    wait_until(lambda: not is_running(stage.saw["pid"]))
    # Nobody is left to do this; no text is in it any more.
    folder = Path(stage.saw["folder"])
    assert [each.name for each in folder.iterdir()] == ["tools.sock"]
    shutil.rmtree(folder)


async def test_the_spend_is_on_disk_while_the_run_goes_on(stage: Stage):
    stage.install(["hello"], CALLS, CONFIRMED, ["end turn"], ["hang"])
    running = await stage.start()
    run = await until(lambda: next((run for run in stage.runs.runs() if run.summary == "it calls tools"), None))
    assert run and (run.turns, run.cost_usd) == (1, 0.5)
    await running.stop(grace=0.5)


async def test_a_temporary_folder_too_deep_for_a_socket_is_left_aside(stage: Stage, tmp_path: Path):
    deep = tmp_path / ("d" * 90)
    deep.mkdir()
    stage.environ["TMPDIR"] = str(deep)
    outcome = await stage.play(["hello"], CALLS, CONFIRMED, SAYS)
    assert outcome.run.state == "done"
    assert stage.folder_is_gone
