from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.observational.topic_index import render_index
from silcrow.observational.topics import (
    TOPIC_LIMIT,
    TopicFile,
    TopicHeader,
    clashes_with,
    is_safe_topic_name,
    parse_topic,
    read_topics,
    render_topic,
)

GOOD = "---\nid: build\ntitle: Build\nsummary: How it is built\nupdated: 2026-03-01\n---\nUse make.\n"


def test_a_topic_is_its_known_keys_and_its_body():
    assert parse_topic(GOOD) == TopicFile(TopicHeader("build", "Build", "How it is built", "2026-03-01"), "Use make.\n")


def test_values_stay_text_whatever_they_look_like():
    parsed = parse_topic("---\nid: 007\ntitle: yes\nsummary: 1.50\nupdated: null\n---\n")
    assert isinstance(parsed, TopicFile)
    assert parsed.header == TopicHeader("007", "yes", "1.50", "null")


def test_a_missing_id_or_title_is_the_files_name():
    parsed = parse_topic("---\nsummary: x\n---\n", "rate-limits.md")
    assert isinstance(parsed, TopicFile)
    assert (parsed.header.id, parsed.header.title) == ("rate-limits", "rate-limits")


def test_windows_line_ends_and_a_byte_order_mark_are_read():
    parsed = parse_topic("\ufeff" + GOOD.replace("\n", "\r\n"))
    assert isinstance(parsed, TopicFile)
    assert (parsed.header.title, parsed.body) == ("Build", "Use make.\r\n")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Just prose.\n",
        "---\nid: a\ntitle: never closed\n",
        '---\nid: a\nsummary: "says "hi" twice"\n---\n',
        "---\nid: a\n\ttitle: tab\n---\n",
        "---\nid: a\nid: b\n---\n",
        "---\n- a\n- b\n---\n",
        "---\nid: [a]\n---\n",
        "---\nid: a\n? [x, y]\n: z\n---\n",
        "---\nid: \x00\n---\n",
        f"---\nid: a\nsummary: {'x' * 20_000}\n---\n",
    ],
)
def test_front_matter_that_cannot_be_read_is_a_problem(text: str):
    assert isinstance(parse_topic(text), str)


texts = st.text(st.characters(codec="utf-8"), max_size=30)


@given(texts.filter(bool), texts.filter(bool), texts, texts, texts)
def test_a_rendered_topic_reads_back_as_it_was(topic_id: str, title: str, summary: str, updated: str, body: str):
    header = TopicHeader(topic_id, title, summary, updated)
    assert parse_topic(render_topic(header, body)) == TopicFile(header, body)


def test_known_keys_come_in_fixed_order_and_others_stay_behind_them():
    parsed = parse_topic("---\nowner: me\nupdated: 2026-03-01\nsummary: s\ntitle: t\nid: i\n---\nbody\n")
    assert isinstance(parsed, TopicFile)
    assert render_topic(parsed.header, parsed.body) == (
        "---\nid: i\ntitle: t\nsummary: s\nupdated: 2026-03-01\nowner: me\n---\nbody\n"
    )


def test_only_plain_topic_files_of_the_folder_itself_are_listed(tmp_path: Path):
    (tmp_path / "build.md").write_text(GOOD)
    (tmp_path / "INDEX.md").write_text("# Index")
    (tmp_path / "JOURNEY.md").write_text("## 2026")
    for name in ("notes.md~", ".#x.md", "x.md.swp", "x.md.bak.1", "ledger.jsonl", "a b.md"):
        (tmp_path / name).write_text(GOOD)
    (tmp_path / ".runs").mkdir()
    (tmp_path / ".runs" / "a.md").write_text(GOOD)
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "broken.md").symlink_to(tmp_path / "nowhere")
    (tmp_path / "led-out.md").symlink_to("/etc/hostname")
    assert [topic.path for topic in read_topics(tmp_path)] == ["build.md"]


def test_a_missing_folder_has_no_topics(tmp_path: Path):
    assert read_topics(tmp_path / "nowhere") == ()


@pytest.mark.parametrize("content", [b"no header", b"---\nid: \xff\n---\n", b"x" * (TOPIC_LIMIT + 1)])
def test_a_file_whose_header_is_unreadable_is_listed_and_left_alone(tmp_path: Path, content: bytes):
    (tmp_path / "odd.md").write_bytes(content)
    (topic,) = read_topics(tmp_path)
    assert (topic.path, topic.title) == ("odd.md", "odd.md")
    assert topic.problem is not None
    assert topic.problem.startswith("header unreadable")
    assert (tmp_path / "odd.md").read_bytes() == content


@pytest.mark.parametrize(
    "name",
    [
        "../MEMORY.md",
        "/tmp/x.md",
        "INDEX.md",
        "index.md",
        "Journey.md",
        ".runs/x.md",
        "a/b.md",
        "CON.md",
        "lpt1.x.md",
        "x" * 300 + ".md",
        "topic.MD",
        "new\nline.md",
        "a[b].md",
        ".hidden.md",
        "plain",
        "",
    ],
)
def test_a_name_that_leads_elsewhere_or_is_taken_is_refused(name: str):
    assert not is_safe_topic_name(name)


def test_names_that_differ_in_case_only_clash():
    assert is_safe_topic_name("rate-limits.md")
    assert clashes_with("Rate.md", ["build.md", "rate.md"]) == "rate.md"
    assert clashes_with("rate.md", ["build.md", "rate.md"]) is None


def test_the_index_has_one_bounded_line_for_each_topic_in_stable_order(tmp_path: Path):
    (tmp_path / "b.md").write_text(render_topic(TopicHeader("b", "B\nside", "s" * 500, "2026-03-01"), ""))
    (tmp_path / "a.md").write_text(GOOD)
    (tmp_path / "c.md").write_text("no header")
    (tmp_path / "d.md").write_text("---\nid: d\n---\n")
    topics = read_topics(tmp_path)
    index = render_index(topics)
    lines = [line for line in index.splitlines() if line.startswith("- ")]
    assert lines == [
        "- `a.md` — Build: How it is built (updated 2026-03-01)",
        "- `b.md` — B side: " + "s" * 139 + "… (updated 2026-03-01)",
        "- `c.md` — header unreadable",
        "- `d.md` — d: (no summary)",
    ]
    assert render_index(reversed(topics)) == index


def test_an_index_without_topics_says_so():
    assert render_index(()).endswith("\n\nNo topics yet.\n")
