"""``silcrow config check``: what the models of the roles say when they are asked."""

import json
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import COMMAND, Desk
from tests.models_wire.scenarios import usage_of
from tests.models_wire.server import ModelsServer, models_server
from tests.waiting import wait_until
from tests.workers.conftest import is_running

FAKE = Path(__file__).parents[1] / "workers" / "fake_pi.py"
PI = {"provider": "pi", "id": "default"}
CALLS = ["reply", {"stopReason": "toolUse", "usd": 0.0006}]
CONFIRMED = ["call", "confirm", {"word": "silcrow"}]
SAYS = ["reply", {"usd": 0.0004}]
WORKS = (["hello"], CALLS, CONFIRMED, SAYS)


def install(desk: Desk, *script: object) -> None:
    """Put a pi on the PATH that plays the script."""
    folder = desk.home / "bin"
    folder.mkdir()
    (folder / "script").write_text("\n".join(map(json.dumps, script)))
    (folder / "pi").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {shlex.quote(str(FAKE))} "$0" "$@"\n')
    (folder / "pi").chmod(0o755)
    desk.environ["PATH"] = f"{folder}:/usr/bin:/bin"


def use(desk: Desk, **models: Any) -> None:
    desk.settings({"observational-memory": {"models": models}})


def checks(desk: Desk, *arguments: str) -> tuple[int, dict[str, dict[str, Any]]]:
    answer = desk("config", "check", "--json", *arguments)
    return answer.code, {check["role"]: check for check in answer.document["checks"]}


def test_the_built_in_worker_has_nothing_to_be_asked(desk: Desk):
    code, found = checks(desk)
    assert code == 0
    assert {role: (check["asked"], check["passed"]) for role, check in found.items()} == {
        "observer": (False, True),
        "consolidator": (False, True),
        "dream": (False, True),
    }
    assert "needs no key and no network" in desk("config", "check", "observer").out


def test_a_model_that_answers_is_told_with_tokens_cost_and_who_it_was(desk: Desk):
    install(desk, *WORKS)
    use(desk, observer=PI)
    code, found = checks(desk, "observer")
    check = found["observer"]
    assert (code, list(found)) == (0, ["observer"])
    assert check["passed"] and check["error"] is None
    assert check["answeredBy"] == "loopback/scripted" and str(desk.home / "bin" / "pi") in check["found"]
    assert (check["turns"], check["usage"]["input"], check["usage"]["output"]) == (2, 200, 20)
    assert (check["costUsd"], check["costSource"]) == (0.001, "pi")
    assert check["seconds"] >= 0


def test_it_is_told_to_people_in_a_few_lines(desk: Desk):
    install(desk, *WORKS)
    use(desk, observer={**PI, "thinking": "low"})
    out = desk("config", "check", "observer").out
    assert "pi/default (low)" in out and "it answers and calls tools" in out
    assert "2 replies · 200 tokens in, 20 out · $0.001 (pi)" in out


def test_roles_with_the_same_model_share_a_call(desk: Desk):
    install(desk, *WORKS)
    use(desk, observer=PI, consolidator=PI)
    _, found = checks(desk)
    assert {**found["observer"], "role": ""} == {**found["consolidator"], "role": ""}
    assert len((desk.home / "bin" / "answers").read_text().split("Confirmed")) == 2


def test_what_it_cost_counts_as_spent_today(desk: Desk):
    install(desk, *WORKS)
    use(desk, observer=PI)
    checks(desk, "observer")
    (spent,) = desk.home.rglob("spend.jsonl")
    (line,) = map(json.loads, spent.read_text().splitlines())
    assert (line["costUsd"], line["role"], line["model"]) == (0.001, "check", "pi/default")


@pytest.mark.parametrize(
    ("script", "kind", "words"),
    [
        ((["complain", "No API key found for anthropic."], ["exit", 1]), "auth", "No API key found for anthropic."),
        ((["hello"], SAYS), "no_result", "did not call the tool"),
        (
            (["hello"], ["reply", {"stopReason": "error", "errorMessage": "429 Too many requests", "usd": 0}]),
            "rate_limit",
            "429 Too many requests",
        ),
    ],
)
def test_a_failure_has_the_kind_and_the_words_of_a_run(desk: Desk, script: tuple[object, ...], kind: str, words: str):
    install(desk, *script)
    use(desk, observer=PI)
    answer = desk("config", "check", "observer", "--json")
    assert answer.code == 3
    assert (answer.document["success"], answer.document["code"]) == (False, kind)
    error = answer.document["checks"][0]["error"]
    assert error["kind"] == kind and words in error["words"]


def test_one_failure_does_not_keep_the_others_from_being_asked(desk: Desk):
    install(desk, *WORKS)
    use(desk, observer=PI, consolidator={"provider": "nobody", "id": "x"})
    code, found = checks(desk)
    assert code == 3
    assert found["observer"]["passed"] and not found["consolidator"]["passed"]
    assert "nobody" in found["consolidator"]["error"]["words"]


