"""Any bytes at all can be recovered on disk: the file then holds what was decided, or is byte for byte as it was."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from silcrow.curated import MemoryStore, Success
from silcrow.curated.recovery import DISCARD, RecoveryPlan, apply_recovery, obstacles, plan_recovery
from silcrow.curated.recovery.line_forms import bare
from tests.curated.recovery.making import keep_all
from tests.curated.recovery.test_coverage import damaged_files

NOW = 1_796_000_000.0


@given(damaged_files(), st.none() | damaged_files())
@settings(max_examples=60, deadline=None)
def test_everything_kept_stands_in_the_file_and_undo_brings_the_bytes_back(
    content: bytes, backup: bytes | None
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        memory = folder / "MEMORY.md"
        memory.write_bytes(content)
        source = None
        if backup is not None:
            source = folder / "MEMORY.md.bak.1700000000"
            source.write_bytes(backup)
        store = MemoryStore(folder, memory_char_limit=5_000)
        plan = plan_recovery(store, "memory", source)
        assert isinstance(plan, RecoveryPlan)
        plan = keep_all(plan)
        plan = plan.with_decisions([piece.id for piece in plan.undecided], DISCARD)
        stopped = obstacles(plan)
        result = apply_recovery(store, plan, now=NOW)
        assert isinstance(result, Success) == (not stopped)
        if not isinstance(result, Success):
            assert {obstacle.code for obstacle in stopped} == {"drift"}
            assert memory.read_bytes() == content
            return
        there = {bare(line) for line in memory.read_text("utf-8").split("\n")}
        for piece in plan.pieces:
            if piece.decision != DISCARD:
                assert {bare(line) for line in plan.source_of(piece.id).split("\n")} <= {*there, ""}
        assert store.state().memory.drift is None
        if result.change is not None:
            assert isinstance(store.undo(result.change), Success)
            assert memory.read_bytes() == content
