"""A worker that misbehaves on demand: the order's payload names how."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

order_path = Path(sys.argv[-1])
order = json.loads(order_path.read_text())
result_path = order_path.with_name(order["runId"] + ".result.json")
cost_path = order_path.with_name(order["runId"] + ".cost.json")
payload = order["payload"]
GRANDCHILD = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"


def tell(name: str, value: object) -> None:
    """Leave a fact for the test, whole."""
    temp = Path(payload["facts"]) / f".{name}"
    temp.write_text(json.dumps(value))
    temp.replace(Path(payload["facts"]) / name)


def hand_in(document: object) -> None:
    result_path.write_text(document if isinstance(document, str) else json.dumps(document))


def observations(count: int) -> dict:
    found = [{"timestamp": "2026-11-30T10:00:00", "content": f"fact {n}", "sources": []} for n in range(count)]
    return {"runId": order["runId"], "complete": True, "observations": found}


def ignore_sigterm_with_grandchild() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen([sys.executable, "-c", GRANDCHILD])
    tell("grandchild", child.pid)
    tell("ready", os.getpid())
    time.sleep(600)


def finish_with_grandchild() -> None:
    child = subprocess.Popen([sys.executable, "-c", GRANDCHILD])
    tell("grandchild", child.pid)
    hand_in(observations(1))


def sleep() -> None:
    tell("ready", os.getpid())
    time.sleep(600)


def exit_three() -> None:
    print("warming up", flush=True)
    print("the shelf collapsed", file=sys.stderr)
    sys.exit(3)


def half_written() -> None:
    hand_in(json.dumps(observations(3))[:50])


def gave_up_half_way() -> None:
    hand_in({**observations(2), "complete": False})


def of_another_run() -> None:
    hand_in({**observations(2), "runId": "obs-20200101000000-1-1"})


def reports_error() -> None:
    words = "rate limit: slow down, please"
    hand_in({"runId": order["runId"], "complete": False, "error": {"kind": "rate_limit", "words": words}})


def killed_after_cost() -> None:
    cost = {"runId": order["runId"], "costUsd": 0.07, "source": "table", "turns": 7, "usage": {"input": 900}}
    cost_path.write_text(json.dumps(cost))
    os.kill(os.getpid(), signal.SIGKILL)


def prints_much() -> None:
    for stream in (sys.stdout.buffer, sys.stderr.buffer):
        for _ in range(50):
            stream.write(b"\x1b[2J\xff" + b"x" * (1 << 20))
    sys.stdout.buffer.write(b"\nthe last words\n")
    sys.stdout.buffer.flush()
    hand_in(observations(1))


def show_environment() -> None:
    tell("environment", dict(os.environ))
    tell("stdin", sys.stdin.read())
    tell("arguments", sys.argv[1:])
    hand_in(observations(0))


def exit_one_with_result() -> None:
    hand_in(observations(2))
    sys.exit(1)


def loops_for_ever() -> None:
    """One invalid call after the other; each reply costs."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    turn = 0
    while True:
        turn += 1
        spent = turn * payload.get("usd", 0.0)
        cost = {"runId": order["runId"], "costUsd": spent, "source": "table", "turns": turn, "usage": {"input": turn}}
        temp = cost_path.with_suffix(".tmp")
        temp.write_text(json.dumps(cost))
        temp.replace(cost_path)
        time.sleep(0.01)


def asks_to_wait() -> None:
    error = {"kind": "rate_limit", "words": "slow down, please", "retryAfter": 90}
    hand_in({"runId": order["runId"], "complete": False, "error": error})


NAMED = {
    "fenced": lambda: hand_in(f"```json\n{json.dumps(observations(2))}\n```\n"),
    "fenced in prose": lambda: hand_in(f"Here it is:\n\n```\n{json.dumps(observations(2), indent=1)}\n```\nDone."),
    "fenced twice": lambda: hand_in(
        f"```\n{json.dumps(observations(1))}\n```\n```\n{json.dumps(observations(2))}\n```"
    ),
    "extra keys": lambda: hand_in({**observations(2), "mood": "good", "notes": []}),
    "a bare list": lambda: hand_in(json.dumps(observations(2)["observations"])),
    "too large": lambda: hand_in({**observations(1), "padding": "x" * (5 << 20)}),
    "loops for ever": loops_for_ever,
    "asks to wait": asks_to_wait,
    "text": lambda: hand_in("No observations."),
    "empty file": lambda: hand_in(""),
    "no result": lambda: None,
    "nothing noted": lambda: hand_in(observations(0)),
    "a list": lambda: hand_in("[]"),
    "wrong keys": lambda: hand_in({"runId": order["runId"], "complete": True, "notes": []}),
    "five": lambda: hand_in(observations(5)),
    "sleep": sleep,
    "ignore SIGTERM with grandchild": ignore_sigterm_with_grandchild,
    "finish with grandchild": finish_with_grandchild,
    "exit 3": exit_three,
    "half-written": half_written,
    "gave up half-way": gave_up_half_way,
    "of another run": of_another_run,
    "reports error": reports_error,
    "killed after cost": killed_after_cost,
    "prints much": prints_much,
    "show environment": show_environment,
    "exit 1 with result": exit_one_with_result,
}
NAMED[payload["do"]]()
