"""Putting a text on the clipboard: by the terminal's own sequence, and by a native tool where one can reach it."""

import asyncio
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from msgspec import Struct

from silcrow_tui.commands import KeyOf
from silcrow_tui.screens.stand_ins import is_hidden
from silcrow_tui.widgets.words import counted

SECONDS = 2.0
"""How long a tool may take; those that stay to serve the clipboard go on in the background by themselves."""


class Tool(Struct, frozen=True):
    """A program that takes a text from standard input."""

    command: Sequence[str]

    @property
    def name(self) -> str:
        return self.command[0]


def native_tool(
    environ: Mapping[str, str], platform: str = sys.platform, which: Callable[[str], str | None] = shutil.which
) -> Tool | None:
    """The tool that reaches the clipboard of whoever sits at this screen; none over ssh, where it would be another."""
    if "SSH_CONNECTION" in environ or "SSH_TTY" in environ:
        return None
    tools: list[Tool] = []
    if platform == "darwin":
        tools.append(Tool(("pbcopy",)))
    if "WAYLAND_DISPLAY" in environ:
        tools.append(Tool(("wl-copy",)))
    if "DISPLAY" in environ:
        tools += [Tool(("xclip", "-selection", "clipboard")), Tool(("xsel", "--input", "--clipboard"))]
    if "WSL_DISTRO_NAME" in environ:
        tools.append(Tool(("clip.exe",)))
    return next((tool for tool in tools if which(tool.name)), None)


async def hand_to(tool: Tool, text: str, environ: Mapping[str, str]) -> bool:
    """Give a text to a tool; False when it did not take it in time."""
    try:
        process = await asyncio.create_subprocess_exec(
            *tool.command,
            stdin=asyncio.subprocess.PIPE,
            # A tool that stays to serve the clipboard must not hold our pipes open.
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            env=dict(environ),
            start_new_session=True,
        )
    except OSError:
        return False
    try:
        async with asyncio.timeout(SECONDS):
            await process.communicate(text.encode("utf-8", "replace"))
    except (TimeoutError, OSError):
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        return False
    return process.returncode == 0


def sent_words(text: str, environ: Mapping[str, str], key: KeyOf) -> str:
    """What is known once the terminal has the sequence: that it was sent, never that it arrived."""
    words = f"Sent to the terminal (OSC 52), {counted(len(text), 'char')}"
    if "TMUX" in environ:
        words += f" · needs set-clipboard on; {key('main.export')} saves to a file"
    return words + careful_words(text)


def copied_words(tool: Tool, text: str) -> str:
    """What is known once a tool took it."""
    return f"Copied with {tool.name}, {counted(len(text), 'char')}{careful_words(text)}"


def careful_words(text: str) -> str:
    """A warning about characters that nobody sees; empty without any."""
    hidden = sum(is_hidden(text, at) for at in range(len(text)))
    return f" · Careful: {counted(hidden, 'hidden character is', 'hidden characters are')} in it" if hidden else ""
