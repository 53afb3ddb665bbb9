"""The bundled recording, moved to here and now: its folder becomes the stage's, its last entry is written now."""

import json
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct

_PLACEHOLDER = "/home/you/harbor"


class Recording(Struct, frozen=True):
    """A session as the lines that an agent writes, in order."""

    session_id: str
    project_name: str
    header: bytes
    lines: tuple[bytes, ...]
    gaps: tuple[float, ...]
    """Seconds before each line, as recorded."""
    started: str
    """Time of the header, ISO 8601, UTC."""


def read_recording(path: Path, folder: Path, now: float) -> Recording:
    """The recording, working in ``folder / <project>``, with all times moved so that it ends at ``now``."""
    name = Path(_PLACEHOLDER).name
    real = json.dumps(str(folder / name))[1:-1]
    entries = [json.loads(line) for line in path.read_text("utf-8").replace(_PLACEHOLDER, real).splitlines()]
    times = [datetime.fromisoformat(entry["timestamp"]) for entry in entries]
    shift = datetime.fromtimestamp(now, UTC) - times[-1]
    moved = [_moved(entry, shift) for entry in entries]
    header, *rest = [json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() for entry in moved]
    return Recording(
        session_id=entries[0]["id"],
        project_name=name,
        header=header,
        lines=tuple(rest),
        gaps=tuple((later - earlier).total_seconds() for earlier, later in pairwise(times)),
        started=moved[0]["timestamp"],
    )


def session_path(agent_dir: Path, recording: Recording) -> Path:
    """Where pi would keep this session."""
    cwd = json.loads(recording.header)["cwd"]
    folder = cwd.lstrip("/").replace("/", "-").replace("\\", "-").replace(":", "-")
    time = recording.started.replace(":", "-").replace(".", "-")
    return agent_dir / "sessions" / f"--{folder}--" / f"{time}_{recording.session_id}.jsonl"


def _moved(entry: dict[str, Any], shift: timedelta) -> dict[str, Any]:
    moved = {**entry, "timestamp": _iso(datetime.fromisoformat(entry["timestamp"]) + shift)}
    message = entry.get("message")
    if isinstance(message, dict) and isinstance(message.get("timestamp"), int):
        moved["message"] = {**message, "timestamp": message["timestamp"] + round(shift.total_seconds() * 1000)}
    return moved


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
