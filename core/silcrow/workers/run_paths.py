"""The files of one run, by name. All of them are private: 0600 in a 0700 folder, each replaced as a whole."""

import re
from pathlib import Path
from typing import Final

from msgspec import Struct

RUN_ID: Final = re.compile(r"(?:obs|cons|dream|check)-\d{14}-\d{1,10}-\d{1,6}")
"""Role, UTC time, pid, counter: ``obs-20261130201607-4711-3``. Text order is time order within a role."""
RECORD_SUFFIX: Final = ".run.json"


class RunPaths(Struct, frozen=True):
    """Where the files of a run are; making one touches nothing."""

    folder: Path
    run_id: str

    @property
    def prompt(self) -> Path:
        """The text that a model is given."""
        return self._file(".prompt.md")

    @property
    def order(self) -> Path:
        """What the worker program reads: role, model, limits, structured input."""
        return self._file(".order.json")

    @property
    def result(self) -> Path:
        """What the worker hands back; counts only when it is complete and names this run."""
        return self._file(".result.json")

    @property
    def cost(self) -> Path:
        """Spend and progress, flushed by the worker after each reply."""
        return self._file(".cost.json")

    @property
    def record(self) -> Path:
        """The run itself, as ``RunFolder`` reads it."""
        return self._file(RECORD_SUFFIX)

    @property
    def log(self) -> Path:
        """Tail of what the process printed."""
        return self._file(".log")

    @property
    def session(self) -> Path:
        """The run as a session that pi can open."""
        return self._file(".session.jsonl")

    @property
    def plan(self) -> Path:
        """What a consolidation changes: written before the first change, so that a restart can finish it."""
        return self._file(".plan.json")

    @property
    def work(self) -> Path:
        """The consolidator's copy of topics and journey, to be edited freely."""
        return self._file(".work")

    @property
    def base(self) -> Path:
        """The same copy, left as it was: what the result is compared with."""
        return self._file(".base")

    def _file(self, suffix: str) -> Path:
        return self.folder / f"{self.run_id}{suffix}"
