"""Settings files of the host, in layers, with the origin of each value."""

from typing import TYPE_CHECKING, Any

from silcrow.settings.load import (
    agent_dir_from,
    global_settings_path,
    load_settings,
    project_settings_path,
    with_agent_dir,
)
from silcrow.settings.trust import is_trusted
from silcrow.settings.types import (
    DreamingSettings,
    Limits,
    MemorySettings,
    ModelPrice,
    ObservationalSettings,
    Origin,
    Settings,
    SettingsProblem,
    WorkerModel,
)

if TYPE_CHECKING:
    from silcrow.settings.edit import set_setting

__all__ = [
    "DreamingSettings",
    "Limits",
    "MemorySettings",
    "ModelPrice",
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
    "with_agent_dir",
]


def __getattr__(name: str) -> Any:
    # Few commands change a setting; reading them needs neither the host's lock nor the writing of files.
    if name == "set_setting":
        from silcrow.settings.edit import set_setting

        return set_setting
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
