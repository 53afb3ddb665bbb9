"""``/memory`` in a host: a person looks at the two files and changes them, through the same gate as everywhere."""

from collections.abc import Sequence
from typing import Final

from silcrow.curated import MemoryStore
from silcrow.curated.actors import Origin
from silcrow.curated.results import FILE_NAMES, TARGETS, Failure, Result, Success, Target
from silcrow.curated.states import MemoryFile
from silcrow.hosts.command import MEMORY, CommandAnswer, split_verb

_ARROW: Final = " -> "
_ARROW_LINE: Final = "->"


def run_memory(store: MemoryStore, arguments: str, *, origin: Origin) -> CommandAnswer:
    """Carry out what a person typed behind ``/memory``; ``reload`` is the host's own. May wait for a lock."""
    verb, rest = split_verb(arguments)
    match verb:
        case "status":
            state = store.state()
            return CommandAnswer("\n".join(_file_line(file) for file in (state.memory, state.user)))
        case "read":
            return _read(store, rest)
        case "add" | "replace" | "remove":
            return _change(store, verb, rest, origin)
        case _:
            return MEMORY.unknown(verb)


def _read(store: MemoryStore, rest: str) -> CommandAnswer:
    named = rest.strip()
    target = _target(named)
    if named and target is None:
        return _no_target("read")
    state = store.state()
    files = (state.memory, state.user) if target is None else (state.file(target),)
    return CommandAnswer("\n\n".join(_whole(file) for file in files))


def _change(store: MemoryStore, verb: str, rest: str, origin: Origin) -> CommandAnswer:
    word, text = split_verb(rest) if rest else ("", "")
    target = _target(word)
    if target is None:
        return _no_target(verb)
    if verb == "add":
        return _told(store.add(target, text, origin=origin))
    if verb == "remove":
        return _told(store.remove(target, text, origin=origin))
    parts = _old_and_new(text)
    if parts is None:
        words = (
            "Put one ` -> ` between the old and the new text. Where a text holds an arrow itself, put each on lines of "
            "its own with a line that is only -> between them."
        )
        return CommandAnswer(words, is_error=True)
    return _told(store.replace(target, *parts, origin=origin))


def _old_and_new(text: str) -> tuple[str, str] | None:
    """Both texts of a replacement; None where it is not plain which is which."""
    lines = text.split("\n")
    marks = [place for place, line in enumerate(lines) if line.strip() == _ARROW_LINE]
    if len(marks) == 1:
        return "\n".join(lines[: marks[0]]), "\n".join(lines[marks[0] + 1 :])
    parts = text.split(_ARROW)
    return (parts[0], parts[1]) if len(parts) == 2 and not marks else None


def _target(word: str) -> Target | None:
    return next((target for target in TARGETS if target == word), None)


def _no_target(verb: str) -> CommandAnswer:
    return CommandAnswer(f"/memory {verb} wants to know which file: memory or user.", is_error=True)


def _told(result: Result) -> CommandAnswer:
    if isinstance(result, Failure):
        lines = [result.error, *((result.remediation,) if result.remediation else ())]
        return CommandAnswer("\n".join([*lines, *_listed(result.matches)]), is_error=True)
    return CommandAnswer("\n".join(_success_lines(result)))


def _success_lines(success: Success) -> list[str]:
    done = success.message or ("Done." if success.change else "Nothing changed.")
    old = [f"It was: {success.replaced}"] if success.replaced is not None else []
    later = ["The prompt shows it after the next compaction, in a new session, or after /memory reload."]
    return [
        f"{done} {FILE_NAMES[success.target]}: {success.usage}",
        *old,
        *success.notes,
        *(later if success.change else ()),
    ]


def _listed(texts: Sequence[str]) -> list[str]:
    return [f"- {text}" for text in texts]


def _file_line(file: MemoryFile) -> str:
    name = FILE_NAMES[file.target]
    if file.unreadable is not None:
        return f"{name}: unreadable, {file.unreadable}"
    count = len(file.entries)
    words = [f"{name}: {count:,} {'entry' if count == 1 else 'entries'}, {file.usage}"]
    if file.drift is not None:
        words.append(f"damaged: {file.drift.message}")
    if file.blocked:
        words.append(f"{file.blocked:,} kept out of the prompt")
    return "; ".join(words)


def _whole(file: MemoryFile) -> str:
    return "\n".join([_file_line(file), *(f"{entry.number}. {entry.text}" for entry in file.entries)])
