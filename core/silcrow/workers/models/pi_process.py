"""A headless pi as a child of the worker: started, listened to, its calls of tools answered, ended."""

import contextlib
import json
import os
import selectors
import signal
import subprocess
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from silcrow.workers.models.pi_channel import Desk, ToolChannel
from silcrow.workers.models.pi_reply import event_of
from silcrow.workers.roles import RoleTool, RoleWork

EXTENSION: Final = Path(__file__).with_name("pi_tools.mjs")
LINE_LIMIT: Final = 64 << 20
"""Bytes of one event; the last one holds the whole conversation."""
_READ_AT_ONCE: Final = 64 << 10
_STDERR_KEPT: Final = 16 << 10
_END_SECONDS: Final = 2.0
_SOCKET_FOLDER_MOST: Final = 70
"""Bytes of the folder that ours lies in: systems allow 104 to 108 for the path of a socket."""
# No look at the network but for the model, and nothing told to anybody about this run.
_QUIET: Final = {"PI_OFFLINE": "1", "PI_SKIP_VERSION_CHECK": "1", "PI_TELEMETRY": "0"}
# All of these are known to every version since 0.74. A folder of its own as the current one, with nothing in it, does
# what --no-approve does in the versions that have that; --no-extensions covers MCP servers too.
_FLAGS: Final = (
    *("--mode", "json", "--no-session", "--no-extensions", "--no-builtin-tools"),
    *("--no-skills", "--no-prompt-templates", "--no-themes", "--no-context-files"),
)


class LineTooLong(Exception):  # noqa: N818 - it names what happened
    """Pi printed a line that no event is as long as."""


class PiProcess:
    """One pi at work. ``events`` runs it to its end; leaving the ``with`` ends it at once."""

    def __init__(
        self,
        process: "subprocess.Popen[bytes]",
        channel: ToolChannel,
        selector: selectors.BaseSelector,
        texts: Sequence[Path],
    ) -> None:
        self._process = process
        self._texts = texts
        self._channel = channel
        self._selector = selector
        self._line = bytearray()
        self._stderr = bytearray()

    @property
    def has_tools(self) -> bool:
        """Whether pi said that it has the tools of the role."""
        return self._channel.greeted

    @property
    def said(self) -> str:
        """The end of what it printed on standard error."""
        return self._stderr.decode("utf-8", "replace").strip()

    def events(self) -> Iterator[Mapping[str, Any]]:
        """Its events as they come, calls of tools answered meanwhile, until it has closed its output."""
        assert self._process.stdout and self._process.stderr
        ends = {self._process.stdout.fileno(), self._process.stderr.fileno()}
        for end in ends:
            self._selector.register(end, selectors.EVENT_READ, None)
        while ends:
            ready = [key for key, _ in self._selector.select()]
            for key in ready:
                if key.data is None:
                    part = os.read(key.fd, _READ_AT_ONCE)
                    if not part:
                        self._selector.unregister(key.fd)
                        ends.remove(key.fd)
                    elif key.fd == self._process.stdout.fileno():
                        yield from self._events_up_to(part)
                    else:
                        self._stderr += part
                        del self._stderr[:-_STDERR_KEPT]
            # Calls last: a reply that passes a limit is printed before the calls that it makes, and as long as those
            # are not answered the model is not asked again.
            for key in ready:
                if key.data is not None:
                    key.data()

    def exit_code(self) -> int:
        """How it ended, once its events are over; it is ended if it does not leave."""
        try:
            return self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self.end()
            return self._process.wait()

    def end(self) -> None:
        """Make it end; a pi that does not is killed."""
        if self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _events_up_to(self, part: bytes) -> Iterator[Mapping[str, Any]]:
        """The events that are complete with this part of the output."""
        # Lines end with LF and nothing else: other separators may stand inside of texts.
        first, *others = part.split(b"\n")
        self._line += first
        if len(self._line) > LINE_LIMIT:
            raise LineTooLong
        for following in others:
            event = event_of(bytes(self._line))
            self._line = bytearray(following)
            if event is None:
                continue
            if event.get("type") == "agent_start":
                self._remove_texts()
            yield event

    def _remove_texts(self) -> None:
        """Pi has read them by now, and nobody would remove them if we were killed."""
        for text in self._texts:
            text.unlink(missing_ok=True)


@contextlib.contextmanager
def running_pi(program: str, options: Sequence[str], role: RoleWork, desk: Desk) -> Generator[PiProcess]:
    """Start pi on the work of a role with its tools and nothing else, in our process group.

    ``options`` choose the model. Nothing that is said stands in its arguments. Raises OSError when it can't be started.
    """
    with _private_folder() as folder, selectors.DefaultSelector() as selector:
        texts = {
            "instructions.md": role.instructions,
            "prompt.md": role.prompt,
            "tools.json": json.dumps(_described(role.tools)),
        }
        for name, text in texts.items():
            (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
        channel = ToolChannel(folder / "tools.sock", desk, selector)
        try:
            process = subprocess.Popen(
                [program, "-p", f"@{folder / 'prompt.md'}", *_FLAGS, *_texts(folder), "-e", str(EXTENSION), *options],
                cwd=folder,
                env=_environment(folder),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            with process:
                pi = PiProcess(process, channel, selector, [folder / name for name in texts])
                try:
                    yield pi
                finally:
                    pi.end()
        finally:
            channel.close()


def _texts(folder: Path) -> tuple[str, ...]:
    # The second one is empty so that rules which the user has for conversations are not appended.
    return ("--system-prompt", str(folder / "instructions.md"), "--append-system-prompt", "")


def _environment(folder: Path) -> dict[str, str]:
    channel = {"SILCROW_TOOLS": str(folder / "tools.json"), "SILCROW_TOOLS_SOCKET": str(folder / "tools.sock")}
    return {**os.environ, **_QUIET, **channel}


def _described(tools: Sequence[RoleTool]) -> list[dict[str, Any]]:
    return [
        {"name": tool.name, "description": tool.description, "inputSchema": dict(tool.input_schema)} for tool in tools
    ]


@contextlib.contextmanager
def _private_folder() -> Generator[Path]:
    """A folder that only this user can enter, gone again afterwards, also when we are asked to end."""
    with _asked_to_end_as_an_exception():
        usual = tempfile.gettempdir()
        place = usual if len(os.fsencode(usual)) <= _SOCKET_FOLDER_MOST else "/tmp"
        with tempfile.TemporaryDirectory(prefix="silcrow-pi-", dir=place, ignore_cleanup_errors=True) as folder:
            yield Path(folder).resolve()


class _AskedToEnd(BaseException):
    pass


@contextlib.contextmanager
def _asked_to_end_as_an_exception() -> Generator[None]:
    """Let SIGTERM unwind what is open, and then end us as it would have."""

    def unwind(*_: object) -> None:
        raise _AskedToEnd

    before = signal.signal(signal.SIGTERM, unwind)
    try:
        yield
    except _AskedToEnd:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
