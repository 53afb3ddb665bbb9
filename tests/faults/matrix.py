"""Each write path with each fault at each call: what the user has afterwards, and what was said."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from tests.faults.injecting import FAULTS, Disk, Fault, Point, Strike
from tests.faults.write_path import WritePath


class Trial(Struct, frozen=True):
    """One fault at one call of one write path."""

    point: Point
    fault: Fault
    number: int
    words: str | None
    """What was said; None when the act was acknowledged in spite of the fault."""
    outcome: str
    """``old``, ``new`` or ``on the way``."""
    complaints: tuple[str, ...]
    """What is not as it has to be; empty when all is well."""


def try_all(path: WritePath, folder: Path) -> Iterator[Trial]:
    """Every fault at every call of the path, each on a copy of the same prepared folder."""
    base = folder / "base"
    base.mkdir()
    path.prepare(base)
    before, points = path.state(base), _points(path, base, folder / "dry")
    after = _undisturbed(path, base, folder / "whole")
    for number, point in enumerate(points):
        for fault in FAULTS[point]:
            work = folder / f"{number}-{fault}".replace(" ", "-")
            yield _try(path, base, work, Strike(number, fault), point, before, after)
            shutil.rmtree(work)


def _points(path: WritePath, base: Path, work: Path) -> list[Point]:
    shutil.copytree(base, work)
    with Disk(work).in_use() as disk:
        assert path.act(work) is None
    return disk.points


def _undisturbed(path: WritePath, base: Path, work: Path) -> object:
    shutil.copytree(base, work)
    assert path.act(work) is None
    return path.state(work)


def _try(path: WritePath, base: Path, work: Path, strike: Strike, point: Point, before: object, after: object) -> Trial:
    shutil.copytree(base, work)
    with Disk(work, strike).in_use() as disk:
        words = path.act(work)
    now = path.state(work)
    outcome = "old" if now == before else "new" if now == after else "on the way"
    complaints = list(_complaints(path, base, work, words, outcome)) if disk.struck else ["the fault never came"]
    if outcome != "new":
        complaints += _again(path, work, after, told=words is not None and not path.whole)
    return Trial(point, strike.fault, strike.number, words, outcome, tuple(complaints))


def _complaints(path: WritePath, base: Path, work: Path, words: str | None, outcome: str) -> Iterator[str]:
    if outcome == "on the way" and path.whole:
        yield "neither the old nor the new state"
    if words is None and outcome == "old":
        yield "acknowledged, and not done"
    if words is not None and not words.strip():
        yield "refused without a word"
    if words is not None and path.whole and outcome == "new":
        yield f"done, and reported as failed: {words}"
    if not path.nothing_lost(base, work):
        yield "something is lost"


def _again(path: WritePath, work: Path, after: object, *, told: bool) -> Iterator[str]:
    """The disk is well again, and so is the next try; what was given up for good has been ``told``."""
    words = path.act(work)
    if path.state(work) != after and not told:
        yield f"a second try ends elsewhere: {words}"
    if not path.nothing_lost(work, work):
        yield "something is lost after a second try"
