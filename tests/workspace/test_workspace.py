"""A place follows its files, carries actions down to them, and lets go of everything at its end."""

import os
import shutil
import signal
import subprocess
import sys

import pytest

from silcrow.curated import Failure, Success
from silcrow.pipeline import Pace, SessionMemory
from silcrow.pipeline.handing_over import Requests
from silcrow.processes import identity_of
from silcrow.sessions import SessionFile
from tests.conversation import fill
from tests.waiting import until
from tests.workspace.conftest import Home, OpenPlace


def texts(place) -> list[str]:
    return [entry.text for entry in place.state.memory.memory.entries]


async def test_an_append_by_another_program_shows(home: Home, open_place: OpenPlace) -> None:
    place = await open_place()
    with (home.memories / "MEMORY.md").open("a") as file:
        file.write("\n§\nAdded by hand")
    await until(lambda: "Added by hand" in texts(place))


async def test_a_rename_over_the_file_shows_each_time(home: Home, open_place: OpenPlace) -> None:
    place = await open_place()
    for number in range(5):
        draft = home.memories / "draft.tmp"
        draft.write_text(f"Version {number}")
        draft.replace(home.memories / "MEMORY.md")
        await until(lambda wanted=f"Version {number}": texts(place) == [wanted])


async def test_a_folder_that_goes_is_said_to_be_missing_and_followed_when_it_is_back(
    home: Home, open_place: OpenPlace
) -> None:
    place = await open_place()
    kept = home.folder / "kept"
    shutil.move(home.memories, kept)
    await until(lambda: place.state.live.state == "missing")
    assert "folder missing" in place.state.live.words
    shutil.move(kept, home.memories)
    await until(lambda: place.state.live.state == "live" and texts(place))
    (home.memories / "MEMORY.md").write_text("After the return")
    await until(lambda: texts(place) == ["After the return"])


async def test_states_come_one_for_a_burst_and_end_with_the_place(home: Home, open_place: OpenPlace) -> None:
    place = await open_place()
    states = place.states()
    first = await anext(states)
    for number in range(50):
        (home.memories / "USER.md").write_text(f"Entry {number}")
    seen = 0
    while True:
        seen += 1
        state = await anext(states)
        if [entry.text for entry in state.memory.user.entries] == ["Entry 49"]:
            break
    assert seen < 25
    assert first.memory.user.entries == ()
    await place.close()
    assert [state async for state in states] == []


async def test_a_patient_place_follows_its_files_from_the_first_look_at_its_states(
    home: Home, open_place: OpenPlace
) -> None:
    place = await open_place(patient=True)
    (home.memories / "MEMORY.md").write_text("Changed before anybody looked")
    states = place.states()
    assert texts(place) == ["Uses uv, never pip", "Runs `make check` first"]
    async for state in states:
        if [entry.text for entry in state.memory.memory.entries] == ["Changed before anybody looked"]:
            break
    (home.memories / "MEMORY.md").write_text("Changed after that")
    await until(lambda: texts(place) == ["Changed after that"])


async def test_an_entry_that_is_added_here_is_in_the_file_and_in_the_state(home: Home, open_place: OpenPlace) -> None:
    place = await open_place()
    result = await place.add("user", "Prefers short answers")
    assert isinstance(result, Success)
    assert (home.memories / "USER.md").read_text() == "Prefers short answers"
    await until(lambda: [entry.text for entry in place.state.memory.user.entries] == ["Prefers short answers"])


async def test_several_entries_are_removed_up_to_the_first_refusal(home: Home, open_place: OpenPlace) -> None:
    place = await open_place()
    result = await place.remove("memory", ["Uses uv, never pip", "Was never there"])
    assert isinstance(result, Failure)
    assert result.code == "no_match"
    assert (home.memories / "MEMORY.md").read_text() == "Runs `make check` first"


async def test_opening_a_place_writes_nothing(home: Home, open_place: OpenPlace) -> None:
    fill(home.conversation, 10)
    before = sorted(home.folder.rglob("*"))
    place = await open_place()
    await place.refresh()
    await place.refresh()
    assert sorted(home.folder.rglob("*")) == before


