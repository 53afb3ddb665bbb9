"""Carrying out a plan so that a crash at any point can be finished by doing it again.

What makes memory larger is written first: the files, then the archive. Only then may the caller append the drop record
of ``Applied.retired``; then comes the index, and last the mark that the plan is finished. Each step looks at what is
there: done is skipped, expected is done, anything else is left alone.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from silcrow.files import read_bytes, stage_write, write_atomic
from silcrow.observational.archive import Archived, append_archive, archive_lines, read_archive
from silcrow.observational.observation import Observation
from silcrow.observational.topic_index import render_index
from silcrow.observational.topics import INDEX_FILE, JOURNEY_FILE, read_topics
from silcrow.workers.plan import FileStep, Plan, Retirement, file_hash, plan_document, plan_from_document
from silcrow.workers.run import Run
from silcrow.workers.run_folder import RunFolder
from silcrow.workers.run_paths import RunPaths
from silcrow.workers.work_copy import Refusal

_CHANGED = "changed meanwhile; what is there now wins"


class Applied(Struct, frozen=True):
    """What became of a plan."""

    retired: tuple[Retirement, ...]
    """Whose files are in place and whose archive lines are on disk: these may be dropped, and no others."""
    failed: tuple[Refusal, ...] = ()
    """Steps that met something else than they expected."""

    @property
    def observations(self) -> tuple[Observation, ...]:
        """For the drop record."""
        return tuple(item.observation for item in self.retired)


def write_plan(paths: RunPaths, plan: Plan) -> None:
    """Put the plan on disk, safely, before its first step."""
    write_atomic(paths.plan, json.dumps(plan_document(plan), ensure_ascii=False).encode("utf-8", "surrogatepass"))


def read_plan(paths: RunPaths) -> Plan | None:
    """The plan of a run; None when it has none, or one that can't be read."""
    try:
        return plan_from_document(cast("Mapping[str, Any]", json.loads(read_bytes(paths.plan))))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def unfinished_plans(runs: RunFolder) -> tuple[Plan, ...]:
    """Plans that somebody began to carry out and did not finish, oldest first."""
    plans = [read_plan(runs.paths(run.run_id)) for run in reversed(runs.runs()) if run.role == "consolidator"]
    return tuple(plan for plan in plans if plan is not None and not plan.finished)


def apply_plan(plan: Plan, folder: Path) -> Applied:
    """Write the files and the archive of a plan into a session's memory folder; the caller holds the session's lock."""
    failed: list[Refusal] = []
    for step in plan.steps:
        # A topic is removed because its text went elsewhere: only when all of that has arrived.
        reason = "kept, since another file of the run was not taken over" if step.text is None and failed else None
        reason = reason or _apply_step(step, folder / step.name)
        if reason:
            failed.append(Refusal(step.name, reason))
    missing = {refusal.name for refusal in failed}
    retired = tuple(item for item in plan.retired if item.topic not in missing)
    _archive(plan, retired, folder)
    return Applied(retired, tuple(failed))


def write_index(folder: Path) -> None:
    """Render INDEX.md from the topics that are there, unless it says so already."""
    path = folder / INDEX_FILE
    if path.is_symlink():
        # The folder may have come with a project of somebody else: a link in it would aim our text at any file.
        path.unlink()
    content = render_index(read_topics(folder)).encode("utf-8", "surrogatepass")
    if _content(path) != content:
        write_atomic(path, content, mode=0o600)


def finish_plan(paths: RunPaths, plan: Plan) -> None:
    """Mark that nothing is left to do; the plan stays for showing and undoing the run."""
    write_plan(paths, replace(plan, finished=True))


def consolidated(run: Run, plan: Plan, applied: Applied) -> Run:
    """The run's record after its plan: ``incomplete`` when something it was handed stays in the pool, or its segment of
    the journey could not be taken over."""
    left = plan.left + len(plan.retired) - len(applied.retired)
    parts = [f"{left} stay in the pool"] if left else []
    parts += [f"{each.name} {each.reason}" for each in applied.failed if each.name == JOURNEY_FILE]
    return replace(run, state="incomplete" if parts else "done", summary=", ".join([*_told(applied.retired), *parts]))


def _told(retired: Sequence[Retirement]) -> list[str]:
    filed = [item for item in retired if item.how == "filed"]
    topics = len({item.topic for item in filed})
    told = [f"{len(filed)} filed in {topics} topic{'' if topics == 1 else 's'}"] if filed else []
    numbers = ((how, sum(item.how == how for item in retired)) for how in ("merged", "discarded"))
    told.extend(f"{number} {how}" for how, number in numbers if number)
    return told or ["nothing retired"]


def _apply_step(step: FileStep, path: Path) -> str | None:
    """Do one step unless it is done; the reason when it can't be."""
    now = _hash(path)
    if now == step.after:
        return None
    if now != step.before:
        return _CHANGED
    try:
        if step.text is None:
            path.unlink(missing_ok=True)
            return None
        with stage_write(path, step.text.encode(), mode=0o600) as staged:
            if _hash(path) != step.before:
                return _CHANGED
            staged.commit()
    except OSError as error:
        return f"could not be written: {error.strerror or error}"
    return None


def _archive(plan: Plan, retired: Sequence[Retirement], folder: Path) -> None:
    there = {each.observation.key for each in read_archive(folder) if each.run_id == plan.run_id}
    missing = [item for item in retired if item.observation.key not in there]
    lines = archive_lines(
        Archived(item.observation, plan.run_id, item.how, plan.made_at, item.topic, item.reason) for item in missing
    )
    append_archive(folder, lines)


def _hash(path: Path) -> str | None:
    """SHA-256 of the file, None when there is none; a word that is no hash when something else stands there."""
    try:
        content = _content(path)
    except OSError:
        return "unreadable"
    return file_hash(content) if content is not None else None


def _content(path: Path) -> bytes | None:
    try:
        return read_bytes(path)
    except FileNotFoundError:
        return None
