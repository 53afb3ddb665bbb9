from pathlib import Path

import pytest

from silcrow.observational.journey import Segment, append_segment, journey_tokens, read_journey, segments


def test_segments_are_added_at_the_end_and_what_stands_there_stays():
    first = append_segment("", "2026-03-01", "Built the limiter.\n")
    both = append_segment(first, "2026-03-02", "Fixed the clock.")
    assert both == "## 2026-03-01\n\nBuilt the limiter.\n\n## 2026-03-02\n\nFixed the clock.\n"
    assert segments(both) == (Segment("2026-03-01", "Built the limiter."), Segment("2026-03-02", "Fixed the clock."))


def test_text_that_is_no_segment_is_kept_in_front():
    text = append_segment("Notes by hand.\n", "2026-03-01", "Built it.")
    assert text.startswith("Notes by hand.\n\n## 2026-03-01")
    assert [segment.date for segment in segments(text)] == ["2026-03-01"]


def test_a_journey_over_its_target_is_counted_in_full(tmp_path: Path):
    (tmp_path / "JOURNEY.md").write_text("x" * 20_000)
    assert journey_tokens(tmp_path) == 5_000


def test_a_missing_journey_is_empty(tmp_path: Path):
    assert (read_journey(tmp_path), journey_tokens(tmp_path)) == ("", 0)


@pytest.mark.parametrize("text", ["", "Some words.\n", "## No date\n\nWords.\n"])
def test_a_journey_without_a_dated_heading_has_no_segments(text: str):
    assert segments(text) == ()
