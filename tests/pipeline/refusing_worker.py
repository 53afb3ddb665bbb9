"""A worker that takes only so many entries, of only so many characters each; its model id says how many."""

import json
import sys
from pathlib import Path

order_path = Path(sys.argv[-1])
order = json.loads(order_path.read_text())
run_id = order["runId"]
entries_most, characters_most = (int(part) for part in order["model"]["id"].split("x"))
entries = order["payload"]["entries"]
result = {"runId": run_id, "complete": True, "observations": []}
if len(entries) > entries_most or any(len(entry["text"]) > characters_most for entry in entries):
    words = f"context too long: {len(entries)} entries"
    result = {"runId": run_id, "complete": False, "error": {"kind": "context_too_long", "words": words}}
order_path.with_name(f"{run_id}.cost.json").write_text(json.dumps({"runId": run_id, "costUsd": 0.0}))
order_path.with_name(f"{run_id}.result.json").write_text(json.dumps(result))
