"""What real pi writes is what silcrow reads: run pi against a loopback model and look at its session."""

import json
from pathlib import Path

from silcrow.sessions import session_document
from tests.pi.chat_server import Call, Say
from tests.pi.running import needs_pi, only_session, run_pi

pytestmark = needs_pi


def test_a_session_of_real_pi_is_found_by_its_folder_and_read_whole(agent_dir: Path, project: Path) -> None:
    (project / "tide.txt").write_text("high water 04:12\n")
    run_pi(
        agent_dir, project, [Call("read", {"path": "tide.txt"}), Say("High water is at 04:12.")], "When is high water?"
    )
    session = only_session(agent_dir, project)
    document = session_document(session)
    last = json.loads(session.path.read_bytes().splitlines()[-1])
    assert document["leafId"] == last["id"]
    assert document["badLines"] == 0 or document["badLines"] == []
    kinds = [entry.kind for entry in session.source_path()]
    assert kinds == ["user", "calls", "result", "assistant"]
    assert document["contextTokens"] == 140
    assert document["model"] == {"provider": "loopback", "modelId": "scripted"}


def test_what_pi_appends_later_is_read_as_growth(agent_dir: Path, project: Path) -> None:
    run_pi(agent_dir, project, [Say("First answer.")], "First question")
    session = only_session(agent_dir, project)
    before = session.entry_count
    run_pi(agent_dir, project, [Say("Second answer.")], "--continue", "Second question")
    change = session.refresh()
    assert not change.replaced
    assert session.entry_count == before + change.grown > before
    texts = [session.entry(entry.id)["message"]["content"] for entry in session.source_path()]
    assert "Second answer." in json.dumps(texts)
