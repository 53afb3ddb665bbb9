import os
import signal

import psutil
import pytest

from silcrow.processes import (
    ProcessIdentity,
    end_group,
    end_group_now,
    group_members,
    identity_of,
    is_alive,
    own_identity,
)
from tests.processes.conftest import Start
from tests.waiting import wait_until

POLITE = "import time; print('ready', flush=True); time.sleep(60)"
STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
time.sleep(60)
"""
WITH_GRANDCHILD = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen(["sh", "-c", "trap '' TERM; sleep 60 & wait"], start_new_session={own_session})
print(child.pid, flush=True)
print("ready", flush=True)
time.sleep(60)
"""
LEADER_THAT_LEAVES = """
import subprocess
child = subprocess.Popen(["sleep", "60"], stdout=subprocess.DEVNULL)
print(child.pid, flush=True)
print("ready", flush=True)
"""


def test_a_polite_process_ends_without_being_killed(start: Start):
    started = start(POLITE)
    assert end_group_now(started.identity, grace=20)
    assert started.process.wait() == -signal.SIGTERM


def test_a_process_that_ignores_the_request_is_killed(start: Start):
    started = start(STUBBORN)
    assert end_group_now(started.identity, grace=0.1)
    assert started.process.wait() == -signal.SIGKILL


async def test_an_event_loop_is_not_held_up(start: Start):
    started = start(STUBBORN)
    assert await end_group(started.identity, grace=0.1)
    assert started.process.wait() == -signal.SIGKILL


def test_a_stopped_process_ends_as_well(start: Start):
    started = start(STUBBORN)
    os.kill(started.process.pid, signal.SIGSTOP)
    assert end_group_now(started.identity, grace=0.1)
    assert started.process.wait() == -signal.SIGKILL


def test_a_stopped_polite_process_is_woken_to_hear_the_request(start: Start):
    started = start(POLITE)
    os.kill(started.process.pid, signal.SIGSTOP)
    assert end_group_now(started.identity, grace=20)
    assert started.process.wait() == -signal.SIGTERM


@pytest.mark.parametrize("own_session", [False, True])
def test_grandchildren_end_too_even_in_a_session_of_their_own(start: Start, own_session: bool):
    started = start(WITH_GRANDCHILD.format(own_session=own_session))
    (child,) = started.children
    wait_until(lambda: len(group_members(child.pid if own_session else started.process.pid)) >= 2)
    assert end_group_now(started.identity, grace=0.1)
    assert not is_alive(child)
    assert not is_alive(started.identity)
    assert group_members(started.process.pid) == ()
    assert group_members(child.pid) == ()


def test_what_a_leader_left_behind_is_ended_after_its_death(start: Start):
    started = start(LEADER_THAT_LEAVES)
    started.process.wait()
    (child,) = started.children
    assert is_alive(child)
    assert end_group_now(started.identity, grace=5)
    assert not is_alive(child)


def test_what_does_not_carry_the_mark_is_not_taken_for_offspring(start: Start):
    started = start(LEADER_THAT_LEAVES, environ={"SILCROW_RUN": "obs-1"})
    started.process.wait()
    (child,) = started.children
    # A program that is just being loaded has no environment for a moment.
    wait_until(lambda: psutil.Process(child.pid).environ().get("SILCROW_RUN") == "obs-1")
    assert end_group_now(started.identity, grace=0, mark="SILCROW_RUN=obs-2")
    assert is_alive(child)
    assert end_group_now(started.identity, grace=5, mark="SILCROW_RUN=obs-1")
    assert not is_alive(child)


def test_a_stranger_with_the_number_gets_no_signal(start: Start):
    started = start(POLITE)
    stranger = ProcessIdentity(started.identity.pid, started.identity.started - 60)
    assert end_group_now(stranger, grace=0)
    assert is_alive(started.identity)


def test_a_group_from_before_is_not_taken_for_offspring(start: Start):
    started = start(LEADER_THAT_LEAVES)
    started.process.wait()
    (child,) = started.children
    later = ProcessIdentity(started.identity.pid, started.identity.started + 60)
    assert end_group_now(later, grace=0)
    assert is_alive(child)


def test_the_group_of_a_process_that_leads_none_is_spared(start: Start):
    # It stands in our own group: a signal to the group would end this test.
    started = start(POLITE, new_session=False)
    assert end_group_now(started.identity, grace=20)
    assert is_alive(own_identity())


def test_ending_what_is_gone_already_is_done(start: Start):
    started = start(POLITE)
    started.process.kill()
    started.process.wait()
    assert end_group_now(started.identity, grace=0)
    assert identity_of(started.identity.pid) is None


def test_nobody_ends_themselves_or_their_own_group(start: Start):
    started = start(POLITE)
    leader = identity_of(os.getpgid(0))
    assert not end_group_now(own_identity(), grace=0)
    assert leader is None or not end_group_now(leader, grace=0)
    assert is_alive(started.identity)
