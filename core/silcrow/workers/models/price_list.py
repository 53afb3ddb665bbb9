"""The model library's own price list: part of its package, asks nobody.

Loading it takes a fifth of a second, so that a program of its own does: ``python -m silcrow.workers.models.price_list
PROVIDER MODEL`` prints USD per million tokens as JSON, or nothing.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from decimal import Decimal
from importlib.util import find_spec
from typing import Any, Final, cast

from silcrow.settings.types import ModelPrice

_NAMES: Final[Mapping[str, str]] = {name: name for name in ("anthropic", "openai", "openrouter", "google")}
"""Providers as the list names them. What others call their models says nothing about prices."""
_SECONDS: Final = 10.0
_MILLION: Final = 1_000_000
_PARTS: Final[Mapping[str, Mapping[str, int]]] = {
    "input": {"input_tokens": _MILLION},
    "output": {"output_tokens": _MILLION},
    "cacheRead": {"input_tokens": _MILLION, "cache_read_tokens": _MILLION},
    "cacheWrite": {"input_tokens": _MILLION, "cache_write_tokens": _MILLION},
}


def listed_cost(usage: Any, provider: str, model: str) -> Decimal | None:
    """USD for a usage in the library's own form; None when the list does not know the model. Loads the list."""
    if provider not in _NAMES:
        return None
    from genai_prices import calc_price

    try:
        return calc_price(usage, model, provider_id=_NAMES[provider]).total_price
    except LookupError:
        return None


def listed_price(provider: str, model: str) -> ModelPrice | None:
    """The price in the list, asked of a program of its own; None where it is not known or the list is not here."""
    if provider not in _NAMES or find_spec("genai_prices") is None:
        return None
    command = [sys.executable, "-P", "-m", __spec__.name, provider, model]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True, stdin=subprocess.DEVNULL)
        told = cast("Mapping[str, float]", json.loads(done.stdout or b"{}"))
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return ModelPrice(told["input"], told["output"], told["cacheRead"], told["cacheWrite"]) if told else None


def main(provider: str, model: str) -> None:
    from genai_prices import Usage

    costs = {part: listed_cost(Usage(**tokens), provider, model) for part, tokens in _PARTS.items()}
    told = {part: float(cost) for part, cost in costs.items() if cost is not None}
    if len(told) == len(_PARTS):
        print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
