"""From the layers to the settings in force, each value with its origin."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from silcrow.settings.effective import (
    default_of,
    memory_settings,
    observational_settings,
    raw_values,
    without_half_models,
)
from silcrow.settings.hermes import hermes_layer
from silcrow.settings.keys import MEMORY, NAMESPACES, OBSERVATIONAL, PAIRS
from silcrow.settings.layers import Given, Layer, SettingsUnreadable, read_layer, read_settings_text
from silcrow.settings.trust import is_trusted
from silcrow.settings.types import Origin, Settings, SettingsProblem

PASSIVE_VARIABLE = "PI_OM_PASSIVE"
_ON = frozenset({"1", "true", "yes", "on"})
_OFF = frozenset({"", "0", "false", "no", "off"})


def agent_dir_from(environ: Mapping[str, str]) -> Path:
    """The host's folder: ``$PI_CODING_AGENT_DIR``, else ``~/.pi/agent``. Absolute."""
    named = environ.get("PI_CODING_AGENT_DIR")
    return _absolute(named or "~/.pi/agent", Path.cwd(), environ)


def with_agent_dir(environ: Mapping[str, str], agent_dir: Path) -> dict[str, str]:
    """The environment for programs that are started: they find the host's folder that was found here."""
    return {**environ, "PI_CODING_AGENT_DIR": str(agent_dir)}


def global_settings_path(agent_dir: Path) -> Path:
    return agent_dir / "settings.json"


def project_settings_path(project: Path) -> Path:
    return project / ".pi" / "settings.json"


def load_settings(
    agent_dir: Path,
    project: Path | None,
    environ: Mapping[str, str],
    *,
    memory_dir: Path | None = None,
    trusted: bool | None = None,
) -> Settings:
    """The settings in force. Never raises for what stands in a file: each bad key costs one message and one default.

    Layers, the later ones win: defaults, global file, project file (if trusted), limits of a hermes home, environment,
    arguments (``memory_dir``). A bad value falls back to the next lower layer. ``trusted`` is what a host knows of the
    project that it has open; None leaves it to the host's files.
    """
    layers = [read_layer(global_settings_path(agent_dir), project=False, environ=environ)]
    if project is not None:
        trusts = is_trusted(agent_dir, project) if trusted is None else trusted
        layers.append(_project_layer(project, environ, trusted=trusts))
    layers.append(_environment_layer(environ))
    if memory_dir is not None:
        given = Given(str(memory_dir.absolute()), Origin("argument"))
        layers.append(Layer({f"{MEMORY}.dataDir": given}))
    data_dir = _data_dir(_merge(layers).get(f"{MEMORY}.dataDir"), agent_dir, project, environ)
    layers.append(hermes_layer(data_dir, environ))
    problems = [problem for layer in layers for problem in layer.problems]
    effective, conflicts = _without_impossible_pairs([dict(layer.given) for layer in layers])
    values, half_models = without_half_models(effective)
    memory, observational = memory_settings(data_dir, values), observational_settings(values)
    return Settings(
        memory,
        observational,
        MappingProxyType({key: given.origin for key, given in values.items()}),
        (*problems, *conflicts, *half_models),
        raw_values(memory, observational),
    )


def _project_layer(project: Path, environ: Mapping[str, str], *, trusted: bool) -> Layer:
    path = project_settings_path(project)
    if trusted:
        return read_layer(path, project=True, environ=environ)
    try:
        document = read_settings_text(path)
    except SettingsUnreadable:
        return Layer()
    if document is None or not any(name in document.value for name in NAMESPACES):
        return Layer()
    return Layer(problems=(SettingsProblem(path, "", "is ignored: this project is not trusted"),))


def _environment_layer(environ: Mapping[str, str]) -> Layer:
    value = environ.get(PASSIVE_VARIABLE)
    if value is None:
        return Layer()
    word = value.strip().casefold()
    if word in _ON or word in _OFF:
        return Layer({f"{OBSERVATIONAL}.passive": Given(word in _ON, Origin("environment"))})
    message = "must be 1, true, yes or on, or 0, false, no, off or empty"
    return Layer(problems=(SettingsProblem(Path(), PASSIVE_VARIABLE, message),))


def _merge(layers: Sequence[Layer]) -> dict[str, Given]:
    return {key: given for layer in layers for key, given in layer.given.items()}


def _data_dir(given: Given | None, agent_dir: Path, project: Path | None, environ: Mapping[str, str]) -> Path:
    if given is None:
        return agent_dir / "memories"
    base = project if given.origin.kind == "project" and project is not None else agent_dir
    return _absolute(given.value, base, environ)


def _absolute(text: str, base: Path, environ: Mapping[str, str]) -> Path:
    if text == "~" or text.startswith("~/"):
        home = environ.get("HOME") or str(Path.home())
        return Path(home + text[1:]).absolute()
    return (base / text).absolute()


def _without_impossible_pairs(layers: list[dict[str, Given]]) -> tuple[dict[str, Given], list[SettingsProblem]]:
    """Merge, taking the pairs that cannot work out of the highest layer that has a part in one, until none is left."""
    problems: list[SettingsProblem] = []
    for pair in PAIRS:
        while True:
            holders = [layer for layer in layers if pair.low in layer or pair.high in layer]
            merged = {key: given for layer in holders for key, given in layer.items()}
            low, high = (merged[key].value if key in merged else default_of(key) for key in (pair.low, pair.high))
            if low < high:
                break
            dropped = [key for key in (pair.low, pair.high) if holders[-1].pop(key, None) is not None]
            given = merged[dropped[0]]
            words = pair.fault(dropped[0], low, high)
            problems.append(SettingsProblem(given.origin.path or Path(), dropped[0], words, given.origin.line))
    return {key: given for layer in layers for key, given in layer.items()}, problems
