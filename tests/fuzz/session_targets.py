"""Session files, ledgers, results of workers, and topic files."""

import json
from pathlib import Path
from typing import Any, Final

from silcrow.observational import Ledger
from silcrow.observational.topic_index import render_index
from silcrow.observational.topics import TopicFile, parse_topic, render_topic, topic_of
from silcrow.sessions import SessionFile
from silcrow.workers.observer import validate_observations
from silcrow.workers.outcome import noted_before_failing, read_result
from silcrow.workers.plan import build_plan
from silcrow.workers.run import Run
from silcrow.workers.run_paths import RunPaths
from silcrow.workers.work_copy import FolderText
from tests.fuzz.target import Target

_ID: Final = "019f0000-aaaa-7000-8000-000000000001"


def feed_session(content: bytes, folder: Path) -> None:
    """Whatever stands in the file, reading it in two parts comes to the same as reading it at once."""
    whole, grown = folder / "whole.jsonl", folder / "grown.jsonl"
    whole.write_bytes(content)
    at_once = SessionFile(whole)
    at_once.refresh()
    grown.write_bytes(content[: len(content) // 2])
    in_parts = SessionFile(grown)
    in_parts.refresh()
    with grown.open("ab") as file:
        file.write(content[len(content) // 2 :])
    in_parts.refresh()
    assert _seen(in_parts) == _seen(at_once)


def _seen(session: SessionFile) -> object:
    context = None if session.is_circular else session.context()
    list(session.entries())
    return (
        session.header,
        session.entry_count,
        session.leaf_id,
        session.recoverable_leaf_id,
        session.roots,
        dict(session.labels),
        session.name,
        len(session.bad_lines),
        None if context is None else (context.context_tokens, context.projected_tokens),
        () if session.is_circular else session.source_path(),
    )


def feed_ledger(content: bytes, folder: Path) -> None:
    """A ledger that grows says the same as one that is read at once, and one more record is never refused."""
    session = SessionFile(folder / "session.jsonl")
    session.path.write_bytes(_SESSION)
    session.refresh()
    for name in ("whole", "grown"):
        (folder / name).mkdir()
    (folder / "whole" / "ledger.jsonl").write_bytes(content)
    (folder / "grown" / "ledger.jsonl").write_bytes(content[: len(content) // 2])
    whole, grown = Ledger(session, folder / "whole"), Ledger(session, folder / "grown")
    whole.refresh()
    grown.refresh()
    grown.view()
    with (folder / "grown" / "ledger.jsonl").open("ab") as file:
        file.write(content[len(content) // 2 :])
    grown.refresh()
    assert _told(grown) == _told(whole)
    before = whole.view().total
    whole.append("om.paused", {"roles": ["observer"], "reason": "fuzzed"}, now=1_000.0)
    whole.refresh()
    assert whole.view().total == before


def _told(ledger: Ledger) -> object:
    view = ledger.view()
    return (
        view.pool,
        view.total,
        view.dropped,
        view.enabled,
        view.settled_to,
        view.settled,
        dict(view.paused),
        view.cost,
    )


def feed_result(content: bytes, folder: Path) -> None:
    """What a worker left: taken over as far as it is sound, else a reason in words."""
    for role, run_id in (("observer", "obs-20260101000000-1-1"), ("consolidator", "cons-20260101000000-1-1")):
        paths = RunPaths(folder, run_id)
        paths.result.write_bytes(content.replace(b"RUN", run_id.encode()))
        run = Run(run_id, role, "running", "builtin/extractive", _ID, None, None, 0.0)  # type: ignore[arg-type]
        noted, _ = validate_observations({"observations": noted_before_failing(paths)}, ["e1", "e2"])
        assert all("\n" not in each.content for each in noted)
        result = read_result(run, paths)
        if not isinstance(result, dict):
            continue
        if role == "observer":
            taken, _ = validate_observations(result, ["e1", "e2"])
            assert all(set(each.sources) <= {"e1", "e2"} for each in taken)
        else:
            _plan(run_id, result)


def _plan(run_id: str, result: dict[str, Any]) -> None:
    nothing = FolderText({}, ())
    plan = build_plan(
        run_id=run_id,
        session_id=_ID,
        made_at="2026-01-01T00:00:00.000Z",
        handed=(),
        active=frozenset(),
        dispositions=result["dispositions"],
        base=nothing,
        work=nothing,
        live=nothing,
    )
    assert not plan.retired


def feed_topic(content: bytes, folder: Path) -> None:
    """A topic file in any state still has a line in the index, and only one."""
    topic = topic_of("notes.md", content)
    lines = render_index([topic]).splitlines()
    assert sum(line.startswith("- `notes.md`") for line in lines) == 1
    read = parse_topic(content.decode("utf-8", "replace"), "notes.md")
    if isinstance(read, TopicFile):
        again = parse_topic(render_topic(read.header, read.body), "notes.md")
        assert isinstance(again, TopicFile)
        assert again.header == read.header
        assert again.body.strip() == read.body.strip()


_SESSION: Final = b"\n".join(
    json.dumps(line).encode()
    for line in (
        {"type": "session", "version": 3, "id": _ID, "timestamp": "2026-01-01T00:00:00.000Z", "cwd": "/p"},
        *(
            {
                "type": "message",
                "id": f"e{number}",
                "parentId": f"e{number - 1}" if number > 1 else None,
                "timestamp": f"2026-01-01T00:0{number}:00.000Z",
                "message": {"role": "user", "content": [{"type": "text", "text": f"Say {number}."}]},
            }
            for number in range(1, 5)
        ),
    )
)


def _line(kind: str, number: int, **data: Any) -> bytes:
    time = f"2026-01-01T00:0{number}:30.000Z"
    return json.dumps(
        {"type": "custom", "customType": kind, "id": f"r{number}", "timestamp": time, "data": data}
    ).encode()


_OBSERVED: Final = {"observations": [{"timestamp": "2026-01-01T00:01:00", "content": "Uses uv."}], "coversUpToId": "e2"}
_LEDGER: Final = b"\n".join(
    (
        _line("om.enabled", 1, enabled=True, sessionId=_ID),
        _line("om.observations.recorded", 2, **_OBSERVED, chunk={"fromId": "e1", "toId": "e2"}, runId="obs-1"),
        _line(
            "om.observations.dropped", 3, observationTimestamps=["2026-01-01T00:01:00"], hashes=["0"], runId="cons-1"
        ),
        _line("om.run.reverted", 4, runIds=["cons-1"], sessionId=_ID),
        _line("om.cost", 5, runId="obs-1", costUsd=0.1, role="observer"),
        b"",
    )
)
_NOTED: Final = (
    b'{"runId": "RUN", "complete": true, "observations": [{"timestamp": "x", "content": "a", "sources": ["e1"]}]}'
)
_FILED: Final = (
    b'{"runId": "RUN", "complete": true, "dispositions": '
    b'[{"timestamp": "x", "content_hash": "0", "how": "filed", "topic": "a.md"}]}'
)
_TOPIC: Final = b"---\nid: notes\ntitle: Notes\nsummary: What is noted\nupdated: 2026-01-01\n---\n\nUses uv.\n"

SESSION_TARGETS: Final = (
    Target("session", (_SESSION, _SESSION + b"\n{}\nnull\n", b'{"type":"session"'), feed_session),
    Target("ledger", (_LEDGER,), feed_ledger),
    Target("worker-result", (_NOTED, _FILED, b"```json\n" + _NOTED + b"\n```\n"), feed_result),
    Target("topic", (_TOPIC, b"---\nid: [a\n---\n", b"no front matter"), feed_topic),
)
