import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from msgspec import Struct

from silcrow.processes import ProcessIdentity, identity_of


class Started(Struct, frozen=True):
    process: subprocess.Popen[bytes]
    identity: ProcessIdentity
    children: tuple[ProcessIdentity, ...]
    """Those whose numbers the program printed."""


Start = Callable[..., Started]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start a Python program in a session of its own; it prints the numbers of its children, then ``ready``."""
    started: list[Started] = []

    def begin(program: str, *, environ: dict[str, str] | None = None, new_session: bool = True) -> Started:
        process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            start_new_session=new_session,
            env=os.environ | (environ or {}),
        )
        assert process.stdout is not None
        children: list[ProcessIdentity] = []
        while (line := process.stdout.readline().decode().strip()) != "ready":
            assert line, "the program ended early"
            child = identity_of(int(line))
            assert child is not None
            children.append(child)
        identity = identity_of(process.pid)
        assert identity is not None
        started.append(Started(process, identity, tuple(children)))
        return started[-1]

    yield begin
    for each in started:
        for child in each.children:
            if identity_of(child.pid) == child:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child.pid, signal.SIGKILL)
        each.process.kill()
        each.process.wait()
        assert each.process.stdout is not None
        each.process.stdout.close()
