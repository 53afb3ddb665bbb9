"""The built-in consolidator in its copy."""

from pathlib import Path

import pytest

from silcrow.observational.observation import content_hash
from silcrow.observational.topics import SUMMARY_LIMIT, parse_topic, read_topics
from silcrow.workers.extractive.filing import FULL_TOPIC, Filing
from silcrow.workers.extractive.subjects import kind_of, part_of, paths_in, slug


def file_all(folder: Path, *contents: str, now: str = "2026-11-30 14:05") -> Filing:
    observations = [
        {"timestamp": f"2026-11-30T10:{n:02}:00", "content": content, "content_hash": content_hash(content)}
        for n, content in enumerate(contents)
    ]
    filing = Filing.open(folder, {"now": now, "observations": observations})
    for group in filing.groups():
        filing.file(group)
    filing.write_journey()
    return filing


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_what_the_user_wants_stays_together_whatever_files_it_names(tmp_path):
    file_all(tmp_path, "User: Never edit gateway/limits.py by hand.", "User: Always use tabs in gateway/limits.py.")
    assert names(tmp_path) == {"preferences.md", "JOURNEY.md"}


def test_a_part_of_the_project_that_is_named_twice_gets_its_own_topic(tmp_path):
    file_all(
        tmp_path,
        "Wrote gateway/limits.py, 41 lines.",
        "uv run pytest tests/test_limits.py failed: AssertionError",
        "Wrote docs/once.md, 3 lines.",
    )
    assert names(tmp_path) == {"limits.md", "progress.md", "JOURNEY.md"}
    [limits, _] = read_topics(tmp_path)
    assert (limits.id, limits.title, limits.updated) == ("limits", "gateway/limits.py", "2026-11-30")


def test_a_topic_that_is_there_takes_in_a_single_fact(tmp_path):
    file_all(tmp_path, "Wrote gateway/limits.py, 41 lines.", "The bug is in gateway/limits.py.")
    file_all(tmp_path, "Fixed the refill in gateway/limits.py.")
    assert names(tmp_path) == {"limits.md", "JOURNEY.md"}


def test_edits_alone_earn_no_topic(tmp_path):
    file_all(tmp_path, "Wrote gateway/limits.py, 41 lines.", "gateway/limits.py was edited.")
    assert names(tmp_path) == {"progress.md", "JOURNEY.md"}


def test_topics_only_grow(tmp_path):
    file_all(tmp_path, "User: Always use tabs.")
    before = parse_topic((tmp_path / "preferences.md").read_text())
    file_all(tmp_path, "User: Never push to main.")
    after = parse_topic((tmp_path / "preferences.md").read_text())
    assert not isinstance(before, str) and not isinstance(after, str)
    assert after.body == before.body + "- User: Never push to main. (2026-11-30 10:00)\n"


def test_words_and_keys_of_others_in_a_topic_stay(tmp_path):
    text = "---\nid: preferences\ntitle: My own title\nowner: dana\n---\n\nWritten by hand.\n"
    (tmp_path / "preferences.md").write_text(text)
    file_all(tmp_path, "User: Always use tabs.")
    topic = parse_topic((tmp_path / "preferences.md").read_text())
    assert not isinstance(topic, str)
    assert topic.header.title == "My own title" and topic.header.others == (("owner", "dana"),)
    assert topic.body == "\nWritten by hand.\n\n- User: Always use tabs. (2026-11-30 10:00)\n"


def test_what_a_topic_says_already_is_merged(tmp_path):
    file_all(tmp_path, "User: Always use tabs.")
    filing = file_all(tmp_path, "User: always use TABS!", "User: Never push to main.")
    assert [(each["how"], each["topic"]) for each in filing.dispositions] == [
        ("merged", "preferences.md"),
        ("filed", "preferences.md"),
    ]


def test_each_observation_is_accounted_for_once(tmp_path):
    contents = ["User: Always use tabs.", "User: Always use tabs.", "Something odd.", "The bug is in a.py.", "x"]
    filing = file_all(tmp_path, *contents)
    told = [(each["timestamp"], each["content_hash"]) for each in filing.dispositions]
    assert len(told) == len(set(told)) == len(contents)


