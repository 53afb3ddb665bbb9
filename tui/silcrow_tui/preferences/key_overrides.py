"""A person's own keys put over the registry, with a word about each clash."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from unicodedata import name as unicode_name

from msgspec import Struct
from textual.keys import KEY_NAME_REPLACEMENTS

from silcrow_tui.commands import Context, Registry, shown_key
from silcrow_tui.preferences.choices import PreferencesProblem

NEVER_SENT = frozenset(
    {"ctrl+i", "ctrl+m", "ctrl+h", "ctrl+space", "ctrl+enter", "shift+enter", "ctrl+left_square_bracket"}
)
"""Keys that terminals send as another key, or not at all."""
PANES = ("entries", "drift", "pool", "workers", "cost", "detail")

_NAMES = {"esc": "escape", "pgdn": "pagedown", "pgup": "pageup", "↑": "up", "↓": "down", "←": "left", "→": "right"}


class Overridden(Struct, frozen=True):
    """The registry with the keys put over it."""

    registry: Registry
    keymap: Mapping[str, str]
    """For Textual: command id to its keys, with commas."""
    problems: tuple[PreferencesProblem, ...]
    """What could not be taken, and which keys hide others."""


def overridden(registry: Registry, keys: Mapping[str, tuple[str, ...]], path: Path) -> Overridden:
    """The registry with these keys. An override that cannot work is left out with its reason, all others count."""
    problems: list[PreferencesProblem] = []
    taken: dict[str, tuple[str, ...]] = {}
    ids = {command.id for command in registry}

    def complain(command: str, words: str) -> None:
        problems.append(PreferencesProblem(path, f"keys.{command}", words))

    for command, wanted in keys.items():
        if command not in ids:
            near = get_close_matches(command, ids, n=1, cutoff=0.6)
            complain(command, f"is no command{f'; nearest: {near[0]}' if near else ''}")
            continue
        named = tuple(textual_key(key) for key in wanted)
        lost = next((key for key in named if key in NEVER_SENT or key.startswith(("alt+", "super+"))), None)
        if lost is not None:
            complain(command, f"{lost} does not reach us from a terminal")
        else:
            taken[command] = named
    for command, other, key in _clashes(registry, taken):
        taken.pop(command, None)
        complain(command, f"{shown_key(key)} is {other} in the same place already; the old key stays")
    made = registry.with_keys(taken)
    for command, words in _hidden(made, taken):
        complain(command, words)
    return Overridden(made, {command: ",".join(named) for command, named in taken.items()}, tuple(problems))


def textual_key(key: str) -> str:
    """A key as Textual names it: ``question_mark`` for ``?``, ``escape`` for ``esc``; other names stay."""
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    return "+".join([*modifiers, _NAMES.get(last) or (_sign_name(last) if len(last) == 1 else last)])


def _sign_name(character: str) -> str:
    if character.isalnum():
        return character
    name = unicode_name(character, character).lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)


def _clashes(registry: Registry, taken: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str, str]]:
    """``(override, the command that has the key, key)`` in one context; of two overrides the later one gives way."""
    found: list[tuple[str, str, str]] = []
    for context in registry.contexts:
        owner: dict[str, str] = {}
        for command in context.commands:
            if command.id not in taken:
                owner.update(dict.fromkeys(command.keys, command.id))
        for command in context.commands:
            for key in taken.get(command.id, ()):
                if key in owner:
                    found.append((command.id, owner[key], key))
                    break
                owner[key] = command.id
    return found


def _hidden(registry: Registry, taken: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """``(override, what is in its way)``: of two places that a key reaches, only the inner one gets it."""
    found: dict[tuple[str, str], None] = {}
    for chain in _chains(registry):
        for depth, context in enumerate(chain):
            for command in context.commands:
                for key in taken.get(command.id, ()):
                    for inner in chain[:depth]:
                        if (other := _with_key(inner, key)) is not None:
                            found[command.id, f"{shown_key(key)} is taken by {other} before it, in {context.title}"] = (
                                None
                            )
                    for outer in chain[depth + 1 :]:
                        if (other := _with_key(outer, key)) is not None:
                            found[command.id, f"{shown_key(key)} hides {other} in {context.title}"] = None
    return list(found)


def _with_key(context: Context, key: str) -> str | None:
    return next((command.id for command in context.commands if key in command.keys), None)


def _chains(registry: Registry) -> list[tuple[Context, ...]]:
    """The places that a key reaches one after the other, innermost first."""
    chains: list[tuple[str, ...]] = [("list", pane, "main", "everywhere") for pane in PANES]
    chains.append(("gauges", "entries", "main", "everywhere"))
    inside = {"list", "reader", "filter", "gauges", "main", "everywhere", *PANES}
    screens = [context.name for context in registry.contexts if context.name not in inside]
    chains += [(rows, screen, "everywhere") for screen in screens for rows in ("list", "reader")]
    return [tuple(registry.context(name) for name in chain) for chain in chains]
