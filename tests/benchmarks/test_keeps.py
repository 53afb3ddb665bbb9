"""The measure of what the built-in worker keeps: the material is sound, and the smallest of it keeps its promise."""

import json
import re
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

from keeps import measure  # noqa: E402 - benchmarks are scripts, not a package
from talks.facts import read_facts  # noqa: E402
from talks.session import read_talk, write_session  # noqa: E402

TALKS = sorted((BENCHMARKS / "talks").glob("*.talk"))


@pytest.fixture(params=TALKS, ids=lambda path: path.stem)
def talk_path(request):
    return request.param


def test_each_planted_fact_is_told_in_one_message(talk_path):
    texts = [block.text for block in read_talk(talk_path).blocks]
    planted = read_facts(talk_path.with_suffix(".facts.toml"))
    assert len(planted.facts) >= 15
    assert [fact.what for fact in planted.facts if not any(map(fact.told_by, texts))] == []


def test_each_talk_holds_secrets_and_orders_that_must_not_be_kept(talk_path):
    texts = [block.text for block in read_talk(talk_path).blocks]
    planted = read_facts(talk_path.with_suffix(".facts.toml"))
    assert len(planted.forbidden) >= 3
    assert [one.what for one in planted.forbidden if not any(map(one.told_by, texts))] == []


def test_a_talk_gives_the_same_session_each_time(talk_path, tmp_path):
    for name in ("first", "second"):
        write_session(read_talk(talk_path), tmp_path / name, tmp_path)
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_every_call_of_a_session_has_its_result_and_every_entry_its_parent(talk_path, tmp_path):
    write_session(read_talk(talk_path), tmp_path / "s.jsonl", tmp_path)
    header, *entries = [json.loads(line) for line in (tmp_path / "s.jsonl").read_text(encoding="utf-8").splitlines()]
    assert header["type"] == "session"
    assert [entry["parentId"] for entry in entries] == [None, *(entry["id"] for entry in entries[:-1])]
    messages = [entry["message"] for entry in entries]
    calls = [block["id"] for each in messages for block in each["content"] if block["type"] == "toolCall"]
    assert calls == [each["toolCallId"] for each in messages if each["role"] == "toolResult"]


def test_all_noise_of_a_talk_is_filled_in(talk_path):
    assert [block for block in read_talk(talk_path).blocks if re.search(r"^\s*%% \d", block.text, re.MULTILINE)] == []


def test_half_of_the_facts_of_a_talk_are_kept_in_a_tenth_of_its_tokens_and_no_secret():
    kept = measure(BENCHMARKS / "talks" / "sleep_study.talk")
    assert kept.forbidden == ()
    assert 2 * kept.kept >= kept.facts
    assert 10 * kept.tokens <= kept.session_tokens
    assert kept.kept > kept.tail_of_talk > kept.tail
