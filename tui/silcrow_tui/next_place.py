"""What to open once a workbench has closed."""

from pathlib import Path

from msgspec import Struct


class OpenFolder(Struct, frozen=True):
    """The workbench again, on another memory folder."""

    memory_dir: Path


class RunDemo(Struct, frozen=True):
    """The demo."""


Next = OpenFolder | RunDemo
