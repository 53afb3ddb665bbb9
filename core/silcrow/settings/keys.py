"""Every key that silcrow knows in a settings file: what it accepts, and the nearest one to a slip of the pen."""

import re
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, cast

from msgspec import Struct

OBSERVATIONAL = "observational-memory"
MEMORY = "pi-memory"
DREAMING = f"{MEMORY}.dreaming"
NAMESPACES = (OBSERVATIONAL, MEMORY)

THINKING = ("off", "minimal", "low", "medium", "high", "xhigh")

Check = Callable[[Any], str | None]
"""None when the value is good, else what is expected instead: ``a whole number above 0``."""


def _whole(least: int) -> Check:
    # A bool is an int in Python and a mistake in a settings file.
    wanted = f"a whole number of at least {least}"
    return lambda value: None if type(value) is int and value >= least else wanted


def _amount(value: Any) -> str | None:
    good = type(value) in (int, float) and 0 <= value < float("inf")
    return None if good else "a number of at least 0"


def _or_null(check: Check) -> Check:
    def checked(value: Any) -> str | None:
        wanted = None if value is None else check(value)
        return wanted and f"{wanted}, or null for none"

    return checked


def _switch(value: Any) -> str | None:
    return None if type(value) is bool else "true or false"


def _text(value: Any) -> str | None:
    return None if isinstance(value, str) and value.strip() else "a text"


def _one_of(*words: str) -> Check:
    wanted = f"one of {', '.join(words)}"
    return lambda value: None if value in words else wanted


def _share(value: Any) -> str | None:
    return None if type(value) in (int, float) and 0 <= value <= 1 else "a number from 0 to 1"


_thinking = _one_of(*THINKING)
_PRICE_PARTS = ("input", "output", "cacheRead", "cacheWrite")


def _prices(value: Any) -> str | None:
    """The prices of models: all of them, since a cap that counts with some of what was meant is none."""
    wanted = 'an object of "provider/id": {"input", "output", "cacheRead", "cacheWrite"} in USD per million tokens'
    if not isinstance(value, dict):
        return wanted
    for model, price in cast("dict[str, Any]", value).items():
        if "/" not in model or not isinstance(price, dict):
            return f"{wanted}; {model} is not"
        parts = cast("dict[str, Any]", price)
        unknown = [name for name in parts if name not in _PRICE_PARTS]
        if unknown:
            return f"{wanted}; {model} has the unknown part {unknown[0]}"
        for name in _PRICE_PARTS:
            if name not in parts:
                if name in ("input", "output"):
                    return f"{wanted}; {model} lacks {name}"
            elif _amount(parts[name]) is not None:
                return f"{wanted}; {name} of {model} is not {_amount(parts[name])}"
    return None


KEYS = MappingProxyType(
    {
        f"{OBSERVATIONAL}.chunkTokens": _whole(1),
        f"{OBSERVATIONAL}.chunkOverlapTokens": _whole(0),
        f"{OBSERVATIONAL}.poolTargetTokens": _whole(1),
        f"{OBSERVATIONAL}.consolidateAtPoolTokens": _whole(1),
        f"{OBSERVATIONAL}.compactAtContextTokens": _whole(1),
        f"{OBSERVATIONAL}.tailTokens": _whole(0),
        f"{OBSERVATIONAL}.journeyTargetTokens": _whole(1),
        f"{OBSERVATIONAL}.observerConcurrency": _whole(1),
        f"{OBSERVATIONAL}.passive": _switch,
        f"{OBSERVATIONAL}.compaction": _switch,
        f"{OBSERVATIONAL}.debugLog": _switch,
        f"{OBSERVATIONAL}.limits.runSeconds": _or_null(_amount),
        f"{OBSERVATIONAL}.limits.runTurns": _or_null(_whole(1)),
        f"{OBSERVATIONAL}.limits.runUsd": _or_null(_amount),
        f"{OBSERVATIONAL}.limits.sessionUsd": _or_null(_amount),
        f"{OBSERVATIONAL}.limits.dayUsd": _or_null(_amount),
        f"{OBSERVATIONAL}.limits.runsPerHour": _or_null(_whole(1)),
        f"{OBSERVATIONAL}.limits.compactWaitSeconds": _or_null(_amount),
        f"{OBSERVATIONAL}.limits.allowUnpriced": _switch,
        f"{OBSERVATIONAL}.prices": _prices,
        f"{OBSERVATIONAL}.models.observer.provider": _text,
        f"{OBSERVATIONAL}.models.observer.id": _text,
        f"{OBSERVATIONAL}.models.observer.thinking": _or_null(_thinking),
        f"{OBSERVATIONAL}.models.consolidator.provider": _text,
        f"{OBSERVATIONAL}.models.consolidator.id": _text,
        f"{OBSERVATIONAL}.models.consolidator.thinking": _or_null(_thinking),
        f"{MEMORY}.dataDir": _text,
        f"{MEMORY}.memoryCharLimit": _whole(1),
        f"{MEMORY}.userCharLimit": _whole(1),
        f"{MEMORY}.promptBlock": _switch,
        f"{MEMORY}.tools": _switch,
        f"{DREAMING}.enabled": _switch,
        f"{DREAMING}.minHoursSinceLastRun": _amount,
        f"{DREAMING}.minTurnsSinceLastRun": _whole(1),
        f"{DREAMING}.mode": _one_of("apply", "review"),
        f"{DREAMING}.maxRemovalShare": _share,
        f"{DREAMING}.model.provider": _text,
        f"{DREAMING}.model.model": _text,
        f"{DREAMING}.model.thinking": _or_null(_thinking),
    }
)
"""Full key to the check of its value."""

