"""Effective settings, each with the place it came from."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct, field


class Origin(Struct, frozen=True):
    """Where a value came from."""

    kind: Literal["default", "global", "project", "hermes", "environment", "argument"]
    path: Path | None = None
    line: int | None = None
    """From 1, for a file."""

    def __str__(self) -> str:
        place = f" {self.path}" if self.path else ""
        return f"{self.kind}{place}{f':{self.line}' if self.line else ''}"


class SettingsProblem(Struct, frozen=True):
    """One bad key: it costs one default and one message, the rest of the file applies."""

    path: Path
    key: str
    message: str
    line: int | None = None


class ModelPrice(Struct, frozen=True):
    """What a model costs, in USD per million tokens."""

    input: float
    output: float
    cache_read: float | None = None
    """Tokens that the provider had at hand; None counts them as other input."""
    cache_write: float | None = None


class WorkerModel(Struct, frozen=True):
    provider: str = "builtin"
    id: str = "extractive"
    thinking: str | None = None
    price: ModelPrice | None = None
    """What the user says that it costs, which wins over every list; None is not said."""

    def __str__(self) -> str:
        return f"{self.provider}/{self.id}"

    @property
    def builtin(self) -> bool:
        """The worker that needs no key and no network, and costs exactly nothing."""
        return self.provider == "builtin"


class Limits(Struct, frozen=True):
    run_seconds: float | None = 300
    run_turns: int | None = 24
    run_usd: float | None = 0.50
    session_usd: float | None = 5.0
    day_usd: float | None = 10.0
    runs_per_hour: int | None = 60
    compact_wait_seconds: float | None = 30
    allow_unpriced: bool = False


class ObservationalSettings(Struct, frozen=True):
    """Namespace ``observational-memory``; sizes are estimated tokens."""

    chunk_tokens: int = 5_000
    chunk_overlap_tokens: int = 0
    pool_target_tokens: int = 10_000
    consolidate_at_pool_tokens: int = 20_000
    compact_at_context_tokens: int = 100_000
    tail_tokens: int = 20_000
    journey_target_tokens: int = 1_000
    observer_concurrency: int = 4
    observer_model: WorkerModel = WorkerModel()
    consolidator_model: WorkerModel = WorkerModel()
    limits: Limits = Limits()
    prices: Mapping[str, Mapping[str, float]] = field(default_factory=lambda: MappingProxyType({}))
    """``provider/id`` to ``input``, ``output``, ``cacheRead``, ``cacheWrite`` in USD per million tokens."""
    passive: bool = False
    compaction: bool = True
    """Hosts compact by themselves when the context is full."""
    debug_log: bool = False


class DreamingSettings(Struct, frozen=True):
    """Group ``pi-memory.dreaming``: going through the memory files in the background."""

    enabled: bool = True
    min_hours_since_last_run: float = 24
    min_turns_since_last_run: int = 5
    mode: Literal["apply", "review"] = "apply"
    """``review``: every change waits for a person. The first dream on a memory folder always does so."""
    max_removal_share: float = 0.3
    """Part of a file's entries, from 0 to 1, that a dream may take away by itself."""
    model: WorkerModel = WorkerModel()


class MemorySettings(Struct, frozen=True):
    """Namespace ``pi-memory``; limits are code points of the joined text."""

    data_dir: Path
    memory_char_limit: int = 2_200
    user_char_limit: int = 1_375
    prompt_block: bool = True
    """Hosts put the entries into the prompt of the agent."""
    tools: bool = True
    """Hosts give the agent the tools that read and change the entries."""
    dreaming: DreamingSettings = DreamingSettings()


class Settings(Struct, frozen=True):
    memory: MemorySettings
    observational: ObservationalSettings = ObservationalSettings()
    origins: Mapping[str, Origin] = field(default_factory=lambda: MappingProxyType({}))
    """Full key (``observational-memory.chunkTokens``) to origin; a key that is missing here is a default."""
    problems: tuple[SettingsProblem, ...] = ()
    raw: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """Effective values by full key, in JSON form, for ``config show``."""
