"""What became of a run: judged from how its process ended and from the result it left."""

import json
import re
import signal
from collections.abc import Mapping, Sequence
from typing import Any, cast, get_args

from msgspec import Struct
from msgspec.structs import replace

from silcrow.files import read_bytes
from silcrow.workers.run import ErrorKind, Run, RunError
from silcrow.workers.run_paths import RunPaths
from silcrow.workers.run_record import number, with_cost

RESULT_LIMIT = 4 << 20
_PARTS: Mapping[str, str] = {
    "observer": "observations",
    "consolidator": "dispositions",
    "dream": "proposals",
    "check": "answers",
}
_ERROR_KINDS = frozenset(get_args(ErrorKind))
_FENCED = re.compile(rb"^```(?:json)?[ \t]*\r?\n(.*?)^```[ \t]*\r?$", re.DOTALL | re.MULTILINE)
_NO_FILE = RunError("no_result", "no result: it ended without a result file")
_EMPTY_FILE = RunError("no_result", "no result: the result file is empty")
_OF_ANOTHER = RunError("no_result", "no result: the result file is not of this run")
_INCOMPLETE = RunError("no_result", "no result: it ended before its result was complete")
_LEFT_NOTHING = (_NO_FILE, _EMPTY_FILE, _OF_ANOTHER, _INCOMPLETE)
"""The worker itself gave no reason, so its exit code and its last words are the best there is."""


class RunOutcome(Struct, frozen=True):
    """A run that has ended, and its result where that is complete and its own."""

    run: Run
    result: Mapping[str, Any] | None = None


class Ending(Struct, frozen=True):
    """How a process ended."""

    exit_code: int | None
    """Negative for a signal, as the standard library has it; None when nobody could wait for it."""
    stopped: bool = False
    """By us, on demand."""
    timed_out_after: float | None = None
    """Seconds, when the deadline ended it."""
    passed: RunError | None = None
    """The limit of the run that it had passed when we ended it."""
    last_line: str = ""
    """Of what it printed."""


def outcome_of(run: Run, paths: RunPaths, ending: Ending, now: float) -> RunOutcome:
    """The ended run with its state, error, cost and result. Call it once the process is gone, never before."""
    run = with_spend(replace(run, finished_at=now), paths)
    if ending.passed is not None:
        return failed(run, ending.passed.kind, ending.passed.words, partial=_is_open(run))
    if ending.timed_out_after is not None:
        return failed(run, "timeout", f"timed out after {ending.timed_out_after:g} s", partial=_is_open(run))
    # Asked to end by somebody else, such as another window: that is a person's wish, not a failure to try again.
    if ending.stopped or ending.exit_code == -signal.SIGTERM:
        return RunOutcome(replace(run, state="stopped", summary="", partial=_is_open(run)))
    if ending.exit_code is not None and ending.exit_code < 0:
        return failed(run, "killed", f"killed by signal {-ending.exit_code}", partial=_is_open(run))
    result = read_result(run, paths)
    if result in _LEFT_NOTHING and ending.exit_code:
        said = f": {ending.last_line}" if ending.last_line else ""
        return failed(run, "exit", f"exit {ending.exit_code}{said}")
    if isinstance(result, RunError):
        return RunOutcome(replace(run, state="failed", error=result, summary=""))
    if ending.exit_code:
        return failed(run, "exit", f"exit {ending.exit_code}: {ending.last_line}")
    return succeeded(run, result)


def succeeded(run: Run, result: Mapping[str, Any]) -> RunOutcome:
    """The run with a complete result: ``empty`` for an observer that found nothing worth noting."""
    found = len(result[_PARTS[run.role]])
    if run.role == "observer":
        state, summary = ("done", f"{found} found") if found else ("empty", "nothing noted")
        return RunOutcome(replace(run, state=state, summary=summary, error=None), result)
    verb = {"dream": "proposed", "check": "confirmed"}.get(run.role, "accounted for")
    return RunOutcome(replace(run, state="done", summary=f"{found} {verb}", error=None), result)


def failed(run: Run, kind: ErrorKind, words: str, *, partial: bool = False) -> RunOutcome:
    """The run as failed; its progress so far is no summary any more."""
    error = RunError(kind, words)
    return RunOutcome(replace(run, state="failed", error=error, summary="", partial=run.partial or partial))


def read_result(run: Run, paths: RunPaths) -> Mapping[str, Any] | RunError:
    """The complete result of this very run, or why there is none.

    A missing or empty file, an older run's file and one that was given up half-way are ``no_result``; text that is not
    the agreed JSON is ``invalid_result`` and stays where it is. An error that the worker reports keeps its kind.
    """
    try:
        raw = read_bytes(paths.result, limit=RESULT_LIMIT + 1)
    except FileNotFoundError:
        return _NO_FILE
    except OSError as error:
        return _invalid(str(error))
    if not raw.strip():
        return _EMPTY_FILE
    if len(raw) > RESULT_LIMIT:
        return _invalid(f"larger than {RESULT_LIMIT >> 20} MiB")
    try:
        document = _json_of(raw)
    except (ValueError, RecursionError) as error:
        return _invalid(f"not JSON ({error})")
    if not isinstance(document, dict):
        return _invalid("not a JSON object")
    return _checked(run, cast("dict[str, Any]", document))


def noted_before_failing(paths: RunPaths) -> Sequence[object]:
    """The observations in whatever a failed observer has left; unchecked, and none where they can't be read."""
    try:
        document = _json_of(read_bytes(paths.result, limit=RESULT_LIMIT + 1))
    except (OSError, ValueError, RecursionError):
        return ()
    left = cast("dict[str, Any]", document) if isinstance(document, dict) else {}
    found = left.get(_PARTS["observer"]) if left.get("runId") == paths.run_id else None
    return cast("list[object]", found) if isinstance(found, list) else ()


def _json_of(raw: bytes) -> object:
    """The JSON of a file, also where a model put it into a code fence or talked around that."""
    try:
        return json.loads(raw)
    except ValueError:
        fenced = _FENCED.findall(raw)
        if len(fenced) != 1:
            raise
        return json.loads(fenced[0])


def _checked(run: Run, result: Mapping[str, Any]) -> Mapping[str, Any] | RunError:
    if result.get("runId") != run.run_id:
        return _OF_ANOTHER
    error: object = result.get("error")
    if isinstance(error, Mapping):
        told = cast("Mapping[str, Any]", error)
        kind, words = told.get("kind"), told.get("words")
        known = cast("ErrorKind", kind) if kind in _ERROR_KINDS else "exit"
        return RunError(known, str(words or kind), number(told.get("retryAfter")))
    if result.get("complete") is not True:
        return _INCOMPLETE
    part = _PARTS[run.role]
    if not isinstance(result.get(part), list):
        return _invalid(f"{part} is not a list")
    return result


def with_spend(run: Run, paths: RunPaths) -> Run:
    """The run with what its worker flushed last; unpriced when that can't be read and the model is not the free one."""
    try:
        return with_cost(run, json.loads(read_bytes(paths.cost, limit=1 << 20)))
    except (OSError, ValueError, RecursionError):
        return run


def _invalid(reason: str) -> RunError:
    return RunError("invalid_result", f"invalid result: {reason}; the raw output is kept")


def _is_open(run: Run) -> bool:
    """Whether a run that was cut off may have cost more than it told. The built-in worker costs nothing, ever."""
    return not run.model.startswith("builtin/")
