"""Files that real pi wrote or was given, against what pi itself made of them."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from silcrow.sessions import SessionFile, session_document

HERE = Path(__file__).parent / "recorded"
VARIABLE = "SILCROW_PI_FIXTURES"
COMPARED = (
    "leafId",
    "branchIds",
    "roots",
    "labels",
    "sessionName",
    "model",
    "thinkingLevel",
    "context",
    "contextTokens",
    "projectedTokens",
)


def document_of(path: Path) -> dict[str, Any]:
    return session_document(SessionFile(path))


def compared(document: dict[str, Any]) -> dict[str, Any]:
    return {key: document[key] for key in COMPARED}


def without_ids(document: dict[str, Any]) -> dict[str, Any]:
    """For the first format, whose ids are random on each load: the same values with ids numbered along the branch."""
    numbers = {entry_id: number for number, entry_id in enumerate(document["branchIds"])}
    return {
        **document,
        "leafId": numbers[document["leafId"]],
        "branchIds": list(numbers.values()),
        "roots": [numbers[entry_id] for entry_id in document["roots"]],
        "context": [{**part, "id": numbers[part["id"]]} for part in document["context"]],
    }


def copied() -> list[Path]:
    return sorted(HERE.glob("[es]*/*.jsonl"))


def expected_for(path: Path, expected: Path) -> dict[str, Any]:
    return json.loads((expected / path.parent.name / f"{path.stem}.json").read_text())


def answered() -> list[Path]:
    """The files that pi opened."""
    return [path for path in copied() if "error" not in expected_for(path, HERE / "expected")]


@pytest.mark.parametrize("path", answered(), ids=lambda path: path.stem)
def test_a_recorded_file_reads_as_pi_reads_it(path: Path):
    expected = expected_for(path, HERE / "expected")
    document = document_of(path)
    assert compared(document) == compared(expected)
    assert document["entryCount"] == expected["entryCount"]


def test_the_copied_files_are_all_there():
    assert (len(copied()), len(answered())) == (37, 33)


@pytest.mark.parametrize("name", ["bom", "garbage", "no-header", "duplicate-id-HANGS-PI"])
def test_a_file_that_pi_cannot_open_is_read_with_a_warning(name: str):
    expected = expected_for(HERE / "edge" / f"{name}.jsonl", HERE / "expected")
    assert "error" in expected
    document = document_of(HERE / "edge" / f"{name}.jsonl")
    assert document["warnings"]


@pytest.mark.parametrize("name", ["bom", "no-header"])
def test_a_refused_file_with_good_entries_reads_like_the_file_it_was_made_from(name: str):
    base = document_of(HERE / "edge" / "base.jsonl")
    assert compared(document_of(HERE / "edge" / f"{name}.jsonl")) == compared(base)


def test_a_repeated_id_that_sends_pi_in_circles_loses_no_history():
    base = document_of(HERE / "edge" / "base.jsonl")
    document = document_of(HERE / "edge" / "duplicate-id-HANGS-PI.jsonl")
    assert document["branchIds"][:-1] == base["branchIds"]
    assert document["leafId"] == "u0000002"


def fixtures_folder() -> Path | None:
    folder = os.environ.get(VARIABLE) or HERE.parents[3] / "shared" / "fixtures" / "pi"
    return Path(folder) if folder and Path(folder).is_dir() else None


def given() -> list[Path]:
    folder = fixtures_folder()
    return [] if folder is None else sorted((folder / "expected" / "1.6.0").glob("*/*.json"))


@pytest.mark.skipif(fixtures_folder() is None, reason=f"{VARIABLE} names no folder of recorded pi sessions")
@pytest.mark.parametrize("answer", given(), ids=lambda path: path.stem)
def test_every_given_file_reads_as_pi_reads_it(answer: Path):
    folder = fixtures_folder()
    assert folder is not None
    expected = json.loads(answer.read_text())
    document = document_of(folder / answer.parent.name / f"{answer.stem}.jsonl")
    if "error" in expected:
        assert document["warnings"]
        return
    wanted = {**expected, "contextTokens": expected["contextTokens"]["tokens"]}
    if document["header"] is not None and "version" not in document["header"]:
        document, wanted = without_ids(document), without_ids(wanted)
    assert compared(document) == compared(wanted)
