"""The tour that the first page shows: it is current, small, and asks nobody for anything."""

import re
import time
from collections.abc import Iterator

import pytest

from tests import tour
from tests.tour import CHAPTERS, FILE, SECONDS, inner

PICTURE = '<svg class="rich-terminal" viewBox="0 0 994 635.6" xmlns="http://www.w3.org/2000/svg">{}</svg>'


@pytest.fixture
def times_are_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def shown() -> str:
    return FILE.read_text("utf-8")


def test_each_chapter_has_its_picture_and_its_words(shown: str):
    assert len(re.findall(r'<g class="frame frame-\d+">', shown)) == len(CHAPTERS)
    for number, chapter in enumerate(CHAPTERS, 1):
        assert f"</tspan> {number}/{len(CHAPTERS)} · {chapter.words}<" in shown
    assert {chapter.job for chapter in CHAPTERS} == {"Curate", "Recover", "Watch"}


def test_it_is_small_and_holds_no_script_and_no_address(shown: str):
    assert len(shown.encode()) < 400_000
    assert not re.search(r"url\((?!#)", shown)
    assert not re.search(r"<script|\son\w+=|@import|@font-face|<image|href=", shown)


def test_one_picture_shows_at_a_time_and_the_first_where_nothing_moves(shown: str):
    share = 100 / len(CHAPTERS)
    assert f"{share:.3f}%, 100% {{ opacity: 0 }}" in shown
    delays = [int(each) for each in re.findall(r"animation-delay: (\d+)s", shown)]
    assert delays == [SECONDS * number for number in range(1, len(CHAPTERS))]
    assert ".frame { opacity: 0;" in shown and ".frame-0 { opacity: 1 }" in shown
    assert "prefers-reduced-motion: reduce" in shown


def test_what_a_chapter_says_is_no_markup():
    chapter = tour.Chapter("Curate", "<b>&", CHAPTERS[0].steps)
    made = tour.tour([inner(PICTURE.format("one"))], [chapter])
    assert "&lt;b&gt;&amp;" in made
    assert 'viewBox="0 0 994 635.6" width="994" height="635.6"' in made


async def test_a_chapter_taken_again_is_the_one_in_the_file(shown: str, times_are_utc: None):
    first = CHAPTERS[0]
    picture = await tour.take(tour.Picture("tour", tour.SIZE, first.steps, scene=first.scene))
    assert inner(picture) in shown, "python -m tests.tour makes it again"
