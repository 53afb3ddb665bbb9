"""The recorded day, the memory folder and the settings that the demo plays with."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from silcrow.curated import MemoryStore
from silcrow.sessions import SessionFile
from silcrow.settings import load_settings

MATERIAL = Path(str(files("silcrow_tui.demo"))) / "material"
SESSION = MATERIAL / "session.jsonl"
LINES = SESSION.read_text(encoding="utf-8").split("\n")[:-1]
ENTRIES = [json.loads(line) for line in LINES[1:]]
ALL_FILES = sorted(path for path in MATERIAL.rglob("*") if path.is_file())
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def strings(value):
    """All strings inside a JSON value, keys left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


@pytest.fixture
def session():
    opened = SessionFile(SESSION)
    opened.refresh()
    return opened


@pytest.fixture
def store(tmp_path):
    for name in ("MEMORY.md", "USER.md"):
        (tmp_path / name).write_bytes((MATERIAL / "memories" / name).read_bytes())
    (tmp_path / "USER.md.bak.1793500000").write_bytes((MATERIAL / "memories" / "USER.md.bak").read_bytes())
    return MemoryStore(tmp_path)


def test_the_header_is_of_version_3_with_the_placeholder_as_its_folder():
    header = json.loads(LINES[0])
    assert (header["type"], header["version"], header["cwd"]) == ("session", 3, "/home/you/harbor")


def test_there_are_at_least_150_entries_with_ids_of_their_own():
    ids = [entry["id"] for entry in ENTRIES]
    assert len(ids) >= 150
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch("[0-9a-f]{8}", entry_id) for entry_id in ids)


def test_each_entry_but_the_first_hangs_from_an_earlier_one():
    seen = {None}
    for entry in ENTRIES:
        assert entry["parentId"] in seen
        seen.add(entry["id"])
    assert [entry["id"] for entry in ENTRIES if entry["parentId"] is None] == [ENTRIES[0]["id"]]


def test_times_never_run_backwards():
    times = [entry["timestamp"] for entry in ENTRIES]
    assert times == sorted(times)


def test_there_are_two_branches_and_the_leaf_is_on_the_longer_one(session):
    parents = {entry["parentId"] for entry in ENTRIES}
    tips = [entry["id"] for entry in ENTRIES if entry["id"] not in parents]
    assert len(tips) == 2
    assert session.leaf_id == ENTRIES[-1]["id"] == tips[-1]
    assert len(session.branch_ids()) > len(session.branch_ids(tips[0]))


def test_the_given_up_branch_is_summed_up_where_the_session_goes_on():
    (summary,) = (entry for entry in ENTRIES if entry["type"] == "branch_summary")
    siblings = [entry["id"] for entry in ENTRIES if entry["parentId"] == summary["parentId"]]
    assert len(siblings) == 2
    assert summary["fromId"] in {entry["id"] for entry in ENTRIES}


def test_every_tool_call_has_one_result_and_they_come_in_the_same_order():
    calls: list[str] = []
    results: list[str] = []
    for entry in ENTRIES:
        message = entry.get("message", {})
        if message.get("role") == "assistant":
            calls += [block["id"] for block in message["content"] if block["type"] == "toolCall"]
        elif message.get("role") == "toolResult":
            results.append(message["toolCallId"])
    assert calls == results


def test_it_reads_without_a_warning_and_with_its_name(session):
    assert session.bad_lines == ()
    assert session.warnings == ()
    assert session.name == "harbor: windows and berth plan"


def test_the_path_holds_about_40_000_estimated_tokens(session):
    assert 36_000 <= sum(entry.tokens for entry in session.source_path()) <= 46_000
    assert 36_000 <= session.context().context_tokens <= 46_000


def test_it_holds_each_kind_of_entry_that_the_screens_show():
    kinds = {entry["type"] for entry in ENTRIES}
    assert kinds >= {"message", "model_change", "thinking_level_change", "session_info", "label", "branch_summary"}
    messages = [entry["message"] for entry in ENTRIES if entry["type"] == "message"]
    assert {message["role"] for message in messages} >= {"user", "assistant", "toolResult", "bashExecution"}
    assert {message.get("stopReason") for message in messages} >= {"stop", "toolUse", "error", "aborted"}


def test_each_good_reply_says_what_it_used_and_cost():
    for entry in ENTRIES:
        message = entry.get("message", {})
        if message.get("role") == "assistant" and message["stopReason"] in ("stop", "toolUse"):
            usage = message["usage"]
            parts = ("input", "output", "cacheRead", "cacheWrite")
            assert usage["totalTokens"] == sum(usage[part] for part in parts)
            assert usage["cost"]["total"] == pytest.approx(sum(usage["cost"][part] for part in parts))
            assert usage["cost"]["total"] > 0


@pytest.mark.parametrize("path", ALL_FILES, ids=lambda path: path.name)
def test_no_file_holds_a_control_character(path):
    assert not CONTROLS.search(path.read_text(encoding="utf-8"))


def test_no_string_of_the_session_decodes_to_a_control_character():
    assert [text for entry in ENTRIES for text in strings(entry) if CONTROLS.search(text)] == []


@pytest.mark.parametrize("path", ALL_FILES, ids=lambda path: path.name)
def test_no_file_names_a_machine_a_mailbox_or_a_key(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"/work/|/root\b|/Users/|/home/(?!you\b)|pytest-of-(?!you\b)", text)
    assert not re.search(r"@[\w-]+\.(?:com|org|net|io|dev|eu)\b", text)
    assert not re.search(r"\b(?:sk-|ghp_|AKIA|xox[bp]-)\w{8,}|BEGIN [A-Z ]*PRIVATE KEY", text)


def test_memory_md_has_drifted_by_an_entry_longer_than_the_whole_limit(store):
    drift = store.state().memory.drift
    assert drift is not None
    assert drift.check == "oversize"
    assert drift.length is not None and drift.length > 2_200


def test_all_other_entries_of_memory_md_are_sound(store):
    *sound, run_together = store.state().memory.entries
    assert 12 <= len(sound) + 1 <= 16
    assert all(entry.length < 120 and "\n" not in entry.text for entry in sound)
    assert run_together.text.startswith("Ask before adding a file to data/")


def test_user_md_is_clean_and_about_80_percent_full(store):
    user = store.state().user
    assert user.drift is None
    assert user.notes == ()
    assert 75 <= user.usage.percent <= 85


def test_the_old_backup_shows_a_drift_and_is_contained_in_user_md(store):
    (backup,) = store.state().backups
    assert backup.target == "user"
    assert backup.check == "joined"
    assert backup.contained


def test_the_settings_are_read_without_a_problem(tmp_path):
    (tmp_path / "settings.json").write_bytes((MATERIAL / "settings.json").read_bytes())
    settings = load_settings(tmp_path, None, {})
    assert settings.problems == ()
    assert settings.observational.chunk_tokens == 4_200


def test_the_sizes_make_each_clock_fire_within_the_session(session):
    sizes = json.loads((MATERIAL / "settings.json").read_text())["observational-memory"]
    tokens = sum(entry.tokens for entry in session.source_path())
    assert tokens / sizes["chunkTokens"] >= 7
    assert sizes["poolTargetTokens"] < sizes["consolidateAtPoolTokens"] < 1_500
    assert 0.75 < session.context().projected_tokens / sizes["compactAtContextTokens"] < 1.0
