"""Keys and headers as pi's ``models.json`` spells them: a text, variables in it, or a command that prints it.

``$NAME`` and ``${NAME}`` stand for environment variables, ``$$`` and ``$!`` for the signs themselves; a value that
begins with ``!`` is a command for the shell, whose output counts without the blanks around it.
"""

import re
import subprocess
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

COMMAND_SECONDS: Final = 10.0
_PART: Final = re.compile(r"\$(?:(?P<sign>[$!])|\{(?P<braced>[A-Za-z_]\w*)\}|(?P<bare>[A-Za-z_]\w*))", re.ASCII)


class NoValue(Struct, frozen=True):
    """Why a value can't be had, without the value or any part of it."""

    reason: str


def value_of(written: str, environ: Mapping[str, str]) -> str | NoValue:
    """What is meant. A command may take up to ten seconds; its output is looked at by nobody else."""
    if written.startswith("!"):
        return _printed_by(written[1:], environ)
    names = [match["braced"] or match["bare"] for match in _PART.finditer(written) if not match["sign"]]
    missing = next((name for name in names if not environ.get(name)), None)
    if missing is not None:
        return NoValue(f"the environment variable {missing} is not set")
    return _PART.sub(lambda match: match["sign"] or environ[match["braced"] or match["bare"]], written)


def _printed_by(command: str, environ: Mapping[str, str]) -> str | NoValue:
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            env=dict(environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=COMMAND_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return NoValue(f"its command did not end within {COMMAND_SECONDS:g} s")
    except OSError as error:
        return NoValue(f"its command could not be started: {error.strerror}")
    if done.returncode != 0:
        return NoValue(f"its command ended with exit code {done.returncode}")
    return done.stdout.decode("utf-8", "replace").strip() or NoValue("its command printed nothing")
