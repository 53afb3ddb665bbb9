"""Setting the demo's stage: a temporary agent's home, project and memory folder made from the bundled material."""

import shutil
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import mkdtemp

from msgspec import Struct

from silcrow.workspace.where import Asked, Where, locate
from silcrow_tui.demo.recording import Recording, read_recording, session_path

_REQUESTS_TO_END = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_BACKUP_AGE_SECONDS = 31 * 86_400
_INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TERM", "TMPDIR", "TZ", "SYSTEMROOT")


class Stage(Struct, frozen=True):
    """Where the demo plays."""

    folder: Path
    recording: Recording
    session: Path
    """The session file; it holds just its header until the recording is played."""
    environ: Mapping[str, str]

    @property
    def agent_dir(self) -> Path:
        return self.folder / "agent"

    @property
    def project(self) -> Path:
        return self.folder / self.recording.project_name

    def where(self) -> Where:
        """The places, as any surface finds them."""
        return locate(Asked(self.agent_dir, None, self.project, str(self.session)), self.environ, self.project)


@contextmanager
def demo_stage(environ: Mapping[str, str], *, keep: Path | None = None, now: float | None = None) -> Iterator[Stage]:
    """A fresh stage; removed at the end unless it was asked to be kept in a folder of its own."""
    if keep is not None and keep.exists() and any(keep.iterdir()):
        raise FileExistsError(17, "the folder for the demo is not empty", str(keep))
    # Nothing may interrupt between the making of the folder and the place that removes it.
    held = signal.pthread_sigmask(signal.SIG_BLOCK, _REQUESTS_TO_END)
    folder = keep.absolute() if keep is not None else Path(mkdtemp(prefix="silcrow-demo-"))
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
        folder.mkdir(parents=True, exist_ok=True)
        yield _set(folder.resolve(), environ, time.time() if now is None else now)
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def _set(folder: Path, environ: Mapping[str, str], now: float) -> Stage:
    agent_dir = folder / "agent"
    with as_file(files("silcrow_tui.demo") / "material") as material:
        recording = read_recording(material / "session.jsonl", folder, now)
        shutil.copytree(material / "memories", agent_dir / "memories")
        shutil.copyfile(material / "settings.json", agent_dir / "settings.json")
    old = agent_dir / "memories" / "USER.md.bak"
    old.rename(old.with_name(f"USER.md.bak.{int(now - _BACKUP_AGE_SECONDS)}"))
    (folder / recording.project_name).mkdir()
    session = session_path(agent_dir, recording)
    session.parent.mkdir(parents=True)
    session.write_bytes(recording.header + b"\n")
    kept = {name: value for name, value in environ.items() if name in _INHERITED}
    return Stage(folder, recording, session, {**kept, "PI_CODING_AGENT_DIR": str(agent_dir)})
