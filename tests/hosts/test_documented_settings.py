"""The configuration in docs/tools.md starts a server that answers."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed: pip install 'silcrow[mcp]'")

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

PAGE = Path(__file__).parents[2] / "docs" / "tools.md"
SETTINGS: list[Any] = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)]


@pytest.mark.parametrize("settings", SETTINGS, ids=["claude", "pi"])
async def test_the_settings_start_a_server(settings: Any, tmp_path: Path) -> None:
    server = settings["mcpServers"]["silcrow"]
    assert server["command"] == "silcrow"
    # The program of this environment, wherever it is installed.
    parameters = StdioServerParameters(
        command=sys.executable, args=["-P", "-m", "silcrow_tui", *server["args"]], env={"HOME": str(tmp_path)}
    )
    async with Client(stdio_client(parameters)) as client:
        assert len((await client.list_tools()).tools) == 4
