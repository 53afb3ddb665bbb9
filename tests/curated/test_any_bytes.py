"""Whatever bytes are in the files: no call raises, nothing is lost, and undo gives the very bytes back."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from silcrow.curated import Failure, MemoryStore, Result, Success
from silcrow.curated.entry_format import NotText, parse
from tests.curated.strategies import awkward_texts
from tests.settling import without_other_writers

LIMIT = 300

_written = st.lists(awkward_texts, max_size=8).map(lambda texts: "\n§\n".join(texts).encode("utf-8", "surrogatepass"))
_torn = st.tuples(_written, st.integers(0, 40)).map(lambda pair: pair[0][: -pair[1] or None])
contents = st.binary(max_size=200) | _written | _torn
moods = st.randoms(use_true_random=False)


@pytest.fixture(autouse=True)
def no_waiting() -> Iterator[None]:
    with without_other_writers():
        yield


class Way(Struct, frozen=True):
    """One way to change a store."""

    go: Callable[[], Result | tuple[Success, ...]]
    may_take: frozenset[str] = frozenset()
    """Entries of memory that it may take away."""


def ways(store: MemoryStore, text: str, other: str) -> list[Way]:
    """All ways to change a store, with these texts."""
    entries = [entry.text for entry in store.state().memory.entries]
    name = entries[len(text) % len(entries)] if entries else text
    last = entries[-1] if entries else other
    part = name[:3]
    holding = frozenset(entry for entry in entries if part in entry)
    batch = [{"op": "remove", "oldText": name}, {"op": "add", "content": text}]
    rows = [{"target": "user", "content": other}, {"target": "memory", "content": text}]
    file = f"{text}\n§\n{other}".encode("utf-8", "surrogatepass")
    sha256 = store.state().memory.sha256
    rewrite = {"expected_sha256": sha256, "operation": "rewrite", "allow_empty": True}
    return [
        Way(lambda: store.add("memory", text)),
        Way(lambda: store.add("memory", text, actor="tool")),
        Way(lambda: store.replace("memory", name, text), frozenset({name})),
        Way(lambda: store.replace("memory", part, text), holding),
        Way(lambda: store.remove("memory", name), frozenset({name})),
        Way(lambda: store.merge("memory", [name, last], text), frozenset({name, last})),
        Way(lambda: store.move("memory", name), frozenset({name})),
        Way(lambda: store.tidy("memory")),
        Way(lambda: store.batch("memory", batch, allow_empty=True), frozenset({name})),
        Way(lambda: store.import_rows(rows)),
        Way(lambda: store.import_file("memory", file)),
        Way(lambda: store.rewrite("memory", entries[1:], **rewrite), frozenset(entries[:1])),
    ]


@settings(max_examples=150, deadline=None)
@given(before=contents, known=st.none() | contents, text=awkward_texts, other=awkward_texts, mood=moods)
@example(before=b"", known=b"one\n\xc2\xa7\ntwo", text="x", other="y", mood=None)
def test_any_file_survives_any_operation_and_undo(before, known, text, other, mood) -> None:
    with tempfile.TemporaryDirectory(prefix="silcrow-bytes-") as place:
        folder = Path(place)
        memory, user = folder / "MEMORY.md", folder / "USER.md"
        store = MemoryStore(folder, memory_char_limit=LIMIT, user_char_limit=LIMIT)
        if known is not None:
            memory.write_bytes(known)
            store.add("memory", "known before")
        memory.write_bytes(before)
        choices = ways(store, text, other)
        way = mood.choice(choices) if mood else choices[0]
        answer = way.go()
        after = memory.read_bytes()
        if isinstance(answer, Failure):
            assert after == before
            assert not user.exists()
            return
        was, now = parse(before), parse(after)
        changes = store.history()
        if after == before:
            return
        assert not isinstance(now, NotText)
        if not isinstance(was, NotText):
            gone = set(was.entries) - set(now.entries)
            assert gone <= way.may_take
            assert gone == set(next(change for change in changes if change.target == "memory").old)
        kept = store.folder.history.content(next(change.before_hash for change in changes if change.target == "memory"))
        assert kept == before
        assert isinstance(store.undo(changes[0].id), Success)
        assert memory.read_bytes() == before
        assert not user.exists() or user.read_bytes() == b""


@settings(max_examples=100, deadline=None)
@given(before=contents, known=st.none() | contents)
def test_looking_and_noting_change_no_file(before, known) -> None:
    with tempfile.TemporaryDirectory(prefix="silcrow-bytes-") as place:
        memory = Path(place) / "MEMORY.md"
        store = MemoryStore(place, memory_char_limit=LIMIT)
        if known is not None:
            memory.write_bytes(known)
            store.add("memory", "known before")
        memory.write_bytes(before)
        store.state()
        store.read("memory")
        store.note_external()
        store.history()
        assert store.note_external() == ()
        assert memory.read_bytes() == before


@settings(max_examples=60, deadline=None)
@given(steps=st.lists(st.tuples(st.integers(0, 11), awkward_texts, awkward_texts), min_size=1, max_size=6))
def test_undoing_everything_leads_back_to_the_start(steps) -> None:
    with tempfile.TemporaryDirectory(prefix="silcrow-bytes-") as place:
        memory, user = Path(place) / "MEMORY.md", Path(place) / "USER.md"
        memory.write_bytes(b"one\r\n\xc2\xa7\r\ntwo\n\n")
        user.write_bytes(b"fact \n")
        store = MemoryStore(place, memory_char_limit=LIMIT, user_char_limit=LIMIT)
        stages = [(memory.read_bytes(), user.read_bytes())]
        for choice, text, other in steps:
            ways(store, text, other)[choice].go()
            stage = memory.read_bytes(), user.read_bytes()
            if stage != stages[-1]:
                stages.append(stage)
        for change in reversed(store.history()):
            assert change.undoes is None
        actions = list(dict.fromkeys(change.action or change.id for change in store.history()))
        assert len(actions) == len(stages) - 1
        for action, stage in zip(actions, reversed(stages[:-1]), strict=True):
            change = next(each for each in store.history() if action in (each.action, each.id))
            assert isinstance(store.undo(change.id), Success)
            assert (memory.read_bytes(), user.read_bytes()) == stage