def test_an_unknown_price_is_said_with_what_follows_from_it(desk: Desk):
    install(desk, ["hello"], ["reply", {"stopReason": "toolUse", "usd": 0}], CONFIRMED, ["reply", {"usd": 0}])
    use(desk, observer=PI)
    out = desk("config", "check", "observer").out
    assert "unpriced" in out and "allowUnpriced" in out


def test_nothing_is_left_behind(desk: Desk):
    install(desk, *WORKS)
    use(desk, observer=PI)
    before = sorted(path for path in desk.project.rglob("*"))
    checks(desk, "observer")
    assert sorted(path for path in desk.project.rglob("*")) == before
    assert not list(desk.agent_dir.rglob("*.run.json"))


def test_a_built_in_model_that_is_not_there_fails(desk: Desk):
    use(desk, observer={"provider": "builtin", "id": "oracle"})
    code, found = checks(desk, "observer")
    assert code == 3 and "no model oracle" in found["observer"]["error"]["words"]
    assert found["observer"]["costUsd"] == 0


def test_other_roles_are_wrong_usage(desk: Desk):
    assert desk("config", "check", "poet").code == 2


def test_pi_looks_where_the_agents_folder_is_said_to_be(desk: Desk):
    install(desk, *WORKS)
    use(desk, observer=PI)
    del desk.environ["PI_CODING_AGENT_DIR"]
    assert desk("config", "check", "observer", "--agent-dir", str(desk.agent_dir)).code == 0
    saw = json.loads((desk.home / "bin" / "saw").read_text())
    assert saw["environment"]["PI_CODING_AGENT_DIR"] == str(desk.agent_dir)


def test_so_do_the_runs_of_a_session(desk: Desk):
    install(desk, ["hello"], SAYS)
    desk.session(4)
    use(desk, observer=PI)
    del desk.environ["PI_CODING_AGENT_DIR"]
    desk("om", "on", "--from", "start", "--agent-dir", str(desk.agent_dir))
    desk("om", "observe", "--wait", "--agent-dir", str(desk.agent_dir))
    saw = json.loads((desk.home / "bin" / "saw").read_text())
    assert saw["environment"]["PI_CODING_AGENT_DIR"] == str(desk.agent_dir)


def describe(desk: Desk, server: ModelsServer, api_key: str) -> None:
    """Describe a provider to pi's ``models.json``, with a price for one of its models."""
    priced = {"id": "ok", "cost": {"input": 3, "output": 15, "cacheRead": 0.3, "cacheWrite": 3}}
    own = {"baseUrl": server.base_url, "api": "openai-completions", "apiKey": api_key}
    models = {"providers": {"own": {**own, "models": [priced, {"id": "talks"}]}}}
    (desk.agent_dir / "models.json").write_text(json.dumps(models))


def test_a_providers_model_is_asked_with_the_key_of_models_json(desk: Desk):
    with models_server() as server:
        describe(desk, server, "$OWN_KEY")
        use(desk, observer={"provider": "own", "id": "ok"})
        desk.environ["OWN_KEY"] = "sk-loopback-0123456789"
        code, found = checks(desk, "observer")
    check = found["observer"]
    assert code == 0 and check["passed"], check
    assert check["found"] == f"key from apiKey of own in {desk.agent_dir}/models.json, at {server.base_url}"
    assert check["answeredBy"] is None and check["costSource"] == "models.json"
    first, second = usage_of(0), usage_of(1)
    usd = sum(each.fresh * 3 + each.output * 15 + each.cached * 0.3 + each.written * 3 for each in (first, second))
    assert check["costUsd"] == pytest.approx(usd / 1e6, rel=1e-12)
    assert "sk-loopback" not in json.dumps(found)


def test_a_missing_key_is_told_before_anybody_is_asked(desk: Desk):
    with models_server() as server:
        describe(desk, server, "$OWN_KEY")
        use(desk, observer={"provider": "own", "id": "ok"})
        answer = desk("config", "check", "observer")
        assert answer.code == 3 and not server.requests
    assert "✗ auth: no key for provider own" in answer.out and "OWN_KEY" in answer.out


def test_a_model_that_only_talks_can_not_do_the_work(desk: Desk):
    with models_server() as server:
        describe(desk, server, "none")
        use(desk, observer={"provider": "own", "id": "talks"})
        code, found = checks(desk, "observer")
    assert code == 3
    assert "did not call the tool" in found["observer"]["error"]["words"]


def test_interrupted_it_leaves_no_process_behind(desk: Desk):
    install(desk, ["hello"], CALLS, ["hang"])
    use(desk, observer=PI)
    process = subprocess.Popen([*COMMAND, "config", "check"], cwd=desk.project, env=desk.environ)
    told = desk.home / "bin"
    wait_until((told / "hangs").exists)
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) != 0
    saw = json.loads((told / "saw").read_text())
    wait_until(lambda: not is_running(saw["pid"]))
