"""Memory files, recovery plans on them, and settings."""

import json
from pathlib import Path
from typing import Any, Final

from silcrow.curated import Failure, MemoryStore
from silcrow.curated.entry_format import NotText, parse, serialise
from silcrow.curated.recovery import (
    DISCARD,
    KEEP,
    apply_recovery,
    obstacles,
    plan_document,
    plan_from_document,
    plan_recovery,
    proof,
    result_of,
)
from silcrow.settings import load_settings, set_setting
from silcrow.settings.keys import KEYS
from tests.fuzz.target import Target

_LIMIT: Final = 400
_SOUND: Final = "Tests run with `make check`.\n§\nThe staging host is called heron.\n§\nReviews want small commits."


def feed_memory_file(content: bytes, folder: Path) -> None:
    """Read, change, take back: nothing raises, and what was refused or undone leaves the very bytes."""
    path = folder / "MEMORY.md"
    path.write_bytes(content)
    parsed = parse(content)
    if not isinstance(parsed, NotText):
        again = parse(serialise(parsed.entries))
        assert not isinstance(again, NotText)
        assert again.entries == parsed.entries
    store = MemoryStore(folder, memory_char_limit=_LIMIT, lock_timeout=1.0)
    store.state()
    store.note_external()
    result = store.add("memory", "Added.")
    if isinstance(result, Failure):
        assert path.read_bytes() == content
        return
    held = set(store_entries(store))
    assert not isinstance(parsed, NotText)
    assert set(parsed.entries) <= held
    if result.change is not None:
        assert not isinstance(store.undo(), Failure)
        assert path.read_bytes() == content


def store_entries(store: MemoryStore) -> tuple[str, ...]:
    read = store.read("memory")
    assert not isinstance(read, Failure), read
    return read.entries


def feed_recovery(content: bytes, folder: Path) -> None:
    """Take a file apart and put it together: what the plan keeps is there, and no line is nowhere."""
    path = folder / "MEMORY.md"
    path.write_bytes(content)
    store = MemoryStore(folder, memory_char_limit=_LIMIT, lock_timeout=1.0)
    plan = plan_recovery(store, "memory")
    if isinstance(plan, Failure):
        return
    plan = plan.with_decisions([each.id for each in plan.undecided if plan.why_not_keep(each.id) is None], KEEP)
    plan = plan.with_decisions([each.id for each in plan.undecided], DISCARD)
    assert not proof(plan).nowhere
    result_of(plan)
    ready = not obstacles(plan)
    result = apply_recovery(store, plan, now=1_000.0)
    if isinstance(result, Failure):
        assert path.read_bytes() == content
        assert not ready or result.code in ("stale", "io")
        return
    if result.change is not None:
        assert not isinstance(store.undo(), Failure)
        assert path.read_bytes() == content


def feed_plan(content: bytes, folder: Path) -> None:
    """A plan file that somebody edited: understood or refused, and never applied beside what it says."""
    path = folder / "MEMORY.md"
    path.write_bytes(_DRIFTED)
    store = MemoryStore(folder, memory_char_limit=_LIMIT, lock_timeout=1.0)
    try:
        document = json.loads(content.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return
    plan = plan_from_document(store, _placed(document, folder))
    if isinstance(plan, Failure):
        return
    result = apply_recovery(store, plan, now=1_000.0)
    if isinstance(result, Failure):
        assert path.read_bytes() == _DRIFTED
    elif result.change is not None:
        assert not isinstance(store.undo(), Failure)
        assert path.read_bytes() == _DRIFTED


def feed_settings(content: bytes, folder: Path) -> None:
    """Settings never raise; changing one keeps the rest of the text, and is read back."""
    path = folder / "settings.json"
    path.write_bytes(content)
    before = load_settings(folder, None, environ={})
    assert set(before.origins) <= set(KEYS) | set(before.raw)
    problem = set_setting(path, "observational-memory.chunkTokens", 4_321)
    if problem is not None:
        assert path.read_bytes() == content
        return
    after = load_settings(folder, None, environ={})
    assert after.observational.chunk_tokens == 4_321
    for key, value in before.raw.items():
        if key in after.raw and key not in _TOUCHED:
            assert after.raw[key] == value, key


_TOUCHED: Final = frozenset({"observational-memory.chunkTokens", "observational-memory.chunkOverlapTokens"})
_DRIFTED: Final = f"{_SOUND}## Notes\n{'A line that came with echo. ' * 20}\n## More\n- one\n- two\n".encode()


def _plan_seed() -> bytes:
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "MEMORY.md").write_bytes(_DRIFTED)
        plan = plan_recovery(MemoryStore(name, memory_char_limit=_LIMIT), "memory")
        assert not isinstance(plan, Failure)
        plan = plan.with_decisions([each.id for each in plan.undecided[:1]], DISCARD)
        text = json.dumps(plan_document(plan))
        return text.replace(str(Path(name).resolve()), "FOLDER").encode()


def _placed(document: Any, folder: Path) -> Any:
    if isinstance(document, dict) and isinstance(document.get("source"), str):
        return {**document, "source": document["source"].replace("FOLDER", str(folder.resolve()))}
    return document


MEMORY_TARGETS: Final = (
    Target(
        "memory-file",
        (
            _SOUND.encode(),
            _DRIFTED,
            b"",
            b"one\n\xc2\xa7\n\xff",
            b"a\r\n\xc2\xa7\r\nb",
            b"one \xc2\xa7\ntwo\n\xc2\xa7two",
        ),
        feed_memory_file,
    ),
    Target("recovery", (_DRIFTED, _SOUND.encode() * 9, b"# A\n- x\n- y\n\n# B\ntext\n```\n# no\n```\n"), feed_recovery),
    Target("recovery-plan", (_plan_seed(),), feed_plan),
    Target(
        "settings",
        (
            b'{"observational-memory": {"chunkTokens": 5000, "limits": {"runUsd": null}}, "pi-memory": {}}',
            b'{// c\n"observational-memory": {"models": {"observer": {"provider": "a",}},}, /* d */ "x": [1,]}',
            b"\xef\xbb\xbf{}",
            b"[]",
        ),
        feed_settings,
    ),
)
