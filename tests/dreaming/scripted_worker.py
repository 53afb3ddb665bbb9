"""A dream's worker that follows a script: a list of results, one for each prompt, the last one for all that follow.

A result may hold ``exit`` (an exit code instead of a result), ``error`` (what the worker says went wrong), ``touch`` (a
file to make once it has begun) and ``until`` (a file to wait for before it hands in).
"""

import json
import sys
import time
from pathlib import Path

LONGEST_WAIT = 120.0
"""Seconds: whatever a test does, no worker is left behind for good."""

script_path, order_path = Path(sys.argv[-2]), Path(sys.argv[-1])
order = json.loads(order_path.read_text())
run_id = order["runId"]
script = json.loads(script_path.read_text())
counter = script_path.with_suffix(".count")
number = int(counter.read_text()) if counter.exists() and counter.stat().st_mtime >= script_path.stat().st_mtime else 0
counter.write_text(str(number + 1))
reply = script[min(number, len(script) - 1)]
usage = {"input": 900, "output": 40}
cost = {"runId": run_id, "turns": 1, "usage": usage, "costUsd": reply.get("usd", 0.01), "source": "table"}
order_path.with_name(f"{run_id}.cost.json").write_text(json.dumps(cost))
if "touch" in reply:
    Path(reply["touch"]).write_text(run_id)
end = time.monotonic() + LONGEST_WAIT
while "until" in reply and not Path(reply["until"]).exists() and time.monotonic() < end:
    time.sleep(0.01)
if "exit" in reply:
    print("the script says so", file=sys.stderr)
    sys.exit(reply["exit"])
result = {"runId": run_id, "complete": "error" not in reply, "proposals": [], **reply}
order_path.with_name(f"{run_id}.result.json").write_text(json.dumps(result))
