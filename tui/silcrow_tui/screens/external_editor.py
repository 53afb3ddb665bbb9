"""Handing a text to the editor that the user named in the environment, and taking it back."""

import asyncio
import os
import shlex
import shutil
import signal
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from textual.app import App, SuspendNotSupported


class Edited(Struct, frozen=True):
    """What came back: a text, or None when the old one stays, with the reason."""

    text: str | None
    words: str


def editor_command(environ: Mapping[str, str]) -> tuple[str, ...] | None:
    """``VISUAL``, else ``EDITOR``, as words of a command line. None when neither is set: no editor is guessed."""
    for name in ("VISUAL", "EDITOR"):
        if words := environ.get(name, "").strip():
            try:
                return tuple(shlex.split(words))
            except ValueError:
                return (words,)
    return None


async def edit_outside(app: App[object], text: str, environ: Mapping[str, str], *, name: str = "entry") -> Edited:
    """Let the user's editor change a text while the workbench stands aside.

    The draft is a file of mode 0600 in a folder of mode 0700, removed afterwards. The old text stays when the editor
    is missing, ends with anything but 0, or leaves no readable file. Line ends come back as LF, the final one is not
    part of the text. The event loop goes on meanwhile, so workers are looked after; only drawing waits.
    """
    command = editor_command(environ)
    if command is None:
        return Edited(None, "EDITOR is not set: name your editor there")
    folder = Path(tempfile.mkdtemp(prefix="silcrow-"))
    draft = folder / f"{name}.md"
    try:
        _write_private(draft, text)
        try:
            with app.batch_update(), app.suspend(), _interrupts_left_to_the_editor():
                code = await _run([*command, str(draft)])
        except SuspendNotSupported:
            return Edited(None, "this terminal can't be handed over to another program")
        except FileNotFoundError:
            return Edited(None, f"could not start: {command[0]}")
        except PermissionError:
            return Edited(None, f"not allowed to start: {command[0]}")
        if code != 0:
            return Edited(None, f"{Path(command[0]).name} ended with {code}: the old text stays")
        return _read_back(draft)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _run(command: Sequence[str]) -> int:
    process = await asyncio.create_subprocess_exec(*command)
    return await process.wait()


def _write_private(path: Path, text: str) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write((text + "\n").encode("utf-8", "surrogatepass"))


def _read_back(draft: Path) -> Edited:
    try:
        text = draft.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return Edited(None, "the draft is gone: the old text stays")
    except UnicodeDecodeError as error:
        return Edited(None, f"byte {error.start:,} of the draft is not UTF-8: the old text stays")
    text = text.replace("\r\n", "\n")
    return Edited(text.removesuffix("\n"), "taken from the editor")


@contextmanager
def _interrupts_left_to_the_editor() -> Iterator[None]:
    """The terminal sends ``ctrl+c`` to the whole foreground group; only the editor is meant by it."""
    before = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
