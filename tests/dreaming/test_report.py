import json
from pathlib import Path

import pytest

from silcrow.dreaming.report import REPORTS_KEPT, Held, Report, ReportFolder, report_from, report_words
from silcrow.dreaming.steps import Evidence, Refused, Step

STEP = Step("replace", "memory", "Old.", "New.", (Evidence("s1", "e1", 1_800_000_000.0, "Use uv."),))
REPORT = Report(
    "dream-20261201000000-1-1",
    1_800_000_000.0,
    1_800_000_060.0,
    "a/b",
    runs=("dream-20261201000000-1-1",),
    turns=12,
    sessions=3,
    left=2,
    taken=(STEP,),
    held=(Held(STEP, "pinned", "abc"),),
    refused=(Refused(STEP, "stale", "Changed since."),),
    unchanged=(STEP,),
    changes=("c1",),
    cost_usd=0.25,
    review=True,
    notes=("a note",),
    reverted_at=1_800_000_100.0,
)


def test_a_report_reads_back_as_it_was_written(tmp_path: Path):
    folder = ReportFolder(tmp_path)
    folder.write(REPORT)
    assert folder.newest() == REPORT


def test_only_the_newest_reports_are_kept(tmp_path: Path):
    folder = ReportFolder(tmp_path)
    for number in range(REPORTS_KEPT + 3):
        folder.write(Report(f"dream-202612010000{number:02}-1-1", 1.0, 2.0, "m"))
    assert len(folder.ids()) == REPORTS_KEPT
    assert folder.ids()[-1] == "dream-20261201000003-1-1"


@pytest.mark.parametrize(
    "content",
    ["{", "[]", "{}", '{"id": 3}', json.dumps({**REPORT.to_dict(), "taken": [{"op": "drop"}]}), "[" * 5_000],
)
def test_what_is_no_report_is_passed_over(tmp_path: Path, content: str):
    folder = ReportFolder(tmp_path)
    folder.write(REPORT)
    (folder.folder / "dream-20271201000000-1-1.json").write_text(content)
    assert folder.newest() == REPORT


@pytest.mark.parametrize("name", ["../x", "dream-1", "", "dream-20261201000000-1-1/../../x"])
def test_a_name_that_is_none_of_a_report_leads_nowhere(tmp_path: Path, name: str):
    assert ReportFolder(tmp_path).read(name) is None


def test_an_unpriced_report_stays_unpriced():
    report = report_from({**REPORT.to_dict(), "costUsd": None})
    assert report is not None
    assert report.cost_usd is None


def test_a_dry_run_says_what_would_be():
    report = Report("d", 1.0, 2.0, "m", turns=1, sessions=1, taken=(STEP,), held=(Held(STEP, "share"),), dry_run=True)
    assert report_words(report) == "1 would be made, 1 would wait for review. 1 turn in 1 session read."
