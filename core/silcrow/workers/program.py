"""The worker program: ``python -m silcrow.workers.program RUN.order.json``.

One program for all roles. It reads the order, works on copies, and leaves its result beside the order; it touches no
live file. Exit code 0 with a result, 1 with a reason, anything else is a crash.
"""

import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from silcrow.workers.assignment import Assignment, WorkFailed
from silcrow.workers.environment import OWNER_PIPE_VARIABLE
from silcrow.workers.models import work_of


def main(arguments: Sequence[str]) -> int:
    """Do one order and return the exit code."""
    if len(arguments) != 1:
        print("one argument is expected: the path of an order file", file=sys.stderr)
        return 2
    end_with_owner(os.environ.get(OWNER_PIPE_VARIABLE, ""))
    assignment = Assignment.read(Path(arguments[0]))
    assignment.flush()
    try:
        assignment.hand_in(work_of(assignment.provider)(assignment))
    except WorkFailed as failure:
        assignment.give_up(failure)
        print(failure.words, file=sys.stderr)
        return 1
    return 0


def end_with_owner(pipe: str) -> None:
    """End this process, and its group, as soon as the pipe from the owner closes. Nothing to do without a pipe."""
    if not pipe.isdigit():
        return
    descriptor = int(pipe)
    try:
        # What this process may start must not hold the pipe.
        os.set_inheritable(descriptor, False)
    except OSError:
        return
    threading.Thread(target=_wait_for_the_end, args=(descriptor,), daemon=True).start()


def _wait_for_the_end(descriptor: int) -> None:
    try:
        while os.read(descriptor, 1):
            pass
    except OSError:
        pass
    if os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
