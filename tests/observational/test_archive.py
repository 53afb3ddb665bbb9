from pathlib import Path

from silcrow.observational.archive import Archived, append_archive, archive_lines, read_archive
from silcrow.observational.observation import Observation

AT = "2026-03-01T10:00:00.000Z"


def archived(content: str, run_id: str = "cons-1", **more: str) -> Archived:
    observation = Observation("2026-03-01T09:00:00", content, 7, ("e1",), "obs-1")
    return Archived(observation, run_id, "filed", AT, **({"topic": "build.md"} | more))


def test_what_is_archived_reads_back(tmp_path: Path):
    items = (
        archived("uses uv"),
        Archived(Observation("2026-03-01T09:00:01", "a b", 6), "cons-1", "discarded", AT, reason="noise"),
    )
    append_archive(tmp_path, archive_lines(items))
    read = read_archive(tmp_path)
    assert [(each.observation.key, each.how, each.topic, each.reason) for each in read] == [
        (("2026-03-01T09:00:00", "uses uv"), "filed", "build.md", None),
        (("2026-03-01T09:00:01", "a b"), "discarded", None, "noise"),
    ]
    assert read[0].observation.sources == ("e1",)


def test_lines_written_again_by_a_finished_run_count_once(tmp_path: Path):
    for _ in range(2):
        append_archive(tmp_path, archive_lines([archived("once")]))
    append_archive(tmp_path, archive_lines([archived("once", "cons-2")]))
    assert [each.run_id for each in read_archive(tmp_path)] == ["cons-1", "cons-2"]


def test_damaged_lines_are_left_out(tmp_path: Path):
    append_archive(tmp_path, archive_lines([archived("good")]))
    with (tmp_path / "archive.jsonl").open("ab") as file:
        file.write(b'{"timestamp": 1}\n[]\n\xff\xfe\n{"timestamp":"t","content":"c","runId":"r","how":"eaten"}\n{"torn')
    append_archive(tmp_path, archive_lines([archived("also good")]))
    assert [each.observation.content for each in read_archive(tmp_path)] == ["good", "also good"]


def test_the_archive_is_private_and_a_missing_one_is_empty(tmp_path: Path):
    assert read_archive(tmp_path) == ()
    append_archive(tmp_path / "made", archive_lines([archived("x")]))
    assert (tmp_path / "made" / "archive.jsonl").stat().st_mode & 0o777 == 0o600


def test_a_text_without_a_utf8_form_survives(tmp_path: Path):
    append_archive(tmp_path, archive_lines([archived("half \ud83d of a pair")]))
    assert read_archive(tmp_path)[0].observation.content == "half \ud83d of a pair"
