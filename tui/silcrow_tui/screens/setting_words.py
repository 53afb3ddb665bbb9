"""What each setting means, in a sentence with its unit, in the order in which the screen lists them."""

import json
from collections.abc import Mapping
from typing import Any

from silcrow.settings.keys import KEYS, MEMORY, OBSERVATIONAL

_OM = {
    "passive": "Nothing starts by itself; the keys still work.",
    "compaction": "Whether hosts compact by themselves when the context is full.",
    "observerConcurrency": "Observers that may run at once.",
    "chunkTokens": "Estimated tokens of text that one observer reads.",
    "chunkOverlapTokens": "Tokens before its chunk that an observer sees as context alone.",
    "consolidateAtPoolTokens": "Tokens in the pool that start a consolidation.",
    "poolTargetTokens": "Tokens that a consolidation leaves in the pool, the newest ones.",
    "compactAtContextTokens": "Tokens of context that ask for a compaction.",
    "tailTokens": "Tokens of the newest text that a compaction keeps word for word.",
    "journeyTargetTokens": "Tokens to which the journey is kept.",
    "models.observer.provider": "Whose model observes; builtin is free and needs no network.",
    "models.observer.id": "Which model observes.",
    "models.observer.thinking": "How much the observer's model thinks.",
    "models.consolidator.provider": "Whose model files observations into topics.",
    "models.consolidator.id": "Which model files observations into topics.",
    "models.consolidator.thinking": "How much the consolidator's model thinks.",
    "limits.sessionUsd": "US dollars that this session may spend; null for no cap.",
    "limits.dayUsd": "US dollars that all sessions may spend in a day; null for no cap.",
    "limits.runUsd": "US dollars that one run may spend; null for no cap.",
    "limits.runsPerHour": "Runs of this session in an hour, the built-in worker's not counted; null for no cap.",
    "limits.allowUnpriced": "Whether a model of unknown price may run under a cap in US dollars.",
    "prices": "What models cost in US dollars per million tokens, where no list says it or the list is wrong.",
    "limits.runSeconds": "Seconds after which a run is ended; null for no limit.",
    "limits.runTurns": "Turns of a model after which a run is ended; null for no limit.",
    "limits.compactWaitSeconds": "Seconds that a compaction waits for observers; null for as long as they take.",
    "debugLog": "Keep what the clocks decide, and why; the log shows it.",
}
_PM = {
    "memoryCharLimit": "Characters that MEMORY.md may have.",
    "userCharLimit": "Characters that USER.md may have.",
    "dataDir": "Folder of MEMORY.md and USER.md.",
    "promptBlock": "Whether the agent's prompt gets the entries.",
    "tools": "Whether the agent gets the tools that read and change the entries.",
    "dreaming.enabled": "Going through the memory files in the background.",
    "dreaming.minHoursSinceLastRun": "Hours between two dreams, at least.",
    "dreaming.minTurnsSinceLastRun": "New turns that a dream waits for.",
    "dreaming.mode": "Whether a dream changes the files itself (apply) or asks for each change (review).",
    "dreaming.maxRemovalShare": "Part of a file's entries that a dream may take away by itself, from 0 to 1.",
    "dreaming.model.provider": "Whose model dreams; builtin is free and only proposes what the user said twice.",
    "dreaming.model.model": "Which model dreams.",
    "dreaming.model.thinking": "How much the dreaming model thinks.",
}
MEANINGS: Mapping[str, str] = {
    **{f"{MEMORY}.{key}": words for key, words in _PM.items()},
    **{f"{OBSERVATIONAL}.{key}": words for key, words in _OM.items()},
}
"""Full key to its sentence; a key that is missing here has none."""

CAPS: tuple[tuple[str, str, str], ...] = (
    ("s", "session cap", f"{OBSERVATIONAL}.limits.sessionUsd"),
    ("d", "day cap", f"{OBSERVATIONAL}.limits.dayUsd"),
    ("r", "cap of one run", f"{OBSERVATIONAL}.limits.runUsd"),
    ("h", "runs in an hour", f"{OBSERVATIONAL}.limits.runsPerHour"),
    ("u", "unpriced models", f"{OBSERVATIONAL}.limits.allowUnpriced"),
)
"""Letter in the menu, what people call it, full key."""


def value_of(key: str, typed: str) -> Any:
    """The value that a person means: JSON where that fits the key, else the text as it is; ``none`` is null."""
    text = typed.strip()
    check = KEYS[key]
    if text.casefold() in ("none", "null"):
        return None
    try:
        value = json.loads(text.removeprefix("$").replace(",", "") if text[:1] in "$0123456789" else text)
    except ValueError:
        return text
    return text if check(value) is not None and check(text) is None else value


def why_not(key: str, typed: str) -> str | None:
    """What is wrong with what was typed; None when it can be taken."""
    wanted = KEYS[key](value_of(key, typed))
    return wanted and f"must be {wanted}"


def value_words(value: Any) -> str:
    """A value as the screen says it: ``5,000``, ``true``, ``none``."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.2f}".removesuffix(".00")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