async def test_a_read_only_place_refuses_every_change_and_says_so(home: Home, open_place: OpenPlace) -> None:
    fill(home.conversation, 4)
    before = sorted(home.folder.rglob("*"))
    place = await open_place(readonly=True)
    refused = await place.add("memory", "Not here")
    assert isinstance(refused, Failure)
    assert "Read only" in refused.error
    for answer in (
        await place.set_enabled(True),
        await place.observe(),
        await place.consolidate(),
        await place.pause(["observer"], "no"),
    ):
        assert (answer.done, answer.code) == (False, "read_only")
    assert sorted(home.folder.rglob("*")) == before


async def test_turning_memory_on_drives_and_the_pool_fills_while_people_watch(
    home: Home, open_place: OpenPlace
) -> None:
    place = await open_place()
    answer = await place.set_enabled(True)
    assert answer.done
    fill(home.conversation, 12)
    await until(lambda: (memory := place.state.observational) and memory.total >= 6 and not memory.running)
    assert place.state.observational.driver.state == "this"
    assert place.state.observational.cost.total_usd == 0.0
    assert all(run.pid for run in place.state.runs)


async def test_a_killed_worker_is_shown_as_killed_and_waits_for_nobody_once_it_is_retried(
    home: Home, open_place: OpenPlace
) -> None:
    fill(home.conversation, 6)
    place = await open_place(pace=Pace((0.5, 0.5, 0.5), worker_seconds=0.5))
    await place.set_enabled(True)
    await until(lambda: any(run.state == "running" and run.pid for run in place.state.runs))
    victim = next(run for run in place.state.runs if run.state == "running")
    os.kill(victim.pid, signal.SIGKILL)
    await until(lambda: any(run.run_id == victim.run_id and run.state == "failed" for run in place.state.runs))
    assert any(each.kind == "failed_run" for each in place.state.waiting)
    await until(lambda: len(place.state.observational.pool) >= 5)
    await until(lambda: not place.state.waiting)


async def test_observing_by_hand_is_refused_while_memory_is_off(home: Home, open_place: OpenPlace) -> None:
    fill(home.conversation, 3)
    place = await open_place()
    answer = await place.observe()
    assert (answer.done, answer.code) == (False, "off")
    assert not (home.project / ".memory").exists()


async def test_what_was_said_before_now_can_be_left_out(home: Home, open_place: OpenPlace) -> None:
    fill(home.conversation, 12)
    place = await open_place()
    assert (await place.forecast()).chunks >= 2
    await place.set_enabled(True, since="now")
    assert {chunk.outcome for chunk in place.state.observational.chunks} == {"accepted"}
    answer = await place.observe()
    assert (answer.done, answer.code) == (False, "nothing")
    assert place.state.runs == ()


async def test_closing_a_place_ends_its_workers_and_frees_the_session(home: Home, open_place: OpenPlace) -> None:
    fill(home.conversation, 8)
    place = await open_place(pace=Pace((0.0, 0.0, 0.0), worker_seconds=60.0))
    await place.set_enabled(True)
    await until(lambda: any(run.state == "running" and run.pid for run in place.state.runs))
    pids = [run.pid for run in place.state.runs if run.pid]
    await place.close()
    assert all(identity_of(pid) is None for pid in pids)
    second = await open_place()
    assert (await second.observe()).done


async def test_a_second_window_watches_while_the_first_drives(home: Home, open_place: OpenPlace) -> None:
    fill(home.conversation, 8)
    first = await open_place(pace=Pace((0.0, 0.0, 0.0), worker_seconds=60.0))
    await first.set_enabled(True)
    second = await open_place()
    answer = await second.observe()
    assert (answer.done, answer.code) == (False, "busy")
    await until(lambda: any(run.state == "running" for run in second.state.runs))


async def test_a_run_tells_what_went_in_what_came_out_and_what_was_recorded(home: Home, open_place: OpenPlace) -> None:
    fill(home.conversation, 12)
    place = await open_place()
    await place.set_enabled(True)
    await place.observe()
    await until(lambda: any(run.role == "consolidator" and run.state == "done" for run in place.state.runs))
    observer = next(run for run in place.state.runs if run.role == "observer")
    detail = await place.run_detail(observer.run_id)
    assert detail is not None
    assert "Always name module" in detail.prompt
    assert '"complete": true' in detail.output
    assert len(detail.observations) > 0
    source = await place.sources_of(detail.observations[0])
    assert any("Always name module" in each.text for each in source)
    consolidator = next(run for run in place.state.runs if run.role == "consolidator")
    filed = await place.run_detail(consolidator.run_id)
    assert filed is not None
    assert {change.path for change in filed.changes} >= {"preferences.md", "JOURNEY.md"}
    assert all(change.before == "" and change.after for change in filed.changes)
    topic = await place.topic_text("preferences.md")
    assert topic is not None
    assert "Always name module" in topic


