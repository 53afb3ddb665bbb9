"""What went wrong with a pi, from its own words: it tells no kinds, only texts, its own and those of providers."""

import re
from typing import Final

from silcrow.workers.assignment import WorkFailed
from silcrow.workers.models.provider_failure import TOO_LONG, kind_of, presentable

OLDEST: Final = "0.74"
_RETRY_AFTER: Final = re.compile(r"(?:retry[ -]after|try again in)\D{0,3}(\d+(?:\.\d+)?)\s*(ms|m\b)?", re.IGNORECASE)
_HINTS: Final = re.compile(r"^(?:use /login|then use /model|see:|/|\s+/|warning: )", re.IGNORECASE)

# The first that fits wins. A throttled provider may speak of tokens, and one without money of a limit.
_KINDS: Final = (
    (
        "auth",
        re.compile(
            r"no api key|no models? (?:available|selected)|api[ _-]?key|/login|log(?:ged)? in|unauthori[sz]ed"
            r"|authentication|forbidden|permission[ _]denied|oauth|insufficient_quota|credit balance|billing",
            re.IGNORECASE,
        ),
    ),
    ("rate_limit", re.compile(r"rate[ _-]?limit|too many requests|throttl|usage limit|quota", re.IGNORECASE)),
    ("context_too_long", TOO_LONG),
    ("timeout", re.compile(r"timed? ?out|timeout", re.IGNORECASE)),
    ("spawn", re.compile(r"unknown provider|model \S+ not found|model_not_found", re.IGNORECASE)),
    ("busy", re.compile(r"overloaded|connection error|fetch failed|econnrefused|network", re.IGNORECASE)),
)
_STATUS: Final = re.compile(r"^\W*([45]\d\d)\b")
"""What the libraries of providers put first: the status that HTTP gave."""


def told_failure(words: str) -> WorkFailed:
    """The failure that a provider told pi, with its words; ``exit`` when they fit no other kind."""
    status = _STATUS.match(words)
    if status is not None:
        kind = kind_of(int(status[1]), words)
    else:
        kind = next((kind for kind, pattern in _KINDS if pattern.search(words)), "exit")
    return WorkFailed(
        kind, presentable(words, ()) or "the model failed without a word", retry_after=_retry_after(words)
    )


def ended_without_answer(program: str, exit_code: int, said: str) -> WorkFailed:
    """The failure of a pi that ended and never had an answer from a model."""
    if re.search(r"unknown option|unexpected argument", said, re.IGNORECASE):
        return _spawn(f"{program} is too old, {OLDEST} or newer is needed ({presentable(_lines(said), ())})")
    if not said and exit_code == 0:
        return _spawn(f"{program} said nothing: is it the pi coding agent, {OLDEST} or newer?")
    words = presentable(_lines(said), ()) or f"exit {exit_code}"
    told = told_failure(words)
    return WorkFailed("spawn" if told.kind == "exit" else told.kind, f"pi: {words}", retry_after=told.retry_after)


def ended_early(exit_code: int, said: str) -> WorkFailed:
    """The failure of a pi that ended in the middle of the work."""
    words = presentable(_lines(said), ())
    return WorkFailed("exit", f"pi ended with exit code {exit_code}{f': {words}' if words else ''}")


def not_found() -> WorkFailed:
    return _spawn("there is no pi on the PATH; install it, or choose another provider for this role")


def _spawn(words: str) -> WorkFailed:
    return WorkFailed("spawn", f"could not start: {words}")


def _lines(said: str) -> str:
    """What pi said, without its hints for people who sit before it."""
    words = " ".join(line.strip() for line in said.splitlines() if line.strip() and not _HINTS.match(line))
    return words.removeprefix("Error: ")


def _retry_after(words: str) -> float | None:
    found = _RETRY_AFTER.search(words)
    if found is None:
        return None
    return float(found[1]) * {"ms": 0.001, "m": 60.0}.get(found[2] or "", 1.0)
