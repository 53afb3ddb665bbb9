"""One verdict on a text, whatever way it takes towards a prompt."""

import json
from pathlib import Path
from typing import Any

import pytest

from silcrow.curated import Failure, MemoryStore, create_memory_tools
from silcrow.curated.entry_format import parse_entries, strip, unify_line_ends
from silcrow.curated.prompt_block import heading
from silcrow.curated.results import Usage
from silcrow.curated.snapshot import SnapshotRecord, resume
from silcrow.threats import scan
from tests.curated.ways import WAYS

CORPUS = Path(__file__).parents[1] / "threats" / "corpus.jsonl"
CASES: list[Any] = [json.loads(line) for line in CORPUS.read_text().splitlines()]
TEXTS = [
    text
    for case in CASES
    # What is not one entry in the form of the file has no way to be one.
    if parse_entries([text := strip(unify_line_ends(case["text"]))]).entries == (text,)
]


@pytest.fixture
def roomy(folder: Path) -> MemoryStore:
    return MemoryStore(folder, memory_char_limit=100_000)


def test_most_of_the_corpus_can_be_an_entry() -> None:
    assert len(TEXTS) > len(CASES) * 0.9


def test_load_blocks_what_the_scanner_blocks(roomy: MemoryStore, memory: Path) -> None:
    for text in TEXTS:
        memory.write_bytes(text.encode("utf-8", "surrogatepass"))
        assert bool(roomy.load().memory.blocked) is (scan(text).verdict == "block"), text


def test_a_stored_block_is_refused_for_what_the_scanner_blocks(roomy: MemoryStore) -> None:
    for text in TEXTS:
        block = f"{heading('memory', Usage(len(text), 100_000))}{text}"
        snapshot = resume("s", SnapshotRecord("r", "s", block), roomy.judge())
        assert (snapshot.block is None) is (scan(text).verdict == "block"), text


def test_the_tools_refuse_what_the_scanner_blocks(roomy: MemoryStore, memory: Path) -> None:
    add = create_memory_tools(roomy)[0]
    for text in TEXTS:
        memory.write_text("")
        answer = add.call_now({"target": "memory", "content": text}).structured
        assert (answer.get("code") == "blocked") is (scan(text).verdict == "block"), (text, answer)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
def test_every_way_into_the_files_refuses_what_the_scanner_blocks(roomy: MemoryStore, memory: Path, way: Any) -> None:
    for text in TEXTS[::3]:
        memory.write_text("the first\n§\nthe second")
        answer = way(roomy, text)
        blocked = isinstance(answer, Failure) and answer.code == "blocked"
        assert blocked is (scan(text).verdict == "block"), (text, answer)
