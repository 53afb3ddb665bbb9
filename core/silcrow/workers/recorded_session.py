"""A run as a session of the pi coding agent, so that pi can open it: what the worker was given, and what it said.

The file lies with the other files of the run, out of every catalogue's way, and carries our mark as its first entry:
wherever a copy of it turns up, it is told from a conversation by that, and never observed.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from silcrow.files import read_bytes, write_atomic
from silcrow.sessions import Catalogue, SessionSummary
from silcrow.sessions.head import WORKER_MARK
from silcrow.text.instants import iso_instant
from silcrow.text.json_line import json_line
from silcrow.threats.redaction import redact
from silcrow.workers.run import Run
from silcrow.workers.run_paths import RunPaths

_GIVEN_LIMIT: Final = 256 << 10
_SAID_LIMIT: Final = 64 << 10
"""Bytes of the prompt and of the result that are recorded; the run's own files hold all."""
_CUT: Final = "\n… cut here; the whole text is in {name}"


def record_session(run: Run, paths: RunPaths, cwd: Path) -> None:
    """Write the session of a run that has ended, whole and private; ``cwd`` is the memory folder it worked for.

    Secrets of known forms are left out of what the worker said, as they are of what it was given.
    """
    lines = [_header(run, cwd), *_entries(run, paths)]
    write_atomic(paths.session, b"\n".join(map(json_line, lines)) + b"\n", durable=False)


def recorded_runs(project: Path) -> tuple[SessionSummary, ...]:
    """The recorded runs of all sessions of a project, newest first."""
    found: list[SessionSummary] = []
    for folder in sorted((project / ".memory").glob("*/.runs")):
        catalogue = Catalogue(folder)
        catalogue.refresh()
        found.extend(catalogue.sessions(workers=True))
    return tuple(sorted(found, key=lambda each: (-each.mtime, each.id)))


def _header(run: Run, cwd: Path) -> dict[str, Any]:
    return {
        "type": "session",
        "version": 3,
        "id": run.run_id,
        "timestamp": iso_instant(run.started_at),
        "cwd": str(cwd),
    }


def _entries(run: Run, paths: RunPaths) -> list[dict[str, Any]]:
    began, ended = run.started_at, max(run.started_at, run.finished_at or run.started_at)
    mark = {"runId": run.run_id, "role": run.role, "sessionId": run.session_id}
    bodies: list[tuple[float, dict[str, Any]]] = [
        (began, {"type": "custom", "customType": WORKER_MARK, "data": mark}),
        (began, {"type": "session_info", "name": f"silcrow {run.role} {run.run_id}"}),
        (began, {"type": "message", "message": _user(run, _given(paths))}),
        (ended, {"type": "message", "message": _assistant(run, _said(run, paths), ended)}),
    ]
    entries: list[dict[str, Any]] = []
    for number, (moment, body) in enumerate(bodies, start=1):
        above = entries[-1]["id"] if entries else None
        kind = body.pop("type")
        entries.append(
            {"type": kind, "id": f"{number:08x}", "parentId": above, "timestamp": iso_instant(moment), **body}
        )
    return entries


def _user(run: Run, text: str) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": text}], "timestamp": _milliseconds(run.started_at)}


def _assistant(run: Run, text: str, ended: float) -> dict[str, Any]:
    provider, _, model = run.model.partition("/")
    usage = run.usage
    figures = {
        "input": usage.input,
        "output": usage.output,
        "cacheRead": usage.cache_read,
        "cacheWrite": usage.cache_write,
        "totalTokens": usage.input + usage.output + usage.cache_read + usage.cache_write,
        "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": run.cost_usd or 0},
    }
    message = {
        "role": "assistant",
        "content": [{"type": "text", "text": text}],
        "api": "silcrow",
        "provider": provider,
        "model": model,
        "usage": figures,
        "stopReason": "stop",
        "timestamp": _milliseconds(ended),
    }
    if run.error is not None:
        message |= {"stopReason": "error", "errorMessage": f"{run.error.kind}: {run.error.words}"}
    elif run.state == "stopped":
        message |= {"stopReason": "aborted"}
    return message


def _given(paths: RunPaths) -> str:
    return _text(paths.prompt, _GIVEN_LIMIT) or "(its prompt is not kept)"


def _said(run: Run, paths: RunPaths) -> str:
    """What the worker handed in, readable; the bare output where that is no result."""
    raw = _text(paths.result, _SAID_LIMIT)
    try:
        document: object = json.loads(raw)
    except (ValueError, RecursionError):
        document = None
    result: Mapping[str, Any] = cast("Mapping[str, Any]", document) if isinstance(document, Mapping) else {}
    lists = [cast("list[object]", each) for each in result.values() if isinstance(each, list)]
    items = lists[0] if lists else []
    told = "\n".join(_item(each) for each in items) if items else ("" if result else raw)
    summary = run.error.words if run.error is not None else run.summary or run.state
    return redact("\n\n".join(part for part in (summary, told) if part))


def _item(item: object) -> str:
    """One thing handed in, on a line: a note with its time, or what became of an observation."""
    if not isinstance(item, Mapping):
        return f"- {item}"
    fields = cast("Mapping[str, Any]", item)
    first = [str(fields[name]) for name in ("timestamp", "content") if name in fields]
    rest = [f"{name}: {_plain(value)}" for name, value in fields.items() if name not in ("timestamp", "content")]
    return "- " + "  ".join((*first, ", ".join(rest))).rstrip()


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _text(path: Path, limit: int) -> str:
    try:
        raw = read_bytes(path, limit=limit + 1)
    except OSError:
        return ""
    text = raw[:limit].decode("utf-8", "replace")
    return text + _CUT.format(name=path.name) if len(raw) > limit else text


def _milliseconds(seconds: float) -> int:
    return int(seconds * 1_000)
