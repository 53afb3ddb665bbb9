"""What is asked of a place beyond its state, and the few writes that follow from it."""

import json
import os
import time
from pathlib import Path

from silcrow.observational.compaction import CompactionPreview
from silcrow.workspace.place import Answer
from silcrow.workspace.run_details import PREVIEW_LIMIT, preview_end
from silcrow.workspace.search import Findings
from silcrow.workspace.search_query import BadQuery
from tests.conversation import fill
from tests.waiting import until
from tests.workspace.conftest import Home, OpenPlace


async def test_a_text_is_found_in_an_entry_with_the_place_it_stands_in(open_place: OpenPlace) -> None:
    place = await open_place()
    found = await place.find("NEVER PIP")
    assert isinstance(found, Findings)
    (hit, *_) = [hit for hit in found.hits if hit.kind == "entry"]
    assert (hit.where, hit.standing) == ("MEMORY.md entry 1", "in context now")
    whole = await place.whole_hit(hit)
    assert whole is not None
    assert whole.text == "Uses uv, never pip"


async def test_a_stroke_in_front_makes_it_a_regular_expression(open_place: OpenPlace) -> None:
    place = await open_place()
    found = await place.find("/^Uses \\w+,")
    assert isinstance(found, Findings) and found.total >= 1
    assert isinstance(await place.find("/("), BadQuery)
    assert isinstance(await place.find(""), BadQuery)


async def test_a_hit_that_is_gone_meanwhile_has_no_text(home: Home, open_place: OpenPlace) -> None:
    place = await open_place()
    found = await place.find("make check")
    assert isinstance(found, Findings)
    hit = next(hit for hit in found.hits if hit.kind == "entry")
    (home.memories / "MEMORY.md").write_text("Something else")
    assert await place.whole_hit(hit) is None


async def test_an_observation_is_found_with_what_its_sources_are_read_from(home: Home, open_place: OpenPlace) -> None:
    fill(home.conversation, 12)
    place = await open_place()
    await place.set_enabled(True)
    await until(lambda: place.state.observational and place.state.observational.pool)
    noted = place.state.observational.pool[0]
    found = await place.find(noted.content[:20])
    assert isinstance(found, Findings)
    hit = next(hit for hit in found.hits if hit.kind in ("observation", "archive") and hit.id == noted.timestamp)
    whole = await place.whole_hit(hit)
    assert whole is not None and whole.observation is not None
    assert await place.sources_of(whole.observation)


async def test_a_compaction_is_looked_at_then_done(home: Home, open_place: OpenPlace) -> None:
    fill(home.conversation, 12)
    place = await open_place()
    await place.set_enabled(True)

    def quiet() -> bool:
        observing = place.state.observational
        return observing is not None and bool(observing.pool) and not observing.running

    await until(quiet)
    ahead = await place.compaction_preview()
    assert isinstance(ahead, CompactionPreview) and ahead.first_kept and ahead.block
    before = home.conversation.path.read_bytes()
    refused = await place.compact()
    assert (refused.done, home.conversation.path.read_bytes()) == (False, before)
    long_ago = time.time() - 600
    os.utime(home.conversation.path, (long_ago, long_ago))
    done = await place.compact()
    assert done.done, done.words
    last = json.loads(home.conversation.path.read_text().splitlines()[-1])
    assert (last["type"], last["firstKeptEntryId"]) == ("compaction", ahead.first_kept)


async def test_nothing_is_compacted_while_memory_is_off_or_where_nothing_may_be_written(
    home: Home, open_place: OpenPlace
) -> None:
    fill(home.conversation, 4)
    before = home.conversation.path.read_bytes()
    assert (await (await open_place()).compact()).code == "off"
    assert (await (await open_place(readonly=True)).compact()).code == "read_only"
    assert home.conversation.path.read_bytes() == before


async def test_a_setting_is_changed_in_the_file_that_decides_it(home: Home, open_place: OpenPlace) -> None:
    place = await open_place()
    answer = await place.set_setting("observational-memory.limits.sessionUsd", 2.5)
    assert answer == Answer(True, f"observational-memory.limits.sessionUsd is changed in {_settings(home)}.")
    assert place.state.settings.observational.limits.session_usd == 2.5
    assert json.loads(_settings(home).read_text())["observational-memory"]["chunkTokens"] == 500


async def test_a_bad_value_changes_nothing_and_says_what_is_expected(home: Home, open_place: OpenPlace) -> None:
    place = await open_place()
    before = _settings(home).read_bytes()
    answer = await place.set_setting("observational-memory.chunkTokens", 0)
    assert not answer.done and "a whole number of at least 1" in answer.words
    assert _settings(home).read_bytes() == before


async def test_what_the_environment_decides_is_not_written_in_vain(home: Home, open_place: OpenPlace) -> None:
    home_environ = {**home.environ, "PI_OM_PASSIVE": "1"}
    from silcrow.workspace import Workspace

    before = _settings(home).read_bytes()
    async with Workspace(home.where(), home_environ) as place:
        await place.refresh()
        answer = await place.set_setting("observational-memory.passive", False)
    assert (answer.done, answer.code) == (False, "fixed")
    assert _settings(home).read_bytes() == before


async def test_decisions_are_there_once_somebody_keeps_them(home: Home, open_place: OpenPlace) -> None:
    fill(home.conversation, 4)
    settings = json.loads(_settings(home).read_text())
    settings["observational-memory"]["debugLog"] = True
    _settings(home).write_text(json.dumps(settings))
    place = await open_place()
    assert await place.decisions() is None
    await place.set_enabled(True)
    path = home.project / ".memory"
    await until(lambda: any(path.glob("*/.runs/debug.log")))
    assert await place.decisions()


def test_the_end_of_a_long_file_begins_at_a_whole_line(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("".join(f"line {number}\n" for number in range(20_000)))
    shown = preview_end(log).splitlines()
    assert shown[-1] == "line 19999"
    assert shown[0].startswith("… ") and shown[1].startswith("line ")
    assert len(preview_end(log)) < PREVIEW_LIMIT + 200
    assert preview_end(tmp_path / "none") == ""


def _settings(home: Home) -> Path:
    return home.agent_dir / "settings.json"
