"""A worker with a price: the order's model id says how much in USD, or that it does not know."""

import json
import sys
from pathlib import Path

order_path = Path(sys.argv[-1])
order = json.loads(order_path.read_text())
run_id = order["runId"]
price = None if order["model"]["id"] == "unpriced" else float(order["model"]["id"])
cost = {"runId": run_id, "turns": 1, "usage": {"input": 900, "output": 40}}
if price is not None:
    cost |= {"costUsd": price, "source": "table"}
order_path.with_name(f"{run_id}.cost.json").write_text(json.dumps(cost))
found = [{"timestamp": "2026-11-30T10:00:00", "content": f"A fact of {run_id}.", "sources": []}]
result = {"runId": run_id, "complete": True, "observations": found, "dispositions": []}
order_path.with_name(f"{run_id}.result.json").write_text(json.dumps(result))
