"""Real pi goes on with a session that silcrow compacted while nobody had it open."""

import json
import os
import time
from pathlib import Path

import pytest

from silcrow.sessions import SessionFile
from tests.pi.chat_server import Say
from tests.pi.running import needs_pi, run_pi, silcrow, texts_of

pytestmark = needs_pi


@pytest.fixture
def idle(observed: SessionFile) -> SessionFile:
    """A session whose file looks as if nobody had touched it for a while."""
    quiet = time.time() - 600
    os.utime(observed.path, (quiet, quiet))
    return observed


def test_resume_after_a_compaction_sends_summary_then_kept_tail_then_the_new_prompt(
    agent_dir: Path, project: Path, idle: SessionFile
) -> None:
    session = idle
    before, times = session.path.read_bytes(), session.path.stat()
    ahead = silcrow(agent_dir, project, "om", "compact", "--preview")
    assert session.path.read_bytes() == before
    done = silcrow(agent_dir, project, "om", "compact")
    after = session.path.read_bytes()
    assert after.startswith(before)
    assert session.path.stat().st_mtime_ns == times.st_mtime_ns
    assert done["compacted"]["block"] == ahead["block"]
    assert done["compaction"]["projectedTokens"] == ahead["tokensAfter"] < ahead["tokensBefore"]

    session.refresh()
    kept = [session.entry(each.id) for each in session.source_path()]
    kept = kept[[each["id"] for each in kept].index(ahead["cutEntryId"]) :]
    requests = run_pi(agent_dir, project, [Say("All four.")], "--continue", "Which modules are noted?")
    (sent,) = [texts_of(each) for each in requests]
    talk = [each for each in sent if each[0] not in ("system", "developer")]

    assert talk[0][0] == "user"
    assert json.dumps(ahead["block"], ensure_ascii=False)[1:-1] in talk[0][1]
    assert talk[-1][0] == "user" and "Which modules are noted?" in talk[-1][1]
    tail = talk[1:-1]
    assert [role for role, _ in tail] == [_wire_role(each["message"]["role"]) for each in kept]
    for (_, text), each in zip(tail, kept, strict=True):
        for block in each["message"]["content"]:
            if block["type"] == "text":
                assert json.dumps(block["text"], ensure_ascii=False)[1:-1] in text
    # What was cut is told by the summary alone, and what is kept stands once.
    assert "module gauge0 is noted now." in talk[0][1]
    assert not any("gauge0" in text for _, text in talk[1:])
    assert [text.count("gauge3 is noted now.") for _, text in talk].count(1) == 1

    session.refresh()
    assert session.path.read_bytes().startswith(after)
    assert "All four." in json.dumps(session.entry(session.source_path()[-1].id)["message"])


def test_a_second_resume_still_starts_with_the_same_summary(agent_dir: Path, project: Path, idle: SessionFile) -> None:
    session = idle
    silcrow(agent_dir, project, "om", "compact")
    first = run_pi(agent_dir, project, [Say("One.")], "--continue", "First question?")
    second = run_pi(agent_dir, project, [Say("Two.")], "--continue", "Second question?")
    summaries = [next(text for role, text in texts_of(each[0]) if role == "user") for each in (first, second)]
    assert summaries[0] == summaries[1]
    assert "## Observations" in summaries[0]
    session.refresh()
    assert not session.bad_lines and session.recoverable_leaf_id is None


def _wire_role(role: str) -> str:
    return "tool" if role == "toolResult" else role
