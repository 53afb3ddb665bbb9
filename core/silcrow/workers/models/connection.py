"""How a worker reaches a model: address, key and price, and the pipe on which a worker process is handed them.

The key goes neither to the disk nor into arguments nor into the environment, which whatever a worker starts would
inherit.
"""

import os
from collections.abc import Mapping
from typing import Final, Literal

import msgspec
from msgspec import Struct

from silcrow.settings.types import ModelPrice

CONNECTION_PIPE_VARIABLE: Final = "SILCROW_CONNECTION_PIPE"
"""Number of the descriptor from which a worker reads its connection, once."""
MOST_BYTES: Final = 16 << 10
"""What a pipe takes in on every system before anybody reads it."""

Api = Literal[
    "openai-completions", "openai-responses", "anthropic-messages", "google-generative-ai", "openrouter", "ollama"
]


class Connection(Struct, frozen=True):
    provider: str
    model: str
    api: Api
    base_url: str | None = None
    """None is the provider's own."""
    key: str | None = None
    key_source: str = ""
    """Where the key was found, in words; empty without one."""
    headers: Mapping[str, str] = {}
    max_tokens: int | None = None
    """Most tokens of one reply, where somebody says so."""
    context_window: int | None = None
    price: ModelPrice | None = None
    price_source: str = ""
    """``settings`` or ``models.json``."""

    def __repr__(self) -> str:
        # Shown in logs and traces, where no key belongs.
        return f"Connection({self.provider}/{self.model}, {self.api})"

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must not show up in anything that is written."""
        return tuple(each for each in (self.key, *self.headers.values()) if each and len(each) > 3)


def filled_pipe(connection: Connection) -> int | None:
    """The reading end of a pipe that holds the connection, to be closed by the caller; None when that is too large."""
    content = msgspec.json.encode(connection)
    if len(content) > MOST_BYTES:
        return None
    reading, writing = os.pipe()
    try:
        os.write(writing, content)
    finally:
        os.close(writing)
    return reading


def handed_over(environ: Mapping[str, str]) -> Connection | None:
    """The connection that this process was given; can be asked once. None where there is none."""
    number = environ.get(CONNECTION_PIPE_VARIABLE, "")
    if not number.isdigit():
        return None
    try:
        with os.fdopen(int(number), "rb") as pipe:
            return msgspec.json.decode(pipe.read(), type=Connection)
    except (OSError, msgspec.MsgspecError):
        return None
