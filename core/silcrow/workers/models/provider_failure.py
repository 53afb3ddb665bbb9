"""What it means that a provider turned a request down: the kind of failure, in the provider's own words."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from silcrow.threats.redaction import redact
from silcrow.workers.models.conversing import TurnedDown
from silcrow.workers.run import ErrorKind

_WORDS_MOST: Final = 400
TOO_LONG: Final = re.compile(
    r"context[ _](?:length|window|size)|prompt (?:is )?too long|maximum context|too many (?:input )?tokens"
    r"|input token count|request_too_large|maximum prompt length|reduce the length",
    re.IGNORECASE,
)
"""How providers say that a text does not fit."""
_OUT_OF_MONEY: Final = re.compile(
    r"insufficient_quota|exceeded your current quota|credit balance|insufficient (?:credits|funds|balance)|billing",
    re.IGNORECASE,
)
_KEY_WORDS: Final = re.compile(r"api[ _-]?key|authentication|unauthori[sz]ed", re.IGNORECASE)


def turned_down(
    status: int, body: object, *, model: str, retry_after: float | None, secrets: Iterable[str]
) -> TurnedDown:
    """The failure for an HTTP status and what came with it. ``model`` is ``provider/id``."""
    words = _words(body)
    kind = kind_of(status, f"{words} {body}")
    told = f"{model} answered {status}{f': {words}' if words else ''}"
    return TurnedDown(kind, presentable(told, secrets), retry_after=retry_after)


def kind_of(status: int, words: str) -> ErrorKind:
    """The kind of failure; a provider in trouble is ``busy``, which holds the clock and blames no chunk."""
    if _OUT_OF_MONEY.search(words) or status in (401, 402, 403) or (status == 400 and _KEY_WORDS.search(words)):
        return "auth"
    if status == 413 or (status in (400, 422) and TOO_LONG.search(words)):
        return "context_too_long"
    if status == 429:
        return "rate_limit"
    if status == 404:
        return "spawn"
    if status in (408, 504):
        return "timeout"
    return "busy" if status >= 500 else "exit"


def presentable(words: str, secrets: Iterable[str]) -> str:
    """Words of others, on one bounded line, without the keys that we used and without secrets of known forms."""
    for secret in secrets:
        words = words.replace(secret, "[secret left out]")
    return redact(" ".join(words.split()))[:_WORDS_MOST]


def _words(body: object) -> str:
    """The message in an error body, wherever the provider puts it."""
    if isinstance(body, str):
        try:
            body = json.loads(body)
        except ValueError:
            return str(body)
    found: object = body
    for name in ("error", "message"):
        if isinstance(found, Mapping):
            inside = cast("Mapping[str, Any]", found)
            found = inside.get(name, found)
    if isinstance(found, Mapping):
        return json.dumps(found, ensure_ascii=False, default=str)
    return "" if found is None else str(found)