@pytest.mark.parametrize("broken", ["no header at all\n", '---\nsummary: "says "hi" twice"\n---\nx\n', "---\nid: a\n"])
def test_a_topic_whose_header_cannot_be_read_is_left_alone(tmp_path, broken):
    (tmp_path / "preferences.md").write_text(broken)
    filing = file_all(tmp_path, "User: Always use tabs.")
    assert (tmp_path / "preferences.md").read_text() == broken
    assert filing.dispositions[0]["topic"] == "preferences-2.md"


def test_a_full_topic_is_continued_in_another(tmp_path):
    (tmp_path / "preferences.md").write_text("---\nid: preferences\n---\n" + "x" * FULL_TOPIC)
    filing = file_all(tmp_path, "User: Always use tabs.")
    assert filing.dispositions[0]["topic"] == "preferences-2.md"
    assert read_topics(tmp_path)[0].title == "Preferences and rules, part 2"


def test_summaries_are_bounded_and_name_the_newest_fact(tmp_path):
    file_all(tmp_path, "User: Always use tabs.", "User: Never " + "ever " * 60 + "push.")
    [topic] = read_topics(tmp_path)
    assert topic.summary.startswith("2 notes; newest: User: Never") and len(topic.summary) <= SUMMARY_LIMIT


def test_the_journey_gets_one_segment_of_counts_and_names(tmp_path):
    (tmp_path / "JOURNEY.md").write_text("## 2026-11-29\n\nIt began.\n")
    file_all(
        tmp_path,
        "User: Always use tabs.",
        "Wrote gateway/limits.py, 41 lines.",
        "The bug is in gateway/limits.py.",
        "Committed 3f2a1bc on main: Limit requests per key.",
    )
    assert (tmp_path / "JOURNEY.md").read_text() == (
        "## 2026-11-29\n\nIt began.\n\n## 2026-11-30 14:05\n\n"
        "4 observations were filed, made from 2026-11-30 10:00 to 10:03: "
        "1 preference, 1 file change, 1 cause and 1 commit. "
        "They went to limits, preferences and progress. Committed 3f2a1bc on main: Limit requests per key. "
        "Files named most: gateway/limits.py.\n"
    )


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("User: Never push to main.", "preference"),
        ("User: The deadline is Friday.", "deadline"),
        ("User: What about this?", None),
        ("Agent: I decided to keep one bucket per key.", "decision"),
        ("The root cause is a stale key.", "cause"),
        ("pytest -q failed: AssertionError: 200 == 429", "failure"),
        ("pytest -q: 3 passed in 0.21s.", "tests"),
        ("Committed 3f2a1bc on main: Always x.", "commit"),
        ("Wrote a.py, 3 lines.", "file"),
        ("a.py was edited 3 times.", "file"),
        ("The user prefers tabs over spaces.", "preference"),
        ("The sky is blue.", None),
    ],
)
def test_observations_of_any_writer_have_a_kind(content, kind):
    assert kind_of(content) == kind


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("Wrote gateway/limits.py, 41 lines.", ["gateway/limits.py"]),
        ("see ./a/b.ts and a/b.ts and c.go.", ["a/b.ts", "c.go"]),
        ("tests/test_limits.py:14 fails", ["tests/test_limits.py"]),
        ("visit https://example.com/x.html or e.g. this", []),
        ("Python 3.12 and v1.2.3", []),
        ("edit ~/x/.config/app.toml", ["~/x/.config/app.toml"]),
    ],
)
def test_paths_are_found_in_prose(text, paths):
    assert paths_in(text) == paths


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("gateway/limits.py", "limits"),
        ("tests/test_limits.py", "limits"),
        ("web/limits.test.ts", "limits"),
        ("gateway/__init__.py", "gateway"),
        ("src/index.ts", "index"),
        ("a/b/Some Thing.md", "some-thing"),
        ("app/progress.py", "progress-module"),
    ],
)
def test_a_path_belongs_to_a_part(path, part):
    assert part_of(path) == part


def test_a_slug_is_never_empty_or_long():
    assert slug("§§§") == "notes" and len(slug("x" * 500)) <= 60 and slug("--A  b--") == "a-b"
