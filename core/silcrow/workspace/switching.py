"""Switching parts on and off in a settings file, and what became of it here."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from silcrow.settings import load_settings
from silcrow.settings.edit import set_setting
from silcrow.settings.load import global_settings_path, project_settings_path
from silcrow.settings.switches import KINDS, Switch, SwitchKind, switch_of


class Switched(Struct, frozen=True):
    """What became of one switch."""

    switch: Switch
    """As it stands now, whoever decides it."""
    wanted: bool
    outcome: Literal["changed", "already", "failed"]
    """What was done to the file."""
    words: str
    """One sentence: what was done, and what decides it instead where that had no effect."""

    @property
    def in_force(self) -> bool:
        """The switch stands as it was wanted."""
        return self.switch.on is self.wanted


def switch_all(
    names: Iterable[str],
    on: bool,
    agent_dir: Path,
    project: Path,
    environ: Mapping[str, str],
    *,
    in_project: bool = False,
) -> tuple[Switched, ...]:
    """Write the switches of these names to the agent's settings file, or to the project's own.

    What the file says already is not written again. A switch that something above the file decides is written all the
    same, since the file also counts elsewhere; its sentence says what decides it here.
    """
    path = project_settings_path(project) if in_project else global_settings_path(agent_dir)
    # What the file and those below it say by themselves, without the project's file or the environment above them.
    before = load_settings(agent_dir, project if in_project else None, {})
    kinds = [KINDS[name] for name in names]
    already = {kind.name for kind in kinds if switch_of(before, kind.name).on is on}
    problems = {kind.name: set_setting(path, kind.key, kind.value(on)) for kind in kinds if kind.name not in already}
    after = load_settings(agent_dir, project, environ)

    def became(kind: SwitchKind) -> Switched:
        switch = switch_of(after, kind.name)
        if (problem := problems.get(kind.name)) is not None:
            words = f"{kind.name} is not changed: {problem.path}: {problem.key} {problem.message}."
            return Switched(switch, on, "failed", words)
        state = "on" if on else "off"
        done = f"{kind.name} was {state} already" if kind.name in already else f"{kind.name} is {state} in {path}"
        if switch.on is not on:
            done += f", but {switch.place or 'a default'} decides it here: it stays {switch.state}"
        return Switched(switch, on, "already" if kind.name in already else "changed", f"{done}.")

    return tuple(became(kind) for kind in kinds)
