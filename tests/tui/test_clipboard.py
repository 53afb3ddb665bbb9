"""Where a copied text goes, and what is said of it."""

import stat
from pathlib import Path

import pytest

from silcrow_tui.clipboard import Tool, copied_words, hand_to, native_tool, sent_words
from silcrow_tui.commands import REGISTRY
from tests.tui.bench import ENVIRON, workbench
from tests.tui.stage import until

ALL = {"WAYLAND_DISPLAY": "w", "DISPLAY": ":0", "WSL_DISTRO_NAME": "d"}


def name_of(tool: Tool | None) -> str | None:
    return tool.name if tool is not None else None


@pytest.mark.parametrize(
    ("environ", "platform", "installed", "expected"),
    [
        ({}, "linux", {"xclip", "wl-copy"}, None),
        ({"DISPLAY": ":0"}, "linux", {"xclip", "xsel"}, "xclip"),
        ({"DISPLAY": ":0"}, "linux", {"xsel"}, "xsel"),
        ({"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}, "linux", {"wl-copy", "xclip"}, "wl-copy"),
        ({"WSL_DISTRO_NAME": "d"}, "linux", {"clip.exe"}, "clip.exe"),
        ({}, "darwin", {"pbcopy"}, "pbcopy"),
        (ALL, "linux", set(), None),
        ({**ALL, "SSH_TTY": "/dev/pts/1"}, "linux", {"xclip", "wl-copy"}, None),
        ({**ALL, "SSH_CONNECTION": "a b"}, "darwin", {"pbcopy"}, None),
    ],
)
def test_the_tool_is_the_one_that_reaches_this_screen(
    environ: dict[str, str], platform: str, installed: set[str], expected: str | None
):
    assert name_of(native_tool(environ, platform, lambda name: name if name in installed else None)) == expected


def test_sending_claims_no_more_than_is_known():
    assert sent_words("a" * 1_330, {}, REGISTRY.key) == "Sent to the terminal (OSC 52), 1,330 chars"
    assert sent_words("a", {"TMUX": "x"}, REGISTRY.key).endswith("1 char · needs set-clipboard on; X saves to a file")


def test_hidden_characters_are_counted():
    assert sent_words("a\u202eb\u200bc", {}, REGISTRY.key).endswith(" · Careful: 2 hidden characters are in it")
    assert copied_words(Tool(("xclip",)), "a\x1bb") == (
        "Copied with xclip, 3 chars · Careful: 1 hidden character is in it"
    )
    assert "Careful" not in sent_words("two lines\n\tand 👩\u200d💻", {}, REGISTRY.key)


def script(folder: Path, name: str, body: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


async def test_a_tool_gets_the_text(tmp_path: Path):
    tool = script(tmp_path, "xclip", f'cat > "{tmp_path}/board"')
    assert await hand_to(Tool((str(tool),)), "Grüße\n§", {"PATH": "/usr/bin:/bin"})
    assert (tmp_path / "board").read_text() == "Grüße\n§"


async def test_a_tool_that_fails_or_is_not_there_is_no_copy(tmp_path: Path):
    tool = script(tmp_path, "xclip", "exit 1")
    assert not await hand_to(Tool((str(tool),)), "text", {"PATH": "/usr/bin:/bin"})
    assert not await hand_to(Tool((str(tmp_path / "gone"),)), "text", {})


async def test_the_screen_says_which_tool_took_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    script(tmp_path, "xclip", f'cat > "{tmp_path}/board"')
    path = f"{tmp_path}:/usr/bin:/bin"
    monkeypatch.setenv("PATH", path)
    app = workbench("calm", environ={**ENVIRON, "DISPLAY": ":0", "PATH": path})
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("y")
        await until(pilot, lambda: app.hint_words == "Copied with xclip, 56 chars", "the tool")
        assert app.clipboard == (tmp_path / "board").read_text()