ALIASES = MappingProxyType(
    {f"{DREAMING}.minSessionsSinceLastRun": f"{DREAMING}.minTurnsSinceLastRun"},
)
"""Old names that other programs still write, with the key that each stands for. The key itself wins over them."""

GROUPS = frozenset(".".join(key.split(".")[:depth]) for key in KEYS for depth in range(1, key.count(".") + 1))
"""Full keys whose values are objects with further keys."""


def field_of(key: str) -> str:
    """The name of the field that holds the value of a key: ``limits.runUsd`` is in ``run_usd``."""
    if key == f"{DREAMING}.model.model":
        # The name is the neighbour's; everywhere else a model is told by its id.
        return "id"
    return re.sub("[A-Z]", lambda match: f"_{match[0].lower()}", key.rpartition(".")[2])


class ImpossiblePair(Struct, frozen=True):
    """Two keys of which the first must stay below the second."""

    low: str
    high: str
    why: str

    def fault(self, key: str, low: object, high: object) -> str:
        """What is wrong with the pair, seen from one of its keys."""
        if key == self.low:
            return f"{low} is not below {self.high} ({high}): {self.why}"
        return f"{high} is not above {self.low} ({low}): {self.why}"


PAIRS = (
    ImpossiblePair(
        f"{OBSERVATIONAL}.poolTargetTokens",
        f"{OBSERVATIONAL}.consolidateAtPoolTokens",
        "the pool would never be drained far enough",
    ),
    ImpossiblePair(
        f"{OBSERVATIONAL}.tailTokens",
        f"{OBSERVATIONAL}.compactAtContextTokens",
        "the tail alone would start the next compaction",
    ),
    ImpossiblePair(
        f"{OBSERVATIONAL}.chunkOverlapTokens",
        f"{OBSERVATIONAL}.chunkTokens",
        "a chunk would hold nothing new",
    ),
)


def keys_named(name: str) -> tuple[str, ...]:
    """The known full keys that a name stands for: itself, or those that end with it."""
    return (name,) if name in KEYS else tuple(key for key in KEYS if key.endswith(f".{name}"))


def nearest_key(key: str) -> str | None:
    """The known full key whose own name is most like that of an unknown one.

    It may be in another group, and in the other namespace where its own has none like it.
    """
    import difflib

    names = sorted({*KEYS, *GROUPS}, reverse=True)
    namespace = key.partition(".")[0]
    for known in ([name for name in names if name.startswith(f"{namespace}.")], names):
        by_name = {name.rpartition(".")[2].casefold(): name for name in known}
        close = difflib.get_close_matches(key.rpartition(".")[2].casefold(), by_name, n=1, cutoff=0.7)
        if close:
            return by_name[close[0]]
    return None
