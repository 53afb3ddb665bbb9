"""Real pi takes up a session that a host in Python wrote."""

from pathlib import Path

from silcrow.hosts import HostPlace, MemoryHost, Opening
from silcrow.sessions import SessionWriter
from tests.pi.chat_server import Say
from tests.pi.running import needs_pi, run_pi, texts_of

pytestmark = needs_pi


async def test_pi_goes_on_where_the_host_ended(agent_dir: Path, project: Path) -> None:
    session = SessionWriter.create(agent_dir / "sessions", "tiny-1", project)
    async with MemoryHost(HostPlace(project, agent_dir=agent_dir), append=session.custom) as memory:
        await memory.start(Opening(session.session_id, session.path, "new"))
        await memory.before_agent_start(session.leaf_id)
        session.say("user", "Name the tide.")
        session.say("assistant", "High water is at 04:12.")
        await memory.turn_end(session.leaf_id)
        await memory.run_command("om", "on")
    before = session.path.read_bytes()
    (request,) = run_pi(agent_dir, project, [Say("At noon.")], "--session", str(session.path), "And low water?")
    talk = [text for role, text in texts_of(request) if role in ("user", "assistant")]
    assert ("tide" in talk[0], "04:12" in talk[1], "low water" in talk[-1]) == (True, True, True)
    assert session.path.read_bytes().startswith(before)