@pytest.mark.parametrize("name", ["../../agent/settings.json", "/etc/passwd", "nothing.md", ".gitignore/.."])
async def test_only_files_of_the_session_are_read_as_topics(home: Home, open_place: OpenPlace, name: str) -> None:
    place = await open_place()
    await place.set_enabled(True)
    assert await place.topic_text(name) is None


async def test_a_branch_that_is_left_and_come_back_to_shows_its_own_view(home: Home, open_place: OpenPlace) -> None:
    trunk = fill(home.conversation, 8)
    place = await open_place()
    await place.set_enabled(True)
    await place.observe()
    await until(lambda: len(place.state.observational.chunks) > 1 and not place.state.observational.running)
    seen = place.state.observational.total
    assert seen >= 8
    home.conversation.go_back(None)
    home.conversation.turn("A fresh start.", "Yes.")
    await until(lambda: place.state.session.branch_length == 2)
    assert place.state.observational.total == 0
    home.conversation.go_back(trunk[-1])
    home.conversation.turn("Back again.", "Welcome.")
    await until(lambda: place.state.session.branch_length == 18)
    assert place.state.observational.total == seen


async def test_clocks_that_a_full_disk_ended_say_so_and_can_be_started_again(
    home: Home, open_place: OpenPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(home.conversation, 6)
    place = await open_place()
    with monkeypatch.context() as patched:
        patched.setattr("silcrow.pipeline.observing.book", _no_space)
        await place.set_enabled(True)
        await until(lambda: "No space left" in place.state.observational.driver.words)
    assert (await place.observe()).done or place.state.observational.settled_to
    await until(lambda: place.state.observational.driver.state == "this")
    await until(lambda: place.state.observational.cost.runs == len(place.state.runs) > 0)


def _no_space(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")


async def test_a_window_gives_way_to_a_process_that_watches(home: Home, open_place: OpenPlace) -> None:
    fill(home.conversation, 4)
    place = await open_place()
    await place.set_enabled(True)
    await until(lambda: place.state.observational.driver.state == "this")
    session = SessionFile(home.conversation.path)
    session.refresh()
    requests = Requests(SessionMemory(session, home.project).lock_path)
    script = "import sys; from pathlib import Path; from silcrow.pipeline.handing_over import Requests\n"
    script += "Requests(Path(sys.argv[1])).ask('watch', 'silcrow watch'); print('asked', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", script, str(requests.lock_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as watcher:  # noqa: ASYNC220
        await until(lambda: place.state.observational.driver.state == "nobody")
        assert "stopped" not in place.state.observational.driver.words
        watcher.communicate()


async def test_a_place_that_nobody_changes_says_that_it_is_live(home: Home, open_place: OpenPlace) -> None:
    place = await open_place()
    await until(lambda: place._version)
    assert place.state.live.state == "live"


async def test_a_session_whose_memory_can_not_be_written_is_shown_and_says_why_nothing_runs(
    home: Home, open_place: OpenPlace
) -> None:
    fill(home.conversation, 2)
    (home.project / ".memory").write_text("no folder")
    place = await open_place(drive=True)
    assert place.state.session is not None
    answer = await place.set_enabled(True)
    assert (answer.done, answer.code) == (False, "io")
    assert "is no folder" in answer.words


async def test_what_a_full_disk_did_not_let_us_write_down_is_an_answer(
    home: Home, open_place: OpenPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(home.conversation, 2)
    place = await open_place()
    monkeypatch.setattr("silcrow.observational.ledger.append_line", _no_space)
    for answer in (await place.set_enabled(True), await place.pause(["observer"], "a break")):
        assert (answer.done, answer.code) == (False, "io")
        assert "No space left" in answer.words
