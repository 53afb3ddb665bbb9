"""Providers that pi's ``models.json`` describes: read as pi reads it, comments and trailing commas allowed."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

from msgspec import Struct

from silcrow.files import UnsafePath, read_bytes
from silcrow.settings.json_text import BadJson, parse_json_text
from silcrow.settings.types import ModelPrice

MODELS_FILE: Final = "models.json"
_LARGEST_FILE: Final = 4 << 20


class PiModel(Struct, frozen=True):
    """One model of a provider. What it does not say is that of its provider."""

    id: str
    api: str | None = None
    base_url: str | None = None
    headers: Mapping[str, str] = {}
    price: ModelPrice | None = None
    max_tokens: int | None = None
    context_window: int | None = None


class PiProvider(Struct, frozen=True):
    name: str
    api: str | None = None
    base_url: str | None = None
    api_key: str | None = None
    """As it is written, not what it stands for."""
    headers: Mapping[str, str] = {}
    models: tuple[PiModel, ...] = ()

    def model(self, model_id: str) -> PiModel | None:
        return next((each for each in self.models if each.id == model_id), None)


class ModelsUnreadable(Exception):  # noqa: N818 - the state of the file
    """The message says what is wrong, with the line."""


def models_path(agent_dir: Path) -> Path:
    return agent_dir / MODELS_FILE


def read_pi_providers(path: Path) -> Mapping[str, PiProvider]:
    """The providers by name; none when there is no such file. Raises ModelsUnreadable.

    Parts of a wrong type count as not said.
    """
    try:
        content = read_bytes(path, limit=_LARGEST_FILE + 1)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except UnsafePath as error:
        raise ModelsUnreadable(f"{path} {error.reason}") from None
    except OSError as error:
        raise ModelsUnreadable(f"{path} can't be read: {error.strerror}") from None
    if len(content) > _LARGEST_FILE:
        raise ModelsUnreadable(f"{path} is larger than 4 MiB")
    try:
        document = parse_json_text(content.decode()).value
    except BadJson as error:
        raise ModelsUnreadable(f"{path} is no JSON: {error}") from None
    except UnicodeDecodeError as error:
        raise ModelsUnreadable(f"{path} is no UTF-8 (byte {error.start})") from None
    return {name: _provider(name, _mapping(value)) for name, value in _mapping(document.get("providers")).items()}


def _provider(name: str, given: Mapping[str, Any]) -> PiProvider:
    return PiProvider(
        name,
        api=_text(given.get("api")),
        base_url=_text(given.get("baseUrl")),
        api_key=_text(given.get("apiKey")),
        headers=_texts(given.get("headers")),
        models=tuple(_model(_mapping(each)) for each in _list(given.get("models"))),
    )


def _model(given: Mapping[str, Any]) -> PiModel:
    return PiModel(
        _text(given.get("id")) or "",
        api=_text(given.get("api")),
        base_url=_text(given.get("baseUrl")),
        headers=_texts(given.get("headers")),
        price=_price(_mapping(given.get("cost"))),
        max_tokens=_whole(given.get("maxTokens")),
        context_window=_whole(given.get("contextWindow")),
    )


def _price(cost: Mapping[str, Any]) -> ModelPrice | None:
    parts = [_amount(cost.get(name)) for name in ("input", "output", "cacheRead", "cacheWrite")]
    given, output, cache_read, cache_write = parts
    return None if given is None or output is None else ModelPrice(given, output, cache_read, cache_write)


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _list(value: object) -> Sequence[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _texts(value: object) -> Mapping[str, str]:
    return {name: text for name, text in _mapping(value).items() if isinstance(text, str)}


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def _amount(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if 0 <= value < float("inf") else None
