"""``silcrow watch`` beside a running pi: the session is observed as it grows, and its file is pi's alone."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.pi.chat_server import Reply, Say
from tests.pi.conftest import PADDING, SETTINGS
from tests.pi.running import needs_pi, only_session, remote_pi, run_pi, silcrow, silcrow_environ
from tests.waiting import wait_until

pytestmark = needs_pi


def test_a_session_that_pi_writes_is_observed_and_its_file_is_what_pi_wrote(agent_dir: Path, project: Path) -> None:
    (agent_dir / "settings.json").write_text(json.dumps(SETTINGS))
    script: list[Reply] = [Say(f"Done: module gauge{number} is noted now. {PADDING}") for number in range(5)]
    run_pi(agent_dir, project, script[:1], "Always name module gauge0 after what it holds.")
    session = only_session(agent_dir, project)
    silcrow(agent_dir, project, "om", "on", "--from", "start")
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "silcrow_tui", "watch", "--json"],
        cwd=project,
        env=silcrow_environ(agent_dir),
        stdout=subprocess.PIPE,
        text=True,
    ) as watching:
        assert watching.stdout is not None
        assert json.loads(watching.stdout.readline())["event"] == "watching"
        with remote_pi(agent_dir, project, script[1:], "--session", str(session.path)) as pi:
            for number in range(1, 5):
                pi.prompt(f"Always name module gauge{number} after what it holds.")
            # Pi still has the session open: what it wrote so far is observed now.
            wait_until(lambda: observed(agent_dir, project) >= 4)
            assert by_pi_alone(session.path)
        written = session.path.read_bytes()
        watching.terminate()
    assert session.path.read_bytes() == written
    assert by_pi_alone(session.path)
    session.refresh()
    assert not session.bad_lines and not session.warnings
    assert sum(each.kind == "user" for each in session.source_path()) == 5


def observed(agent_dir: Path, project: Path) -> int:
    return silcrow(agent_dir, project, "om", "status")["observations"]["total"]


def by_pi_alone(path: Path) -> bool:
    """Whether the file is one unbroken line of entries as pi links them, with none of our records."""
    entries: list[dict[str, Any]] = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    linked = all(later["parentId"] == earlier["id"] for earlier, later in pairwise(entries))
    return linked and not any(each["type"] in ("custom", "compaction") for each in entries)
