"""Which topic an observation went to."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from silcrow.observational.archive import Archived, How, append_archive, archive_lines, read_archive
from silcrow.observational.observation import Observation
from silcrow.workspace.recall import topic_of
from tests.conversation import fill
from tests.waiting import until
from tests.workspace.conftest import Home, OpenPlace, home, open_place

__all__ = ["home", "open_place"]
NOTED = Observation("2026-11-16T19:28:11.000Z", "Harbours are named in lower case.", 9)


def archived(how: How, topic: str | None, run_id: str = "cons-1", observation: Observation = NOTED) -> Archived:
    return Archived(observation, run_id, how, "2026-11-17T08:00:00.000Z", topic)


def folder_with(tmp_path: Path, *lines: Archived) -> Path:
    append_archive(tmp_path, archive_lines(lines))
    for name in ("harbours.md", "naming.md"):
        (tmp_path / name).write_text("---\nid: x\n---\n")
    return tmp_path


@pytest.mark.parametrize("how", ["filed", "merged"])
def test_it_is_the_one_that_the_archive_names(tmp_path: Path, how: How):
    assert topic_of(folder_with(tmp_path, archived(how, "harbours.md")), NOTED) == "harbours.md"


def test_the_newest_line_counts(tmp_path: Path):
    lines = archived("filed", "harbours.md"), archived("filed", "naming.md", "cons-2")
    assert topic_of(folder_with(tmp_path, *lines), NOTED) == "naming.md"


def test_a_topic_that_is_gone_is_none(tmp_path: Path):
    lines = archived("filed", "harbours.md"), archived("filed", "gone.md", "cons-2")
    assert topic_of(folder_with(tmp_path, *lines), NOTED) == "harbours.md"


@pytest.mark.parametrize("name", ["../harbours.md", "/etc/passwd", ".."])
def test_a_name_that_leads_out_of_the_folder_is_none(tmp_path: Path, name: str):
    assert topic_of(folder_with(tmp_path, archived("filed", name)), NOTED) is None


def test_another_observation_of_the_same_time_has_nothing_to_do_with_it(tmp_path: Path):
    other = replace(NOTED, content="Harbours have two letters.")
    assert topic_of(folder_with(tmp_path, archived("filed", "harbours.md")), other) is None


def test_what_was_discarded_or_never_archived_has_none(tmp_path: Path):
    assert topic_of(tmp_path, NOTED) is None
    assert topic_of(folder_with(tmp_path, archived("discarded", None)), NOTED) is None


async def test_a_place_says_where_its_consolidator_filed_an_observation(home: Home, open_place: OpenPlace):
    fill(home.conversation, 12)
    place = await open_place()
    await place.set_enabled(True)
    await place.observe()
    await place.consolidate()
    await until(lambda: place.state.observational and place.state.observational.topics)
    topics = {topic.path for topic in place.state.observational.topics}
    filed = [
        each.observation for each in read_archive(next(home.project.glob(".memory/*-*"))) if each.topic is not None
    ]
    assert filed and {await place.topic_of(each) for each in filed} <= topics
