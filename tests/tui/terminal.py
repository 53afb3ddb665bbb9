"""Running a program in a pseudo terminal."""

import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Sequence
from fcntl import ioctl
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]


class Ended(Struct, frozen=True):
    """Everything that the terminal was sent, and how the program ended."""

    output: bytes
    code: int


def plain_environ(home: Path, **more: str) -> dict[str, str]:
    """An environment of a colour terminal in which our packages and tests are found."""
    paths = os.pathsep.join(str(ROOT / part) for part in (".", "core", "tui"))
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "PYTHONPATH": paths,
        "TEXTUAL_ANIMATIONS": "none",
        **more,
    }


def run_in_terminal(
    command: Sequence[str],
    environ: dict[str, str],
    *,
    columns: int = 100,
    rows: int = 30,
    seconds: float = 100,
    signal_at: tuple[bytes, int] | None = None,
) -> Ended:
    """Run a program until it ends, or is ended after ``seconds``, and take everything it writes.

    ``signal_at`` sends it a signal, once, as soon as these bytes came from it.
    """
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT, env=environ, start_new_session=True
    )
    os.close(theirs)
    output = bytearray()
    deadline = time.monotonic() + seconds
    try:
        while time.monotonic() < deadline:
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    output += os.read(ours, 1 << 16)
                except OSError:
                    break
                if signal_at is not None and signal_at[0] in output:
                    process.send_signal(signal_at[1])
                    signal_at = None
            elif process.poll() is not None:
                break
        return Ended(bytes(output), process.wait(timeout=5))
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(ours)
