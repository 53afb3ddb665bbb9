"""The worker's side of an order: reads it, flushes spend and progress, hands the result in."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from silcrow.files import read_bytes, write_atomic
from silcrow.workers.run_paths import RunPaths
from silcrow.workers.worker_spend import ReplyCost, WorkerSpend

if TYPE_CHECKING:
    from silcrow.settings.types import ModelPrice

_T = TypeVar("_T")
_ORDER_SUFFIX = ".order.json"
_NOTHING: Final = Decimal(0)


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
        self.thinking: str | None = model.get("thinking")
        self._price: Mapping[str, Any] | None = model.get("price")
        self.payload: Mapping[str, Any] = order["payload"]
        self._session_id: str = order["sessionId"]
        self.run_turns: int | None = order.get("runTurns")
        """Replies that the run may take; None is no limit."""
        self.run_seconds: float | None = order.get("runSeconds")
        self.run_usd: float | None = order.get("runUsd")
        self.spend = WorkerSpend.free() if self.provider == "builtin" else WorkerSpend()
        self.answered_by: str | None = None
        """``provider/id`` that answered last, where that is not what the order names."""
        self._kept: Mapping[str, Any] = {}
        self._pace: float = order.get("paceSeconds") or 0.0
        self._planned = 1
        self._began = time.monotonic()

    @classmethod
    def read(cls, path: Path) -> "Assignment":
        """The order in this file, whose name has to be that of its run; raises ValueError otherwise."""
        order = cast("dict[str, Any]", json.loads(read_bytes(path)))
        run_id = path.name.removesuffix(_ORDER_SUFFIX)
        if order["runId"] != run_id:
            raise ValueError(f"{path.name} holds the order of another run")
        return cls(RunPaths(path.parent, run_id), order)

    @property
    def price(self) -> "ModelPrice | None":
        """What the settings say that the model costs; it wins over what anybody else says."""
        if self._price is None:
            return None
        # The built-in worker starts without anything of the settings.
        from silcrow.settings.types import ModelPrice

        return ModelPrice(**self._price)

    def turns(self, items: Sequence[_T], wanted: int) -> Iterator[Sequence[_T]]:
        """The items in order, in at most ``wanted`` parts and never more than the order allows."""
        self._planned = max(1, min(wanted, self.run_turns or wanted, len(items)))
        for turn in range(self._planned):
            start, end = (turn * len(items) // self._planned, (turn + 1) * len(items) // self._planned)
            yield items[start:end]

    def reply(self, progress: str) -> None:
        """Count one free reply, flush spend and progress, and keep to the pace of the order."""
        self.paid(ReplyCost(usd=_NOTHING, source="builtin"), progress)
        due = self._began + self._pace * min(self.spend.replies / self._planned, 1.0)
        time.sleep(max(0.0, due - time.monotonic()))

    def paid(self, cost: ReplyCost, progress: str) -> None:
        """Count one reply with what it took, and flush that at once: a run that is killed now keeps its spend."""
        self.spend.add(cost)
        self.flush(progress)

    def flush(self, progress: str = "") -> None:
        """Write the cost file as the spend stands."""
        self._write(
            self.paths.cost,
            {
                "runId": self.paths.run_id,
                "role": self.role,
                "sessionId": self._session_id,
                "model": f"{self.provider}/{self.model_id}",
                **({} if self.answered_by is None else {"answeredBy": self.answered_by}),
                **self.spend.document(),
                "progress": progress,
            },
        )

    def hand_in(self, parts: Mapping[str, Any]) -> None:
        """Leave the complete result, in one step."""
        self._write(self.paths.result, {"runId": self.paths.run_id, "complete": True, **parts})

    def keep(self, parts: Mapping[str, Any]) -> None:
        """Leave what is in hand, marked as incomplete: it can be saved when the run comes to no good end."""
        self._kept = dict(parts)
        self._write(self.paths.result, {"runId": self.paths.run_id, "complete": False, **parts})

    def give_up(self, failure: WorkFailed) -> None:
        """Leave the reason instead of a result, beside what was kept."""
        error: dict[str, Any] = {"kind": failure.kind, "words": failure.words}
        if failure.retry_after is not None:
            error["retryAfter"] = failure.retry_after
        self._write(self.paths.result, {"runId": self.paths.run_id, "complete": False, **self._kept, "error": error})

    def _write(self, path: Path, document: Mapping[str, Any]) -> None:
        write_atomic(path, json.dumps(document, ensure_ascii=False).encode("utf-8", "surrogatepass"), durable=False)
