"""What the extension costs in real pi: its start, and the way from a prompt to the request.

    SILCROW_TEST_PI=/path/to/pi python -m benchmarks.pi [ROUNDS]

The same pi is asked with and without the extension, against a model on this machine that answers at once. The
difference is what memory costs, hooks, processes and all.
"""

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.pi.chat_server import Say
from tests.pi.running import RemotePi, remote_pi, run_pi, silcrow

_PROMPTS = 30
_WARM = 3
_ENTRIES = "\n§\n".join(f"Gauge {number} is read each quarter of an hour and kept." for number in range(20))


class Arrivals(list[dict[str, Any]]):
    """Requests, with the moment at which each arrived."""

    def __init__(self) -> None:
        super().__init__()
        self.at: list[float] = []

    def append(self, request: dict[str, Any]) -> None:
        self.at.append(time.perf_counter())
        super().append(request)


@contextmanager
def homes(*, extended: bool) -> Iterator[tuple[Path, Path]]:
    """An agent's folder and a project, with the extension or without."""
    with tempfile.TemporaryDirectory() as folder:
        agent_dir, project = Path(folder, "agent"), Path(folder, "project")
        for each in (agent_dir / "memories", project):
            each.mkdir(parents=True)
        (agent_dir / "memories" / "MEMORY.md").write_text(_ENTRIES)
        (agent_dir / "settings.json").write_text(json.dumps({"observational-memory": {"chunkTokens": 100_000}}))
        if extended:
            silcrow(agent_dir, project, "pi", "install")
        yield agent_dir, project


def start_ms(agent_dir: Path, project: Path) -> float:
    """From the start of pi to its first answer."""
    begin = time.perf_counter()
    with remote_pi(agent_dir, project, []) as pi:
        pi.ask("get_state")
        return (time.perf_counter() - begin) * 1000


def first_request_ms(agent_dir: Path, project: Path) -> float:
    """From the start of pi to the request of its first prompt."""
    begin, arrivals = time.perf_counter(), Arrivals()
    with remote_pi(agent_dir, project, [Say("Noted.")], requests=arrivals) as pi:
        pi.prompt("Hello")
    return (arrivals.at[0] - begin) * 1000


def prompts_ms(agent_dir: Path, project: Path, *, observed: bool) -> list[float]:
    """From each prompt to its request, in a session that is warm."""
    arrivals, took = Arrivals(), []
    with remote_pi(agent_dir, project, [Say("Noted.")] * (_PROMPTS + _WARM), requests=arrivals) as pi:
        if observed:
            pi.say("/om on")
        for number in range(_PROMPTS + _WARM):
            begin = _settled(pi)
            pi.prompt(f"Gauge {number}?")
            took.append((arrivals.at[-1] - begin) * 1000)
    return took[_WARM:]


def _settled(pi: RemotePi) -> float:
    """The moment at which pi has nothing else to do."""
    while pi.ask("get_state").get("isStreaming"):
        time.sleep(0.005)
    return time.perf_counter()


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    starts: dict[bool, list[float]] = {False: [], True: []}
    firsts: dict[bool, list[float]] = {False: [], True: []}
    prompts: dict[bool, list[float]] = {False: [], True: []}
    with homes(extended=False) as plain, homes(extended=True) as extended:
        for each in (plain, extended):
            run_pi(*each, [Say("Warm.")], "Hello")
        # By turns, so that what else the machine does hits both.
        for _ in range(rounds):
            for with_memory, home in ((False, plain), (True, extended)):
                starts[with_memory].append(start_ms(*home))
                firsts[with_memory].append(first_request_ms(*home))
                prompts[with_memory] += prompts_ms(*home, observed=with_memory)
    for name, measured in (("start", starts), ("start to first request", firsts), ("prompt to request", prompts)):
        without, together = statistics.median(measured[False]), statistics.median(measured[True])
        more = together - without
        print(f"{name:24}{without:9.1f} ms without{together:9.1f} ms with{more:+9.1f} ms")


if __name__ == "__main__":
    main()
