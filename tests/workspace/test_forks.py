"""Turning memory on in a fork, in the workbench."""

import time

from silcrow.pipeline import SessionMemory, gate
from silcrow.pipeline.holding import hold_session
from silcrow.sessions import SessionFile
from silcrow.workspace import Workspace
from tests.conversation import Conversation, fill
from tests.forks import FORK_ID, fork
from tests.workspace.conftest import Home


def fork_of(home: Home) -> Conversation:
    return fork(home.conversation, home.conversation.path.with_name("2026-05-05T09-00-00-000Z_fork.jsonl"))


def memory_of(conversation: Conversation, home: Home) -> SessionMemory:
    session = SessionFile(conversation.path)
    session.refresh()
    memory = SessionMemory(session, home.project)
    memory.refresh()
    return memory


async def test_it_says_what_came_from_the_parent(home: Home) -> None:
    fill(home.conversation, 1)
    parent = memory_of(home.conversation, home)
    gate.set_enabled(parent, True, since="now", now=time.time())
    fork_of(home)
    async with Workspace(home.where(FORK_ID), home.environ) as place:
        answer = await place.set_enabled(True)
        assert answer.words == "Observing is on, with 0 observations and 0 topics of its parent."
        assert [each.outcome for each in place.state.observational.chunks] == ["accepted"]


async def test_it_says_that_the_parent_is_gone(home: Home) -> None:
    child = fork_of(home)
    home.conversation.path.unlink()
    async with Workspace(home.where(str(child.path)), home.environ) as place:
        answer = await place.set_enabled(True)
        assert answer.done
        assert answer.words.startswith("Observing is on. The parent is not there any more")


async def test_a_fork_that_another_process_drives_is_turned_on_all_the_same(home: Home) -> None:
    fill(home.conversation, 1)
    child = memory_of(fork_of(home), home)
    with hold_session(child, purpose="a watch", now=time.time()) as busy:
        assert busy is None
        async with Workspace(home.where(FORK_ID), home.environ) as place:
            answer = await place.set_enabled(True)
            assert answer.done and place.state.observational.enabled
