"""``silcrow mcp`` where it serves nothing; what it serves is shown in tests/hosts."""

import sys

import pytest

from tests.cli.conftest import Desk


@pytest.mark.parametrize("missing", ["anyio", "mcp_types"])
def test_without_the_sdk_it_says_what_to_install(desk: Desk, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.delitem(sys.modules, "silcrow.hosts.mcp_server", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    answer = desk("mcp")
    assert answer.code == 2
    assert "pip install 'silcrow[mcp]'" in answer.err
    assert answer.out == ""


def test_tools_that_are_switched_off_are_not_served(desk: Desk) -> None:
    desk("off", "tools")
    answer = desk("mcp")
    assert (answer.code, answer.out) == (3, "")
    assert f"switched off ({desk.agent_dir}/settings.json:3); `silcrow on tools`" in answer.err
