"""A run: one worker process, as its record on disk tells it."""

from typing import Literal

from msgspec import Struct

from silcrow.observational.observation import ChunkRange

Role = Literal["observer", "consolidator", "dream", "check"]
"""``check`` asks a model whether it can be reached and calls tools; its runs are kept nowhere."""
RunState = Literal["running", "done", "empty", "incomplete", "failed", "stopped", "reverted"]
ErrorKind = Literal[
    "spawn",
    "auth",
    "rate_limit",
    "context_too_long",
    "timeout",
    "killed",
    "exit",
    "no_result",
    "invalid_result",
    "busy",
    "budget",
]
RUN_PREFIX: dict[Role, str] = {"observer": "obs", "consolidator": "cons", "dream": "dream", "check": "check"}


class RunError(Struct, frozen=True):
    kind: ErrorKind
    words: str
    """The cause in the words of whoever raised it, redacted: ``killed by signal 9``, ``exit 3: last line`` ..."""
    retry_after: float | None = None
    """Seconds that the provider asked to wait before the next try."""


class TokenUsage(Struct, frozen=True):
    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0


class Run(Struct, frozen=True):
    """State and cost of a run, from ``<run>.run.json`` and ``<run>.cost.json``."""

    run_id: str
    role: Role
    state: RunState
    model: str
    """``provider/id``; ``builtin/extractive`` for the built-in worker."""
    session_id: str
    pid: int | None
    process_started: float | None
    """Start time of that process as the system tells it: with the pid the only safe identity."""
    started_at: float
    """Unix seconds."""
    finished_at: float | None = None
    chunk: ChunkRange | None = None
    attempt: int = 1
    turns: int = 0
    usage: TokenUsage = TokenUsage()
    cost_usd: float | None = 0.0
    """USD; None is unpriced, never zero by default."""
    cost_source: str | None = None
    partial: bool = False
    """The figure is a lower bound: a reply came without usage, or the process was killed."""
    error: RunError | None = None
    summary: str = ""
    """``12 found``, ``24 filed in 5 topics``, ``nothing noted`` ..."""
    handed: int = 0
    """Source entries of an observer's chunk, or observations handed to a consolidator."""
    prompt_version: int = 1
    owner_pid: int | None = None
    """The process that started it and takes its result: while that lives, nobody else settles the run."""
    owner_started: float | None = None
