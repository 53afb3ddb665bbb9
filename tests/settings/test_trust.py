import json
from pathlib import Path
from typing import Any

import pytest

from silcrow.settings import is_trusted


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    (tmp_path / "agent").mkdir()
    (tmp_path / "code" / "project" / "part").mkdir(parents=True)
    return tmp_path / "agent"


def give(agent: Path, verdicts: dict[str, Any], default: str | None = None) -> None:
    (agent / "trust.json").write_text(json.dumps({str(agent.parent / key): value for key, value in verdicts.items()}))
    if default:
        (agent / "settings.json").write_text(json.dumps({"defaultProjectTrust": default}))


@pytest.mark.parametrize(
    ("verdicts", "default", "trusted"),
    [
        ({}, None, False),
        ({}, "ask", False),
        ({}, "never", False),
        ({}, "always", True),
        ({"code/project": True}, None, True),
        ({"code/project": True}, "never", True),
        ({"code/project": False}, "always", False),
        ({"code": True}, None, True),
        ({"code": True, "code/project": False}, None, False),
        ({"code": False, "code/project": True}, None, True),
        ({"code": True, "code/project": None}, None, True),
        ({"code/project/part": True}, None, False),
        ({"code/pro": True}, None, False),
        ({"code/project": "true"}, None, False),
        ({"code/project": 1}, None, False),
    ],
)
def test_the_nearest_verdict_decides_and_the_default_comes_last(
    agent: Path, verdicts: dict[str, Any], default: str | None, trusted: bool
):
    give(agent, verdicts, default)
    assert is_trusted(agent, agent.parent / "code" / "project") is trusted


def test_a_link_to_a_project_is_judged_by_where_it_leads(agent: Path):
    (agent.parent / "trusted").mkdir()
    (agent.parent / "trusted" / "link").symlink_to(agent.parent / "code" / "project")
    give(agent, {"code/project": False, "trusted": True})
    assert not is_trusted(agent, agent.parent / "trusted" / "link")


@pytest.mark.parametrize("content", [b"{", b"[]", b"\xff"])
def test_files_that_cannot_be_read_give_no_trust(agent: Path, content: bytes):
    (agent / "trust.json").write_bytes(content)
    (agent / "settings.json").write_bytes(content)
    assert not is_trusted(agent, agent.parent / "code" / "project")
