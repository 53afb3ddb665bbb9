"""A host waits for the server at its own start, so the server loads little."""

import json
import os
import subprocess
import sys
from pathlib import Path

TELL = """
import atexit, sys
atexit.register(lambda: print("loaded", *{name.partition(".")[0] for name in sys.modules}, file=sys.stderr))
sys.argv = ["silcrow", "rpc"]
from silcrow_tui.cli import main
main()
"""
HEAVY = {"textual", "rich", "pydantic", "pydantic_ai", "mcp", "anyio", "rapidfuzz", "http", "yaml"}


def test_the_face_of_hosts_loads_no_toolkit():
    program = "import sys; from silcrow.hosts import MemoryHost; print(*{n.partition('.')[0] for n in sys.modules})"
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert set(done.stdout.split()) & {"textual", "rich", "click", "pydantic", "pydantic_ai", "mcp"} == set()


def test_a_handshake_loads_neither_a_terminal_nor_a_model_library(tmp_path: Path):
    params = {"protocolVersion": 1, "cwd": str(tmp_path), "agentDir": str(tmp_path / "agent")}
    hello = json.dumps({"id": 1, "method": "initialize", "params": params}) + "\n"
    done = subprocess.run(
        [sys.executable, "-P", "-c", TELL],
        input=hello,
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)},
        timeout=60,
        check=True,
    )
    assert json.loads(done.stdout.splitlines()[0])["result"]["protocolVersion"] == 1
    loaded = set(done.stderr.splitlines()[-1].split())
    assert "silcrow" in loaded
    assert loaded & HEAVY == set()
