from pathlib import Path

from silcrow.sessions import sessions_dir_from
from silcrow.settings.types import MemorySettings, Settings


def with_setting(value: object) -> Settings:
    return Settings(memory=MemorySettings(Path("/m")), raw={"sessionDir": value})


def test_sessions_lie_in_folders_below_the_agents_own():
    assert sessions_dir_from(Path("/agent"), {}) == (Path("/agent/sessions"), False)


def test_the_environment_wins_over_the_setting():
    environ = {"PI_CODING_AGENT_SESSION_DIR": "/env"}
    assert sessions_dir_from(Path("/agent"), environ, with_setting("/set")) == (Path("/env"), True)
    assert sessions_dir_from(Path("/agent"), {}, with_setting("/set")) == (Path("/set"), True)


def test_a_setting_that_is_no_text_is_ignored():
    assert sessions_dir_from(Path("/agent"), {}, with_setting(3)) == (Path("/agent/sessions"), False)


def test_a_relative_folder_starts_at_the_working_folder():
    environ = {"PI_CODING_AGENT_SESSION_DIR": "logs"}
    assert sessions_dir_from(Path("/agent"), environ, cwd=Path("/work")) == (Path("/work/logs"), True)


def test_a_tilde_is_the_home_of_the_given_environment():
    environ = {"PI_CODING_AGENT_SESSION_DIR": "~/logs", "HOME": "/home/me"}
    assert sessions_dir_from(Path("/agent"), environ) == (Path("/home/me/logs"), True)
