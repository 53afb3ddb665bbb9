"""What a worker was given and said can be opened in real pi, and does not get in its way."""

from pathlib import Path

from silcrow.sessions import Catalogue, SessionFile
from tests.pi.chat_server import Say
from tests.pi.conftest import file_topics
from tests.pi.running import needs_pi, only_session, run_pi, texts_of

pytestmark = needs_pi


def test_pi_opens_a_workers_recorded_session(agent_dir: Path, project: Path, observed: SessionFile) -> None:
    file_topics(agent_dir, project)
    runs = project / ".memory" / observed.session_id / ".runs"
    for role in ("obs", "cons"):
        path = sorted(runs.glob(f"{role}-*.session.jsonl"))[0]
        before = path.read_bytes()
        requests = run_pi(agent_dir, project, [Say("It was asked to note.")], "--session", str(path), "What was asked?")
        talk = [each for each in texts_of(requests[0]) if each[0] not in ("system", "developer")]
        assert [role for role, _ in talk] == ["user", "assistant", "user"]
        assert "somebody else's conversation" in talk[0][1]
        assert "What was asked?" in talk[2][1]
        assert path.read_bytes().startswith(before)
        session = SessionFile(path)
        session.refresh()
        assert not session.bad_lines and "It was asked to note." in str(session.entry(session.source_path()[-1].id))


def test_pi_goes_on_with_the_conversation_and_never_with_a_run(
    agent_dir: Path, project: Path, observed: SessionFile
) -> None:
    requests = run_pi(agent_dir, project, [Say("All four.")], "--continue", "Which modules?")
    assert "gauge0" in str(texts_of(requests[0]))
    assert only_session(agent_dir, project).session_id == observed.session_id
    catalogue = Catalogue(agent_dir / "sessions")
    catalogue.refresh()
    assert len(catalogue.sessions(workers=True)) == 1
