"""A ledger that is followed as it grows says at each step what one says that is read at once."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from silcrow.observational.ledger import Ledger
from silcrow.observational.observation import content_hash
from silcrow.observational.view import LedgerView
from tests.observational.small_tree import Json, SmallTree, header, record, source_entry

RUNS = ["cons-1", "cons-2", "drop-3"]
CONTENTS = ["uses uv", "uses ruff", "likes tea", "has a cat"]
STEPS = [
    *("say", "say", "say", "go", "observe", "observe", "observe", "copy", "note", "note"),
    *("drop", "drop", "drop", "revert", "seed", "switch", "pause", "spend", "clock", "again", "bad", "edit"),
]


class Story:
    """Draws what happens next to a session and its ledger."""

    def __init__(self, draw: st.DataObject, folder: Path) -> None:
        self.draw = draw.draw
        forked = self.draw(st.booleans(), "forked")
        parent = "/p/parent.jsonl" if forked else None
        self.tree = SmallTree(header("s1", timestamp="2026-01-02T00:01:00.000Z", parent=parent))
        self.folder = folder
        self.ledger = Ledger(self.tree, folder)
        self.lines: list[Json] = []
        self.facts: list[tuple[str, str]] = []
        self.count = 0

    def step(self) -> None:
        self.count += 1
        getattr(self, self.draw(st.sampled_from(STEPS), "step"))()

    def say(self) -> None:
        kind = self.draw(st.sampled_from(["user", "assistant", "calls", "result"]))
        self.tree.say(source_entry(f"e{self.count}", 10, kind))

    def go(self) -> None:
        if self.tree.parents:
            self.tree.go(self.draw(st.sampled_from(sorted(self.tree.parents))))

    def observe(self) -> None:
        ids = self.draw(st.lists(st.sampled_from("0123456789"), min_size=1, max_size=3))
        facts = [(f"2026-01-01T10:00:0{each}", self.draw(st.sampled_from(CONTENTS))) for each in ids]
        self.facts.extend(facts)
        ends = self._ends()
        data: dict[str, Any] = {
            "observations": [{"timestamp": each, "content": content} for each, content in facts],
            "coversUpToId": ends["toId"],
        }
        if self.draw(st.booleans()):
            run = self.draw(st.sampled_from(["obs-1", "obs-2", f"obs-{self.count}", f"obs-{self.count}"]))
            data |= {"chunk": ends, "runId": run, "attempt": 1}
        self._write("om.observations.recorded", **data)

    def copy(self) -> None:
        """The same observations once more, under another id, as a late or repeated result brings them."""
        old = [line for line in self.lines if line["customType"] == "om.observations.recorded"]
        if old:
            data = {**copy.deepcopy(self.draw(st.sampled_from(old))["data"]), "runId": f"obs-{self.count}"}
            self._write("om.observations.recorded", **data)

    def note(self) -> None:
        outcome = self.draw(st.sampled_from(["empty", "failed", "parked", "accepted", "retry"]))
        run = self.draw(st.sampled_from([None, "obs-1", f"obs-{self.count}"]))
        self._write("om.chunk", **self._ends(), outcome=outcome, **({"runId": run} if run else {}))

    def drop(self) -> None:
        if not self.facts:
            return
        chosen = self.draw(st.lists(st.sampled_from(self.facts), min_size=1, max_size=4, unique=True))
        chosen += [("2026-01-01T10:00:05", "uses uv")] if self.draw(st.booleans()) else []
        data: dict[str, Any] = {"observationTimestamps": [each[0] for each in chosen]}
        run = self.draw(st.sampled_from([None, *RUNS, *RUNS]))
        session = self.draw(st.sampled_from([None, "s1", "s1", "parent"]))
        data |= ({"runId": run} if run else {}) | ({"sessionId": session} if session else {})
        if self.draw(st.booleans()):
            data["hashes"] = [content_hash(each[1]) for each in chosen]
        self._write("om.observations.dropped", **data)

    def revert(self) -> None:
        runs = self.draw(st.lists(st.sampled_from(RUNS), min_size=1, unique=True))
        self._write("om.run.reverted", runIds=runs, sessionId=self.draw(st.sampled_from(["s1", "parent"])))

    def seed(self) -> None:
        self._write("om.seeded", sessionId="s1", runs=self.draw(st.lists(st.sampled_from(RUNS), unique=True)))

    def switch(self) -> None:
        self._write("om.enabled", enabled=self.draw(st.booleans()))

    def pause(self) -> None:
        self._write("om.paused", role="observer", reason=self.draw(st.sampled_from([None, "by you", "by a cap"])))

    def spend(self) -> None:
        run = self.draw(st.sampled_from(["obs-1", "obs-2"]))
        self._write("om.cost", costUsd=self.draw(st.sampled_from([None, 0.1, 0.3])), runId=run, role="observer")

    def clock(self) -> None:
        self._write("om.session", utcOffset=self.draw(st.sampled_from([0, 3600])))

    def again(self) -> None:
        """A line once more, as it was or with other content, in whichever place."""
        if self.lines:
            line = self.draw(st.sampled_from(self.lines))
            if self.draw(st.booleans()):
                at = self.draw(st.integers(0, 500))
                line = {**line, "timestamp": record("x", "x", at)["timestamp"]}
            self._append(line)

    def bad(self) -> None:
        data = self.draw(st.sampled_from([{}, {"observations": [7]}, {"observationTimestamps": []}]))
        self._write("om.observations.recorded", **data)

    def edit(self) -> None:
        """Something that was sent to the model is not sent any more."""
        if self.tree.sources:
            del self.tree.sources[self.draw(st.sampled_from(sorted(self.tree.sources)))]
            self.tree.version += 1

    def _ends(self) -> dict[str, str]:
        """A chunk: mostly of this path, sometimes of entries that are gone or still to come."""
        path = [each for each in self.tree.branch_ids() if each in self.tree.sources]
        if path and self.draw(st.integers(0, 5)):
            last = self.draw(st.integers(0, len(path) - 1))
            first = self.draw(st.integers(max(0, last - 3), last))
            return {"fromId": path[first], "toId": path[last]}
        return {"fromId": f"e{self.count + 1}", "toId": f"e{self.count + self.draw(st.integers(1, 4))}"}

    def _write(self, kind: str, **data: Any) -> None:
        line = record(kind, f"r{self.count}", self.draw(st.integers(0, 500)), **data)
        self.lines.append(line)
        if line["id"] not in self.tree.parents and self.draw(st.booleans()):
            self.tree.write(line)
        else:
            self._append(line)

    def _append(self, line: Json) -> None:
        with self.ledger.path.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")


def told(view: LedgerView) -> dict[str, Any]:
    return {**vars(view), "active": tuple(view.active), "pool": view.pool}


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_each_step_shows_what_a_fold_from_scratch_shows(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject):
    story = Story(data, tmp_path_factory.mktemp("ledger"))
    kept: list[tuple[LedgerView, dict[str, Any]]] = []
    for _ in range(data.draw(st.integers(1, 30), "steps")):
        story.step()
        if data.draw(st.integers(0, 3)) == 0:
            # Several lines may come between two looks.
            continue
        story.ledger.refresh()
        at_once = Ledger(story.tree, story.folder)
        at_once.refresh()
        places = [None, *sorted(story.tree.parents)]
        for leaf in (None, data.draw(st.sampled_from(places)), None):
            view = story.ledger.view(leaf)
            expected = at_once.view(leaf)
            assert told(view) == told(expected)
            assert view.places == expected.places
            assert sum(each.tokens for each in view.counts.values()) == view.pool_tokens
            kept.append((view, dict(told(view))))
        fold, whole = story.ledger.session_fold(), at_once.session_fold()
        assert fold.recorded == whole.recorded
        assert set(fold.unretired()) == set(whole.unretired())
        assert (fold.held_runs, fold.reverted, fold.holders.keys()) == (
            whole.held_runs,
            whole.reverted,
            whole.holders.keys(),
        )
    for view, before in kept:
        assert told(view) == before
