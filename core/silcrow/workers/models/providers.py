"""Which provider is meant by a name, and how it is reached: by what pi's ``models.json`` says, else by what is usual.

Nothing here asks the network. What is missing is said at once, with the places where it was looked for.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, cast, get_args

from msgspec import Struct

from silcrow.settings.load import agent_dir_from
from silcrow.settings.types import WorkerModel
from silcrow.workers.models.connection import Api, Connection
from silcrow.workers.models.key_syntax import NoValue, value_of
from silcrow.workers.models.pi_models import (
    ModelsUnreadable,
    PiModel,
    PiProvider,
    models_path,
    read_pi_providers,
)
from silcrow.workers.run import RunError


class _Usual(Struct, frozen=True):
    """What is known of a provider without any file."""

    api: Api
    key_variables: tuple[str, ...]
    """Environment variables that hold its key, the first that is set counts; none where it needs no key."""
    base_url: str | None = None
    base_url_variable: str | None = None


class _Key(Struct, frozen=True):
    value: str
    source: str
    """Where it was found."""


_USUAL: Final[Mapping[str, _Usual]] = {
    "anthropic": _Usual("anthropic-messages", ("ANTHROPIC_API_KEY",)),
    "openai": _Usual("openai-responses", ("OPENAI_API_KEY",)),
    "openrouter": _Usual("openrouter", ("OPENROUTER_API_KEY",), "https://openrouter.ai/api/v1"),
    "google": _Usual("google-generative-ai", ("GEMINI_API_KEY", "GOOGLE_API_KEY")),
    "ollama": _Usual("ollama", (), "http://localhost:11434/v1", "OLLAMA_BASE_URL"),
}
KNOWN_PROVIDERS: Final = tuple(_USUAL)
"""Those that need no entry in ``models.json``."""
_APIS: Final = frozenset(get_args(Api))


def connection_for(model: WorkerModel, environ: Mapping[str, str]) -> Connection | RunError:
    """The connection to a model, or the one thing that is missing: ``auth`` for a key, ``spawn`` for the rest.

    Reads ``models.json`` and the environment anew, so that a changed key counts from the next run on. A key that a
    command prints may take its time: not to be called on an event loop.
    """
    path = models_path(agent_dir_from(environ))
    try:
        described = read_pi_providers(path).get(model.provider)
    except ModelsUnreadable as unreadable:
        return _could_not_start(str(unreadable))
    usual = _USUAL.get(model.provider)
    if described is None and usual is None:
        known = ", ".join(KNOWN_PROVIDERS)
        return _could_not_start(
            f"there is no provider {model.provider}: it is none of builtin, pi, {known}, "
            f"and {path} does not describe it"
        )
    provider = described or PiProvider(model.provider)
    entry = provider.model(model.id)
    if entry is None and usual is None:
        listed = ", ".join(each.id for each in provider.models[:8]) or "none"
        return _could_not_start(f"provider {model.provider} has no model {model.id}; {path} lists {listed}")
    return _connected(model, provider, entry or PiModel(model.id), usual, path, environ)


def _connected(
    model: WorkerModel,
    provider: PiProvider,
    entry: PiModel,
    usual: _Usual | None,
    path: Path,
    environ: Mapping[str, str],
) -> Connection | RunError:
    api = entry.api or provider.api or (usual.api if usual is not None else None)
    if api not in _APIS:
        said = "gives no api" if api is None else f"gives the api {api}, which is not known here"
        return _could_not_start(f"{path} {said} for provider {model.provider}")
    base_url = entry.base_url or provider.base_url or _usual_base_url(usual, environ)
    if base_url is None and usual is None:
        return _could_not_start(f"{path} gives no baseUrl for provider {model.provider}")
    headers = _headers(provider, entry, path, environ)
    if isinstance(headers, RunError):
        return headers
    key = _key(provider, usual, path, environ, needed=not headers)
    if isinstance(key, RunError):
        return key
    return Connection(
        provider=model.provider,
        model=model.id,
        api=cast("Api", api),
        base_url=base_url,
        key=key.value if key is not None else None,
        key_source=key.source if key is not None else "",
        headers=headers,
        max_tokens=entry.max_tokens,
        context_window=entry.context_window,
        price=model.price or entry.price,
        price_source="settings" if model.price is not None else "models.json" if entry.price is not None else "",
    )


def _usual_base_url(usual: _Usual | None, environ: Mapping[str, str]) -> str | None:
    if usual is None:
        return None
    named = environ.get(usual.base_url_variable) if usual.base_url_variable else None
    return named or usual.base_url


def _headers(
    provider: PiProvider, entry: PiModel, path: Path, environ: Mapping[str, str]
) -> Mapping[str, str] | RunError:
    found: dict[str, str] = {}
    for name, written in {**provider.headers, **entry.headers}.items():
        value = value_of(written, environ)
        if isinstance(value, NoValue):
            return RunError("auth", f"no header {name} for provider {provider.name}: {value.reason} ({path})")
        found[name] = value
    return found


def _key(
    provider: PiProvider, usual: _Usual | None, path: Path, environ: Mapping[str, str], *, needed: bool
) -> _Key | RunError | None:
    if provider.api_key is not None:
        value = value_of(provider.api_key, environ)
        if isinstance(value, NoValue):
            return RunError("auth", f"no key for provider {provider.name}: {value.reason} (apiKey in {path})")
        return _Key(value, f"apiKey of {provider.name} in {path}")
    variables = usual.key_variables if usual is not None else ()
    found = next((_Key(environ[name], f"the variable {name}") for name in variables if environ.get(name)), None)
    if found is not None or not needed or (usual is not None and not variables):
        return found
    looked = [f"apiKey in {path}", *(f"the environment variable {name}" for name in variables)]
    return RunError("auth", f"no key for provider {provider.name}; looked for {' and '.join(looked)}")


def _could_not_start(words: str) -> RunError:
    return RunError("spawn", f"could not start: {words}")
