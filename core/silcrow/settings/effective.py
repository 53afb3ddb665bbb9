"""Between values by key and the frozen settings that the rest of silcrow reads."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from msgspec.structs import replace

from silcrow.settings.keys import DREAMING, KEYS, MEMORY, OBSERVATIONAL, field_of
from silcrow.settings.layers import Given
from silcrow.settings.types import (
    DreamingSettings,
    Limits,
    MemorySettings,
    ModelPrice,
    ObservationalSettings,
    SettingsProblem,
    WorkerModel,
)

_MODELS = f"{OBSERVATIONAL}.models"
_PRICES = f"{OBSERVATIONAL}.prices"
_ROLES = ("observer", "consolidator")
_DREAM_MODEL = f"{DREAMING}.model"
_MODEL_HALVES = (
    *((f"{_MODELS}.{role}", f"{_MODELS}.{role}.provider", f"{_MODELS}.{role}.id") for role in _ROLES),
    (_DREAM_MODEL, f"{_DREAM_MODEL}.provider", f"{_DREAM_MODEL}.model"),
)
"""Group, and the two keys of which one says nothing without the other."""


def memory_settings(data_dir: Path, values: Mapping[str, Given]) -> MemorySettings:
    fields: dict[str, Any] = {**_fields(values, MEMORY), "data_dir": data_dir}
    model = _worker_model(values, _DREAM_MODEL)
    return MemorySettings(dreaming=DreamingSettings(model=model, **_fields(values, DREAMING)), **fields)


def observational_settings(values: Mapping[str, Given]) -> ObservationalSettings:
    observer, consolidator = (_worker_model(values, f"{_MODELS}.{role}") for role in _ROLES)
    return ObservationalSettings(
        observer_model=observer,
        consolidator_model=consolidator,
        limits=Limits(**_fields(values, f"{OBSERVATIONAL}.limits")),
        **_fields(values, OBSERVATIONAL),
    )


def _worker_model(values: Mapping[str, Given], group: str) -> WorkerModel:
    """The model of a role, with the price that the settings give it."""
    model = WorkerModel(**_fields(values, group))
    prices: Mapping[str, Mapping[str, float]] = values[_PRICES].value if _PRICES in values else {}
    price = prices.get(str(model))
    if price is None:
        return model
    named = ModelPrice(price["input"], price["output"], price.get("cacheRead"), price.get("cacheWrite"))
    return replace(model, price=named)


def without_half_models(values: Mapping[str, Given]) -> tuple[dict[str, Given], list[SettingsProblem]]:
    """Leave out models with a provider and no id, or the other way round.

    Filling up the other half from a default would run something that nobody chose.
    """
    kept = dict(values)
    problems: list[SettingsProblem] = []
    for group, *halves in _MODEL_HALVES:
        given = [key for key in halves if key in values]
        if len(given) != 1:
            continue
        (lacking,) = set(halves) - set(given)
        origin = values[given[0]].origin
        words = f"lacks {lacking.rpartition('.')[2]}; the built-in worker is used"
        problems.append(SettingsProblem(origin.path or Path(), group, words, origin.line))
        kept = {key: value for key, value in kept.items() if not key.startswith(f"{group}.")}
    return kept, problems


def raw_values(memory: MemorySettings, observational: ObservationalSettings) -> Mapping[str, Any]:
    """Every value in force by its full key, in JSON form."""
    holders: dict[str, object] = {
        MEMORY: memory,
        DREAMING: memory.dreaming,
        _DREAM_MODEL: memory.dreaming.model,
        OBSERVATIONAL: observational,
        f"{OBSERVATIONAL}.limits": observational.limits,
        f"{_MODELS}.observer": observational.observer_model,
        f"{_MODELS}.consolidator": observational.consolidator_model,
    }
    raw: dict[str, Any] = {}
    for key in KEYS:
        holder = holders[key.rpartition(".")[0]]
        if hasattr(holder, field_of(key)):
            value = getattr(holder, field_of(key))
            raw[key] = _json_value(value)
    return MappingProxyType(raw)


def _json_value(value: object) -> object:
    if isinstance(value, Path):
        return str(value)
    return dict(cast("Mapping[str, object]", value)) if isinstance(value, Mapping) else value


def default_of(key: str) -> Any:
    """The default of a key directly in the observational namespace."""
    return getattr(ObservationalSettings(), field_of(key))


def _fields(values: Mapping[str, Given], group: str) -> dict[str, Any]:
    """The values directly in a group, by field name."""
    return {field_of(key): given.value for key, given in values.items() if key.rpartition(".")[0] == group}
