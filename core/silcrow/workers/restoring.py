"""Taking back what a consolidation did to files, so that a crash at any point can be finished by doing it again.

Each file is looked at first: as the run left it, it is put back; put back already, it is skipped; changed since, it is
left alone and named. The caller holds the session's lock and has written the record that the run is reverted.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from silcrow.files import read_bytes, stage_write
from silcrow.workers.applying import write_plan
from silcrow.workers.moved_text import MovedText
from silcrow.workers.plan import FileStep, Plan, file_hash
from silcrow.workers.run_paths import RunPaths
from silcrow.workers.work_copy import Refusal

_CHANGED = "changed since: it stays as it is"
_NOT_KEPT = "its earlier text is not kept"
_HOLDS_MORE = "kept, since a topic that the run took out could not be put back"


class Restored(Struct, frozen=True):
    """What became of the files of one run."""

    put_back: tuple[str, ...]
    """As they were before the run; one that the run made is gone again."""
    left: tuple[Refusal, ...] = ()
    """As they are now, each with the reason."""


def restore_files(plan: Plan, paths: RunPaths, folder: Path) -> Restored:
    """Put the files of a run back as they were before it; the last one to be written is the first to go back."""
    chosen = [step for step in plan.steps if not plan.revert_only or step.name in plan.revert_only]
    return _restored(
        chosen,
        MovedText(plan, paths),
        lambda step: _why_left(step, lambda: _hash(folder / step.name), paths.base / step.name),
        lambda step: _put_back(step, paths.base / step.name, folder / step.name),
    )


_Ask = Callable[[FileStep], str | None]
"""Says why a file stays as it is; None when it goes back, or went."""


def _restored(steps: Sequence[FileStep], moved: MovedText, why_left: _Ask, undo: _Ask) -> Restored:
    """Undo the steps, last one first, and those that gave text to others before all.

    A file that took text in gives it up only once that is back where it was: while its giver has to stay, it stays too.
    """
    left = {step.name: reason for step in steps if (reason := why_left(step)) is not None}
    put_back: list[str] = []
    order = list(reversed(steps))
    order.sort(key=lambda step: not moved.gives(step.name))
    for step in order:
        if step.name in left:
            continue
        if step.name in moved.with_takers(left):
            left[step.name] = _HOLDS_MORE
        elif (reason := undo(step)) is not None:
            left[step.name] = reason
        else:
            put_back.append(step.name)
    return Restored(tuple(put_back), tuple(Refusal(step.name, left[step.name]) for step in order if step.name in left))


class FilesAhead:
    """The files of a folder as they would be after reverts, run by run; nothing is written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._hashes: dict[str, str | None] = {}

    def restore(self, plan: Plan, paths: RunPaths) -> Restored:
        """What `restore_files` would answer for all files of the run, after the ones that were asked for before."""
        return _restored(
            plan.steps,
            MovedText(plan, paths),
            lambda step: _why_left(step, lambda: self._hash_of(step.name), paths.base / step.name),
            self._undo,
        )

    def _undo(self, step: FileStep) -> None:
        self._hashes[step.name] = step.before

    def _hash_of(self, name: str) -> str | None:
        if name not in self._hashes:
            self._hashes[name] = _hash(self._folder / name)
        return self._hashes[name]


def choose_files(paths: RunPaths, plan: Plan, names: tuple[str, ...]) -> Plan:
    """The plan with the choice of files to put back, safely on disk before the run counts as reverted."""
    chosen = replace(plan, revert_only=names)
    if chosen != plan:
        write_plan(paths, chosen)
    return chosen


def mark_restored(paths: RunPaths, plan: Plan) -> None:
    """Note safely on disk that nothing is left to be put back: from now on the files belong to later runs."""
    write_plan(paths, replace(plan, reverted=True))


def _why_left(step: FileStep, hash_now: Callable[[], str | None], earlier: Path) -> str | None:
    """Why a file can't go back to what it was; None when it can, or did."""
    try:
        now = hash_now()
        if now not in (step.before, step.after):
            return _CHANGED
        kept = step.before is None or now == step.before or _hash(earlier) == step.before
    except OSError as error:
        return f"could not be put back: {error.strerror or error}"
    return None if kept else _NOT_KEPT


def _put_back(step: FileStep, earlier: Path, live: Path) -> str | None:
    """Do one step backwards unless it is done; the reason when it can't be."""
    try:
        now = _hash(live)
        if now == step.before:
            return None
        if now != step.after:
            return _CHANGED
        if step.before is None:
            live.unlink(missing_ok=True)
            return None
        content = read_bytes(earlier)
        if file_hash(content) != step.before:
            return _NOT_KEPT
        with stage_write(live, content, mode=0o600) as staged:
            if _hash(live) != step.after:
                return _CHANGED
            staged.commit()
    except FileNotFoundError:
        return _NOT_KEPT
    except OSError as error:
        return f"could not be put back: {error.strerror or error}"
    return None


def _hash(path: Path) -> str | None:
    try:
        return file_hash(read_bytes(path))
    except FileNotFoundError:
        return None
