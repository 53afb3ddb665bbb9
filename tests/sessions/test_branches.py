"""What is continued for a leaf while a file grows is what would be worked out from its root."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from silcrow.sessions import SessionFile
from tests.sessions.writing import Entry, append, compaction, entry, header, opened, reply, result, text_of, user

KINDS = ("user", "reply", "failed", "unpriced", "result", "compaction", "edit", "model", "level", "custom", "again")


def made(kind: str, number: int, parent: str | None, other: str | None) -> Entry:
    own = f"e{number}"
    match kind:
        case "user":
            return user(own, parent, "é漢😀" * number)
        case "reply":
            return reply(own, parent, total=50 + number, model=f"m-{number}")
        case "failed":
            return reply(own, parent, total=90, stop="error")
        case "unpriced":
            return reply(own, parent, total=None)
        case "result":
            return result(own, parent, "out" * number)
        case "compaction":
            return compaction(own, parent, other)
        case "edit":
            return entry("context_edit", own, parent, targetId=other, replacement=None)
        case "model":
            return entry("model_change", own, parent, provider="lab", modelId=f"x-{number}")
        case "level":
            return entry("thinking_level_change", own, parent, thinkingLevel=f"l-{number}")
        case "again":
            return user(other or own, parent, "the same id once more")
        case _:
            return entry("custom", own, parent, customType="om.enabled", data={"enabled": True})


def answers(session: SessionFile, leaf: str | None) -> tuple[Any, ...]:
    return session.context(leaf), session.source_path(leaf), session.branch_ids(leaf)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 3), st.integers(0, 9)), max_size=25))
def test_a_growing_tree_is_told_at_each_step_as_one_that_is_read_at_once(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int, int]]
):
    path = tmp_path_factory.mktemp("tree") / "session.jsonl"
    path.write_bytes(text_of([header()]))
    session, ids = opened(path), list[str]()
    for number, (kind, up, named) in enumerate(steps):
        parent = ids[-1 - up] if up < len(ids) else None
        other = ids[named] if named < len(ids) else None
        append(path, made(kind, number, parent, other))
        ids.append(f"e{number}") if kind != "again" or other is None else None
        session.refresh()
        at_once = opened(path)
        for leaf in (None, parent, *ids[named : named + 1], None):
            assert answers(session, leaf) == answers(at_once, leaf)


def test_a_leaf_is_continued_however_many_entries_were_added_since(tmp_path: Path):
    path = tmp_path / "session.jsonl"
    path.write_bytes(text_of([header(), user("e0", None)]))
    session = opened(path)
    first = session.source_path()
    for number in range(1, 40):
        append(path, user(f"e{number}", f"e{number - 1}"))
        session.refresh()
        grown = session.source_path()
        # The very same values: nothing was worked out twice.
        assert grown[0] is first[0]
        assert len(grown) == number + 1


def test_asking_for_many_other_leaves_changes_no_answer(tmp_path: Path):
    path = tmp_path / "session.jsonl"
    path.write_bytes(text_of([header(), user("a", None), *(reply(f"b{n}", "a", total=n + 1) for n in range(20))]))
    session = opened(path)
    assert [session.context(f"b{n}").context_tokens for n in range(20)] == [n + 1 for n in range(20)]
    assert [session.context(f"b{n}").context_tokens for n in range(20)] == [n + 1 for n in range(20)]
