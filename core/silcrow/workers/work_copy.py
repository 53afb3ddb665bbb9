"""The consolidator's copy of topics and journey: made before a run, read back with suspicion after it."""

import os
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from silcrow.files import make_private_folder, read_bytes, write_atomic
from silcrow.observational.topics import JOURNEY_FILE, is_safe_topic_name, topic_paths
from silcrow.workers.admission import DOCUMENT_LIMIT
from silcrow.workers.run_paths import RunPaths

FILES_MOST = 500
"""Files that are read back from a copy."""


class Refusal(Struct, frozen=True):
    """A file of a run that is not taken over, and why."""

    name: str
    reason: str


class FolderText(Struct, frozen=True):
    """Topics and journey of a folder at one moment, by file name."""

    files: Mapping[str, bytes]
    refused: tuple[Refusal, ...] = ()
    """Names and kinds of files that have no place there."""


def copy_for(paths: RunPaths, memory_folder: Path) -> FolderText:
    """Copy topics and journey twice: to be worked on, and to be compared with. What was copied comes back."""
    live = read_memory(memory_folder)
    for folder in (paths.base, paths.work):
        shutil.rmtree(folder, ignore_errors=True)
        make_private_folder(folder)
        for name, content in live.files.items():
            write_atomic(folder / name, content, durable=False)
    return live


def read_memory(folder: Path) -> FolderText:
    """Topics and journey as they are in a session's memory folder; other files there are none of ours to judge."""
    files: dict[str, bytes] = {}
    for path in (*topic_paths(folder), folder / JOURNEY_FILE):
        try:
            if stat.S_ISREG(path.lstat().st_mode):
                content = read_bytes(path, limit=DOCUMENT_LIMIT + 1)
                # What is larger could not be handed back: the worker does not see it, so it can't change it.
                if len(content) <= DOCUMENT_LIMIT:
                    files[path.name] = content
        except OSError:
            continue
    return FolderText(MappingProxyType(files))


def read_work(folder: Path) -> FolderText:
    """What a worker left in its copy. Links, folders, hidden, reserved and unsafe names are refused, not followed."""
    files: dict[str, bytes] = {}
    refused: list[Refusal] = []
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        return FolderText({}, (Refusal(folder.name, f"can't be read: {error.strerror}"),))
    for entry in found:
        reason = _refusal(entry) or ("too many files" if len(files) >= FILES_MOST else None)
        if reason is None:
            files[entry.name] = read_bytes(Path(entry.path), limit=DOCUMENT_LIMIT + 1)
        else:
            refused.append(Refusal(entry.name, reason))
    return FolderText(MappingProxyType(files), tuple(refused))


def _refusal(entry: os.DirEntry[str]) -> str | None:
    if entry.is_symlink():
        return "a link"
    if not entry.is_file(follow_symlinks=False):
        return "not a plain file"
    if entry.name != JOURNEY_FILE and not is_safe_topic_name(entry.name):
        return "not a name for a topic"
    return None
