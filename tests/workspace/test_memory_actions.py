"""What a window does to the memory files, and takes back."""

from silcrow.curated import Failure, Success
from silcrow.curated.recovery import RecoveryPlan, proof
from tests.waiting import until
from tests.workspace.conftest import Home, OpenPlace

BEFORE = "Uses uv, never pip\n§\nRuns `make check` first"
BROKEN = f"{BEFORE}§\n- Glued behind the last entry"


def memory(home: Home) -> str:
    return (home.memories / "MEMORY.md").read_text()


async def test_an_own_action_is_undone_and_done_again(home: Home, open_place: OpenPlace):
    place = await open_place()
    await place.add("memory", "Third")
    assert [change.new for change in await place.next_undo()] == [("Third",)]
    assert isinstance(await place.undo(), Success)
    assert memory(home) == BEFORE
    assert await place.next_undo() == ()
    assert [change.operation for change in await place.next_redo()] == ["undo"]
    assert isinstance(await place.redo(), Success)
    assert memory(home).endswith("Third")
    assert isinstance(await place.undo(), Success)
    assert memory(home) == BEFORE


async def test_several_removals_are_one_action(home: Home, open_place: OpenPlace):
    place = await open_place()
    await place.remove("memory", ["Uses uv, never pip", "Runs `make check` first"])
    assert memory(home) == ""
    assert len(await place.next_undo()) == 2
    await place.undo()
    assert memory(home) == BEFORE
    await place.redo()
    assert memory(home) == ""


async def test_rows_over_both_files_are_one_action(home: Home, open_place: OpenPlace):
    place = await open_place()
    text = "Uses uv, never pip"
    rows = [{"op": "add", "target": "user", "content": text}, {"op": "remove", "target": "memory", "oldText": text}]
    assert isinstance(await place.several(rows, "move"), tuple)
    assert (home.memories / "USER.md").read_text() == text
    assert {change.target for change in await place.next_undo()} == {"memory", "user"}
    await place.undo()
    assert memory(home) == BEFORE
    assert (home.memories / "USER.md").read_text() == ""


async def test_the_change_of_another_is_no_own_action_but_can_be_undone_by_its_id(home: Home, open_place: OpenPlace):
    place = await open_place()
    await place.add("memory", "Mine")
    await place.undo()
    (home.memories / "MEMORY.md").write_text("Runs `make check` first")
    changes = await place.history("memory")
    assert changes[0].actor == "external"
    refused = await place.undo()
    assert isinstance(refused, Failure)
    assert "Nothing of yours" in refused.error
    assert isinstance(await place.undo_change(changes[0].id), Success)
    assert "Uses uv, never pip" in memory(home)
    await place.undo()
    assert memory(home) == "Runs `make check` first"


async def test_entries_that_vanished_outside_are_restored(home: Home, open_place: OpenPlace):
    place = await open_place()
    await place.add("memory", "Third")
    (home.memories / "MEMORY.md").write_text("Runs `make check` first")
    newest = (await place.history())[0]
    assert isinstance(await place.restore(newest.id), Success)
    assert set(memory(home).split("\n§\n")) == {"Uses uv, never pip", "Runs `make check` first", "Third"}


async def test_a_recovery_is_planned_applied_and_undone(home: Home, open_place: OpenPlace):
    place = await open_place()
    (home.memories / "MEMORY.md").write_text(BROKEN)
    await until(lambda: place.state.memory.memory.drift is not None)
    plan = await place.plan_recovery("memory")
    assert isinstance(plan, RecoveryPlan)
    plan = plan.keep_rest()
    assert proof(plan).complete
    result = await place.apply_recovery(plan)
    assert isinstance(result, Success)
    await until(lambda: place.state.memory.memory.drift is None)
    assert [backup.resolved for backup in place.state.memory.backups] == [True]
    assert isinstance(await place.undo(), Success)
    assert memory(home) == BROKEN
    await until(lambda: place.state.memory.memory.drift is not None)


async def test_a_plan_is_left_as_a_draft_and_taken_up_on_the_changed_file(home: Home, open_place: OpenPlace):
    place = await open_place()
    (home.memories / "MEMORY.md").write_text(BROKEN)
    plan = await place.plan_recovery("memory")
    assert isinstance(plan, RecoveryPlan)
    assert await place.save_draft(plan.keep_rest()) is None
    (home.memories / "MEMORY.md").write_text(f"{BROKEN}\n- And one more")
    taken_up = await place.load_draft("memory")
    assert isinstance(taken_up, RecoveryPlan)
    assert [piece.text for piece in taken_up.undecided] == ["And one more"]
    again = await place.plan_again(plan.keep_rest())
    assert isinstance(again, RecoveryPlan)
    assert [piece.text for piece in again.undecided] == ["And one more"]
    await place.discard_draft(taken_up)
    assert await place.load_draft("memory") is None


async def test_a_backup_is_compared_with_the_file(home: Home, open_place: OpenPlace):
    place = await open_place()
    backup = home.memories / "MEMORY.md.bak.1700000000"
    backup.write_bytes(b"Old \xff")
    compared = await place.compare_backup("memory", backup)
    assert not isinstance(compared, Failure)
    assert (compared.before, compared.after) == ("Old ÿ", BEFORE)
    assert isinstance(await place.compare_backup("memory", home.memories / "gone"), Failure)


async def test_a_read_only_place_plans_but_keeps_writes_and_undoes_nothing(home: Home, open_place: OpenPlace):
    (home.memories / "MEMORY.md").write_text(BROKEN)
    before = sorted(home.folder.rglob("*"))
    place = await open_place(readonly=True)
    plan = await place.plan_recovery("memory")
    assert isinstance(plan, RecoveryPlan)
    plan = plan.keep_rest()
    for refused in (
        await place.apply_recovery(plan),
        await place.save_draft(plan),
        await place.undo(),
        await place.redo(),
        await place.undo_change("x"),
        await place.restore("x"),
        await place.several([], "move"),
    ):
        assert isinstance(refused, Failure) and "Read only" in refused.error
    await place.history()
    await place.discard_draft(plan)
    assert sorted(home.folder.rglob("*")) == before
