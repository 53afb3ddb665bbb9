"""The worker's side of an order: reads it, flushes spend and progress, hands the result in."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from silcrow.files import read_bytes, write_atomic
from silcrow.workers.run_paths import RunPaths

_T = TypeVar("_T")
_ORDER_SUFFIX = ".order.json"


class WorkFailed(Exception):  # noqa: N818 - it names what happened, and its kind is an ErrorKind of a run
    """The work can't be done, for a reason that has a kind of its own."""

    def __init__(self, kind: str, words: str, *, retry_after: float | None = None) -> None:
        """``retry_after`` is how many seconds the provider asked to wait."""
        super().__init__(words)
        self.kind = kind
        self.words = words
        self.retry_after = retry_after


class Assignment:
    """One order in the hands of a worker process."""

    def __init__(self, paths: RunPaths, order: Mapping[str, Any]) -> None:
        self.paths = paths
        self.role: str = order["role"]
        model: Mapping[str, Any] = order["model"]
        self.provider: str = model["provider"]
        self.model_id: str = model["id"]
        self.payload: Mapping[str, Any] = order["payload"]
        self._session_id: str = order["sessionId"]
        self._run_turns: int | None = order.get("runTurns")
        self._pace: float = order.get("paceSeconds") or 0.0
        self._planned = 1
        self._replies = 0
        self._began = time.monotonic()

    @classmethod
    def read(cls, path: Path) -> "Assignment":
        """The order in this file, whose name has to be that of its run; raises ValueError otherwise."""
        order = cast("dict[str, Any]", json.loads(read_bytes(path)))
        run_id = path.name.removesuffix(_ORDER_SUFFIX)
        if order["runId"] != run_id:
            raise ValueError(f"{path.name} holds the order of another run")
        return cls(RunPaths(path.parent, run_id), order)

    def turns(self, items: Sequence[_T], wanted: int) -> Iterator[Sequence[_T]]:
        """The items in order, in at most ``wanted`` parts and never more than the order allows."""
        self._planned = max(1, min(wanted, self._run_turns or wanted, len(items)))
        for turn in range(self._planned):
            start, end = (turn * len(items) // self._planned, (turn + 1) * len(items) // self._planned)
            yield items[start:end]

    def reply(self, progress: str) -> None:
        """Count one reply, flush spend and progress, and keep to the pace of the order."""
        self._replies += 1
        due = self._began + self._pace * min(self._replies / self._planned, 1.0)
        self.flush(progress)
        time.sleep(max(0.0, due - time.monotonic()))

    def flush(self, progress: str = "") -> None:
        """Write the cost file: the built-in worker costs exactly nothing, and is never unpriced."""
        self._write(
            self.paths.cost,
            {
                "runId": self.paths.run_id,
                "role": self.role,
                "sessionId": self._session_id,
                "model": f"{self.provider}/{self.model_id}",
                "costUsd": 0.0 if self.provider == "builtin" else None,
                "source": "builtin" if self.provider == "builtin" else None,
                "usage": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
                "turns": self._replies,
                "partial": False,
                "progress": progress,
            },
        )

    def hand_in(self, parts: Mapping[str, Any]) -> None:
        """Leave the complete result, in one step."""
        self._write(self.paths.result, {"runId": self.paths.run_id, "complete": True, **parts})

    def give_up(self, failure: WorkFailed) -> None:
        """Leave the reason instead of a result."""
        error: dict[str, Any] = {"kind": failure.kind, "words": failure.words}
        if failure.retry_after is not None:
            error["retryAfter"] = failure.retry_after
        self._write(self.paths.result, {"runId": self.paths.run_id, "complete": False, "error": error})

    def _write(self, path: Path, document: Mapping[str, Any]) -> None:
        write_atomic(path, json.dumps(document, ensure_ascii=False).encode("utf-8", "surrogatepass"), durable=False)
