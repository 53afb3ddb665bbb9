"""What pi would send to a model for a path, and how large that is."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from silcrow.sessions.edits import Edited, ReadRow, edits_among
from silcrow.sessions.entries import Context, ContextEntry, ContextMessage
from silcrow.sessions.index import SessionIndex
from silcrow.sessions.line_shape import message_shape
from silcrow.sessions.source_kind import NOT_SENT
from silcrow.sessions.tokens import message_tokens

DEFAULT_THINKING = "off"
_NOWHERE = -1


class _Part(Struct, frozen=True):
    """One entry of the context: its place on the path and the messages it becomes."""

    place: int
    row: int
    messages: tuple[ContextMessage, ...]

    @property
    def tokens(self) -> int:
        return sum(message.tokens for message in self.messages)


def build_context(index: SessionIndex, path: Sequence[int], read: ReadRow) -> Context:
    """The context for a path of rows, with its size in estimated tokens.

    The last compaction stands first, followed by what it kept and what came after it. The size that pi shows trusts
    the last good reply in the context; the projected one only when nothing changed the context after that reply.
    """
    compaction = _last_place(index, path, "compaction")
    places = list(_selected_places(index, path, compaction, read))
    edits = edits_among(index, [path[place] for place in places], read)
    parts = [
        _Part(place, path[place], _messages(index, path[place], place == compaction, edits, read)) for place in places
    ]
    estimated = sum(part.tokens for part in parts)
    reply = _last_reply(index, parts)
    shown = projected = estimated
    if reply is not None:
        shown = index.usage[parts[reply].row] + sum(part.tokens for part in parts[reply + 1 :])
        if parts[reply].place > max(compaction, _last_place(index, path, "context_edit")):
            projected = shown
    return Context(
        entries=_entries(index, parts),
        context_tokens=shown,
        projected_tokens=projected,
        model=_model(index, path, read),
        thinking_level=_thinking_level(index, path, read) or DEFAULT_THINKING,
    )


def continued_context(known: Context, index: SessionIndex, rows: Sequence[int], read: ReadRow) -> Context:
    """The context for a path that goes on behind the one of ``known`` by ``rows``, no compaction or edit among them."""
    parts = [_Part(place, row, _messages(index, row, False, {}, read)) for place, row in enumerate(rows)]
    added = sum(part.tokens for part in parts)
    shown, projected = known.context_tokens + added, known.projected_tokens + added
    reply = _last_reply(index, parts)
    if reply is not None:
        shown = projected = index.usage[parts[reply].row] + sum(part.tokens for part in parts[reply + 1 :])
    model, level = _model(index, rows, read), _thinking_level(index, rows, read)
    return Context(
        entries=known.entries + _entries(index, parts),
        context_tokens=shown,
        projected_tokens=projected,
        model=known.model if model is None else model,
        thinking_level=known.thinking_level if level is None else level,
    )


def _entries(index: SessionIndex, parts: Sequence[_Part]) -> tuple[ContextEntry, ...]:
    return tuple([ContextEntry(index.id_of(part.row), index.class_of(part.row).type, part.messages) for part in parts])


def _selected_places(index: SessionIndex, path: Sequence[int], compaction: int, read: ReadRow) -> Iterator[int]:
    if compaction != _NOWHERE:
        yield compaction
        system = index.codes_of(role="system")
        for place in range(_first_kept(index, path, compaction, read), compaction):
            if index.class_codes[path[place]] not in system:
                yield place
    yield from range(compaction + 1, len(path))


def _first_kept(index: SessionIndex, path: Sequence[int], compaction: int, read: ReadRow) -> int:
    """Where the kept entries begin; the compaction's own place when it names no entry before it on this path."""
    wanted = read(path[compaction]).get("firstKeptEntryId")
    if isinstance(wanted, str):
        kept = index.row_of(wanted)
        if kept in path:
            return min(path.index(kept), compaction)
    return compaction


def _messages(
    index: SessionIndex, row: int, is_compaction: bool, edits: Mapping[int, Edited], read: ReadRow
) -> tuple[ContextMessage, ...]:
    entry_type, role, kind, _ = index.class_of(row)
    if entry_type == "compaction":
        return _compaction_messages(index, row, read) if is_compaction else ()
    if role == "hookMessage" or entry_type == "custom_message":
        # What the second format called hook messages are custom messages now.
        role = "custom"
    elif entry_type == "branch_summary" and kind != NOT_SENT:
        role = "branchSummary"
    edit = edits.get(row)
    if role is None or (edit is not None and edit.omitted):
        return ()
    return (ContextMessage(role, index.tokens[row] if edit is None else edit.tokens),)


def _compaction_messages(index: SessionIndex, row: int, read: ReadRow) -> tuple[ContextMessage, ...]:
    summary = ContextMessage("compactionSummary", index.tokens[row])
    system = message_shape(read(row).get("systemMessage"))
    if system is None or system.role is None:
        return (summary,)
    return (ContextMessage(system.role, message_tokens(system)), summary)


def _last_reply(index: SessionIndex, parts: Sequence[_Part]) -> int | None:
    return next(
        (at for at in reversed(range(len(parts))) if parts[at].messages and index.usage[parts[at].row] > 0), None
    )


def _last_place(index: SessionIndex, path: Sequence[int], entry_type: str) -> int:
    wanted, codes = index.codes_of(entry_type=entry_type), index.class_codes
    return next((place for place in reversed(range(len(path))) if codes[path[place]] in wanted), _NOWHERE)


def _model(index: SessionIndex, path: Sequence[int], read: ReadRow) -> tuple[str, str] | None:
    telling = index.codes_of(entry_type="model_change", role="assistant")
    for row in reversed(path):
        if index.class_codes[row] in telling:
            payload = read(row)
            message = payload.get("message")
            if message is None:
                return str(payload.get("provider", "")), str(payload.get("modelId", ""))
            return str(message.get("provider", "")), str(message.get("model", ""))
    return None


def _thinking_level(index: SessionIndex, path: Sequence[int], read: ReadRow) -> str | None:
    place = _last_place(index, path, "thinking_level_change")
    return None if place == _NOWHERE else str(read(path[place]).get("thinkingLevel", DEFAULT_THINKING))
