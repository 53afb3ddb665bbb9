"""What can be switched on and off as a whole: five parts, each with one setting that decides it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from silcrow.settings.keys import DREAMING, MEMORY, OBSERVATIONAL
from silcrow.settings.load import PASSIVE_VARIABLE
from silcrow.settings.types import Origin, Settings

SwitchName = Literal["prompt-block", "tools", "observing", "compaction", "dreaming"]


class SwitchKind(Struct, frozen=True):
    """What is the same about a switch everywhere."""

    name: SwitchName
    key: str
    does: str
    """One sentence on what goes on while it is on."""
    inverse: bool = False
    """The setting is true while the switch is off."""

    def value(self, on: bool) -> bool:
        """What the setting holds for a state of the switch."""
        return on is not self.inverse


KINDS: Mapping[str, SwitchKind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            SwitchKind("prompt-block", f"{MEMORY}.promptBlock", "The entries stand in the agent's prompt."),
            SwitchKind("tools", f"{MEMORY}.tools", "The agent has the tools that read and change the entries."),
            SwitchKind(
                "observing",
                f"{OBSERVATIONAL}.passive",
                "Observers and consolidator start by themselves, in sessions that have memory on.",
                inverse=True,
            ),
            SwitchKind(
                "compaction",
                f"{OBSERVATIONAL}.compaction",
                "Hosts compact by themselves when the context is full.",
            ),
            SwitchKind("dreaming", f"{DREAMING}.enabled", "Sessions are gone through for what belongs in the files."),
        )
    }
)
"""Name to switch, in the order in which they are listed."""


class Switch(Struct, frozen=True):
    """A switch as it stands, and what decides it."""

    kind: SwitchKind
    on: bool
    origin: Origin = Origin("default")

    @property
    def name(self) -> SwitchName:
        return self.kind.name

    @property
    def key(self) -> str:
        return self.kind.key

    @property
    def does(self) -> str:
        return self.kind.does

    @property
    def state(self) -> Literal["on", "off"]:
        return "on" if self.on else "off"

    @property
    def place(self) -> str:
        """Where it is decided: a file with its line, or a variable; empty for a default."""
        origin = self.origin
        if origin.kind == "environment":
            return PASSIVE_VARIABLE
        if origin.path is None:
            return ""
        return f"{origin.path}:{origin.line}" if origin.line else str(origin.path)


def switches(settings: Settings) -> tuple[Switch, ...]:
    """All switches as these settings have them."""
    return tuple(
        Switch(kind, settings.raw[kind.key] is not kind.inverse, settings.origins.get(kind.key, Origin("default")))
        for kind in KINDS.values()
    )


def switch_of(settings: Settings, name: str) -> Switch:
    """The switch of a known name."""
    kind = KINDS[name]
    return next(switch for switch in switches(settings) if switch.kind is kind)
