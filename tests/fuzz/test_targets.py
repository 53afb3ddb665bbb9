"""No bytes that others wrote bring a reader down or make it say something wrong.

The suite tries a few hundred mutations of each; ``--hypothesis-profile=long`` more, ``python -m tests.fuzz NAME`` as
many as there is time for, guided by what they reach in the code.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.all_targets import ALL_TARGETS
from tests.fuzz.target import Target
from tests.settling import without_other_writers


@pytest.fixture(autouse=True)
def no_waiting() -> Iterator[None]:
    with without_other_writers():
        yield


_SPLICES = (
    b"\n",
    b"\xc2\xa7",
    b"\n\xc2\xa7\n",
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b"\\",
    b"\0",
    b"\xff",
    b"\xed\xa0\x80",
    b"-1e999",
    b"null",
)


@st.composite
def mutated(draw: st.DrawFn, seeds: tuple[bytes, ...]) -> bytes:
    """A seed with a few cuts, doublings, flips and splices."""
    content = bytearray(draw(st.sampled_from(seeds)))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(content)))
        end = draw(st.integers(start, min(len(content), start + 40)))
        match draw(st.sampled_from(("cut", "double", "splice", "bytes"))):
            case "cut":
                del content[start:end]
            case "double":
                content[start:start] = content[start:end]
            case "splice":
                content[start:end] = draw(st.sampled_from(_SPLICES))
            case _:
                content[start:end] = draw(st.binary(max_size=6))
    return bytes(content)


@pytest.mark.parametrize("target", ALL_TARGETS, ids=lambda target: target.name)
@given(data=st.data())
def test_foreign_bytes_are_read_or_refused_and_nothing_else(target: Target, data: st.DataObject) -> None:
    content = data.draw(mutated(target.seeds))
    with tempfile.TemporaryDirectory() as folder:
        target.feed(content, Path(folder))


@pytest.mark.parametrize("target", ALL_TARGETS, ids=lambda target: target.name)
def test_the_seeds_pass(target: Target, tmp_path: Path) -> None:
    for number, seed in enumerate(target.seeds):
        folder = tmp_path / str(number)
        folder.mkdir()
        target.feed(seed, folder)
