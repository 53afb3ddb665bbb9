"""A workbench beside a pi that has memory: all that happens in pi is on the screen while it happens."""

import asyncio
from pathlib import Path

from silcrow.workspace import Workspace
from silcrow.workspace.where import Asked, locate
from silcrow_tui.app import SilcrowApp
from silcrow_tui.signs import UNICODE
from tests.pi.chat_server import Call, Reply, Say
from tests.pi.conftest import PADDING
from tests.pi.extended import put_into_pi, talk
from tests.pi.running import needs_pi, only_session, remote_pi, silcrow_environ
from tests.tui.driver import MEDIUM, User

pytestmark = needs_pi
KIEL = "The home port is Kiel."


async def test_what_pi_says_remembers_and_observes_is_seen_at_once(agent_dir: Path, project: Path) -> None:
    put_into_pi(agent_dir, project, "Depths are in fathoms.")
    script: list[Reply] = [Say(f"Done: module gauge{number} is noted now. {PADDING}") for number in range(4)]
    script.insert(2, Call("memory_add", {"target": "memory", "content": KIEL}))
    environ = silcrow_environ(agent_dir)
    with remote_pi(agent_dir, project, script) as pi:
        await asyncio.to_thread(pi.say, "/om on")
        await asyncio.to_thread(talk, pi, 0)
        session = only_session(agent_dir, project)
        found = locate(Asked(agent_dir, None, project, str(session.path)), environ, project)
        async with Workspace(found, environ) as place:
            app = SilcrowApp(place, environ=environ, signs=UNICODE)
            async with app.run_test(size=MEDIUM) as pilot:
                user = User(app, pilot)
                await user.sees("Depths are in fathoms.", "pi drives")
                await asyncio.to_thread(talk, pi, 1, 2)
                await user.sees(KIEL, "gauge1")
                await user.finds(lambda: place.state.observational and place.state.observational.pool, "a pool")
                await asyncio.to_thread(pi.say, "/om off")
                await user.sees("off")
