"""Limits of a memory folder that belongs to the hermes agent, from that agent's own configuration."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from silcrow.files import read_bytes
from silcrow.settings.keys import KEYS, MEMORY
from silcrow.settings.layers import Given, Layer
from silcrow.settings.types import Origin, SettingsProblem

_LARGEST_FILE = 1 << 20
_KEYS = {"memory_char_limit": "memoryCharLimit", "user_char_limit": "userCharLimit"}


def hermes_home_of(memory_dir: Path, environ: Mapping[str, str]) -> Path | None:
    """The hermes home that a memory folder lies in: ``$HERMES_HOME``, or the nearest folder called ``.hermes``."""
    above = (memory_dir, *memory_dir.parents)
    named = environ.get("HERMES_HOME")
    if named and Path(named) in above:
        return Path(named)
    return next((folder for folder in above if folder.name == ".hermes"), None)


def hermes_layer(memory_dir: Path, environ: Mapping[str, str]) -> Layer:
    """``memory.memory_char_limit`` and ``memory.user_char_limit`` of ``config.yaml`` there; empty for other folders."""
    home = hermes_home_of(memory_dir, environ)
    if home is None:
        return Layer()
    path = home / "config.yaml"
    try:
        content = read_bytes(path, limit=_LARGEST_FILE)
    except FileNotFoundError:
        return Layer()
    except OSError as error:
        return Layer(problems=(SettingsProblem(path, "", f"cannot be read: {error.strerror}"),))
    return _layer_of(path, content)


def _layer_of(path: Path, content: bytes) -> Layer:
    import yaml

    try:
        loaded: Any = yaml.load(content, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, ValueError, RecursionError):
        return Layer(problems=(SettingsProblem(path, "", "is no YAML; its limits do not apply"),))
    memory = _mapping(_mapping(loaded).get("memory"))
    given: dict[str, Given] = {}
    problems: list[SettingsProblem] = []
    for theirs, ours in _KEYS.items():
        if theirs not in memory:
            continue
        key, value = f"{MEMORY}.{ours}", memory[theirs]
        wanted = KEYS[key](value)
        if wanted is None:
            given[key] = Given(value, Origin("hermes", path, _line_of(content, theirs)))
        else:
            problems.append(SettingsProblem(path, f"memory.{theirs}", f"must be {wanted}", _line_of(content, theirs)))
    return Layer(given, tuple(problems))


def _mapping(value: Any) -> Mapping[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _line_of(content: bytes, name: str) -> int | None:
    lines = content.decode("utf-8", "replace").split("\n")
    return next((number for number, line in enumerate(lines, 1) if line.strip().startswith(f"{name}:")), None)
