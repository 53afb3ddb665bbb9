"""What to open once a workbench has closed."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class OpenFolder:
    """The workbench again, on another memory folder."""

    memory_dir: Path


@dataclass(frozen=True, slots=True)
class RunDemo:
    """The demo."""


Next = OpenFolder | RunDemo
