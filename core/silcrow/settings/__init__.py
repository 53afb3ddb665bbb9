"""Settings files of the host, in layers, with the origin of each value."""

from silcrow.settings.types import (
    Limits,
    MemorySettings,
    ObservationalSettings,
    Origin,
    Settings,
    SettingsProblem,
    WorkerModel,
)

__all__ = [
    "Limits",
    "MemorySettings",
    "ObservationalSettings",
    "Origin",
    "Settings",
    "SettingsProblem",
    "WorkerModel",
]
