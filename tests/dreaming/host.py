"""A host in a process of its own that dreams once if it may, and prints what came of it as JSON.

Arguments: memory folder, sessions folder, script of the worker, a file to wait for before it begins.
"""

import asyncio
import json
import os
import sys
import time
from pathlib import Path

from silcrow.curated import MemoryStore
from silcrow.dreaming import DreamPlace, Report, SessionSource, dream
from silcrow.settings import DreamingSettings, MemorySettings, Settings, WorkerModel


def main(memory_dir: Path, sessions_dir: Path, script: str, start: Path) -> None:
    settings = Settings(
        MemorySettings(
            memory_dir, dreaming=DreamingSettings(min_turns_since_last_run=2, model=WorkerModel("scripted", "one"))
        )
    )
    place = DreamPlace(MemoryStore(memory_dir), SessionSource(sessions_dir), lambda: settings, environ=os.environ)
    print("ready", flush=True)
    while not start.exists():
        time.sleep(0.001)
    worker = [sys.executable, str(Path(__file__).with_name("scripted_worker.py")), script]
    answer = asyncio.run(dream(place, command=worker))
    if isinstance(answer, Report):
        print(json.dumps({"code": "dreamt", "outcome": answer.outcome, "turns": answer.turns}))
    else:
        print(json.dumps({"code": answer.code, "words": answer.words}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]))
