"""What a quick command costs, against a bare interpreter and against importing the workbench's toolkit.

    python benchmarks/quick_commands.py

Runs each program in a process of its own, in turns, and prints the processor time (user and system) of the best run,
and the ratios of ``silcrow status`` in the same run. With a session in the demo's material it has topics, runs and a
ledger to read, which is the dear case.
"""

import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

REPEATS = 15
SILCROW = [sys.executable, "-P", "-m", "silcrow_tui"]
BARE, TOOLKIT, STATUS = "python -c pass", "import textual.app", "silcrow status"


def cpu_seconds(command: Sequence[str], folder: Path, environ: dict[str, str]) -> float:
    """User and system time of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, env=environ, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    with TemporaryDirectory() as home:
        stage, empty = Path(home, "stage"), Path(home, "empty")
        empty.mkdir()
        # An installed program has its bytecode, so it must be kept here too.
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environ = {**kept, "HOME": home, "PI_CODING_AGENT_DIR": str(stage / "agent")}
        subprocess.run([*SILCROW, "demo", "--headless", "--keep", str(stage)], check=True, capture_output=True)
        project = next(stage.glob("*/.memory")).parent
        bare_environ = {**environ, "PI_CODING_AGENT_DIR": str(empty)}
        runs = {
            BARE: ([sys.executable, "-c", "pass"], empty, bare_environ),
            TOOLKIT: ([sys.executable, "-c", "import textual.app"], empty, bare_environ),
            "silcrow --help": ([*SILCROW, "--help"], empty, bare_environ),
            "silcrow memory list": ([*SILCROW, "memory", "list"], project, environ),
            "silcrow status, nothing there": ([*SILCROW, "status"], empty, bare_environ),
            STATUS: ([*SILCROW, "status"], project, environ),
        }
        seconds: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(REPEATS):
            for name, (command, folder, variables) in runs.items():
                seconds[name].append(cpu_seconds(command, folder, variables))
    best = {name: min(measured) for name, measured in seconds.items()}
    for name, value in best.items():
        print(f"{name:<31}{value:7.3f} s")
    to_bare, to_toolkit = best[STATUS] / best[BARE], best[STATUS] / best[TOOLKIT]
    print(f"silcrow status: {to_bare:.1f} x a bare interpreter, {to_toolkit:.2f} x importing the toolkit alone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
