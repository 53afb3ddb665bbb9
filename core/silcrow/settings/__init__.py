"""Settings files of the host, in layers, with the origin of each value."""

from silcrow.settings.edit import set_setting
from silcrow.settings.load import agent_dir_from, global_settings_path, load_settings, project_settings_path
from silcrow.settings.trust import is_trusted
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
    "agent_dir_from",
    "global_settings_path",
    "is_trusted",
    "load_settings",
    "project_settings_path",
    "set_setting",
]
