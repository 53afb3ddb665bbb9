"""What stands in pi of silcrow, who else keeps memory there, and whether it works."""

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from silcrow.hosts.pi.extension_files import is_pattern, is_switched_on
from silcrow.hosts.pi.installing import neighbours_of
from silcrow.hosts.pi.neighbours import Neighbour
from silcrow.hosts.pi.record import InstallRecord, RecordUnreadable, packaged, read_record
from silcrow.hosts.pi.scope import Scope
from silcrow.hosts.pi.settings_file import SettingsRefused, read_text
from silcrow.settings.json_text import BadJson, parse_json_text

OLDEST_PI: Final = (0, 74, 2)
_SECONDS: Final = 20.0
_VERSION = re.compile(r"\d+\.\d+\.\d+")


class Installation(Struct, frozen=True):
    """The extension in one place."""

    scope: Scope
    record: InstallRecord | None
    """None where only the loader is left, or the record can't be read."""


class PiCheck(Struct, frozen=True):
    """All that was found. Words hold paths and names as they are on disk, so they are not safe to show."""

    silcrow: str
    """Version."""
    pi: str | None
    """Path of the program; None where it is not found."""
    pi_version: str | None
    installations: tuple[Installation, ...]
    neighbours: tuple[Neighbour, ...]
    problems: tuple[str, ...]
    """One sentence each, with what to do."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "silcrow": self.silcrow,
            "pi": {"path": self.pi, "version": self.pi_version},
            "installed": [_installation(each) for each in self.installations],
            "neighbours": [
                {"name": each.name, "kind": each.kind, "scope": each.scope, "place": each.place, "on": each.on}
                for each in self.neighbours
            ],
            "problems": list(self.problems),
        }


def check_pi(scopes: Sequence[Scope], environ: Mapping[str, str]) -> PiCheck:
    """Look at all places that pi reads here, and start pi and silcrow once each for their versions."""
    problems: list[str] = []
    installations = tuple(found for scope in scopes if (found := _installed(scope, problems)) is not None)
    neighbours: tuple[Neighbour, ...] = ()
    try:
        neighbours = neighbours_of(scopes)
    except SettingsRefused as error:
        problems.append(str(error))
    problems += [words for scope in scopes if (words := _ignored_by_pi(scope))]
    if not installations:
        problems.append("The extension is not installed. Run: silcrow pi install")
    if len(installations) > 1:
        problems.append("The extension is installed for the agent and for the project; remove one of them.")
    on = sorted({each.name for each in neighbours if each.on})
    if on and any(each.record is not None and each.record.mode != "beside" for each in installations):
        decide = "Decide: silcrow pi install --replace, or --beside"
        problems.append(f"{' and '.join(on)} is on as well, so silcrow takes no part. {decide}")
    program = shutil.which("pi", path=environ.get("PATH"))
    pi_version = _version_of([program, "--version"], environ) if program is not None else None
    if program is None:
        problems.append("pi is not on the path.")
    elif pi_version is None:
        problems.append(f"{program} does not say its version.")
    elif tuple(map(int, pi_version.split("."))) < OLDEST_PI:
        problems.append(f"pi {pi_version} is too old; it takes {'.'.join(map(str, OLDEST_PI))} or later.")
    problems += [words for each in installations for words in _works(each, environ)]
    return PiCheck(version("silcrow"), program, pi_version, installations, neighbours, tuple(problems))


def _installed(scope: Scope, problems: list[str]) -> Installation | None:
    try:
        record = read_record(scope)
    except RecordUnreadable as error:
        problems.append(f"{error}. Run: silcrow pi install")
        return Installation(scope, None)
    return Installation(scope, record) if record is not None or scope.loader.exists() else None


def _works(installation: Installation, environ: Mapping[str, str]) -> list[str]:
    scope, record = installation.scope, installation.record
    again = "Run: silcrow pi install" + (" --in-project" if scope.name == "project" else "")
    if record is None:
        return [f"{scope.loader} is there without its record. {again}"]
    problems: list[str] = []
    if not scope.loader.exists():
        problems.append(f"{scope.loader} is missing. {again}")
    elif scope.loader.read_bytes() != packaged("loader.ts").read_bytes():
        problems.append(f"{scope.loader} is of another version of silcrow. {again}")
    if _is_switched_off(scope):
        problems.append(f"The extension is switched off in {scope.settings}; pi config switches it on.")
    if not Path(record.extension).exists():
        problems.append(f"{record.extension} is gone. {again}")
    found = _version_of([*record.command, "--version"], environ)
    if found is None:
        problems.append(f"{' '.join(record.command)} does not start. {again}")
    elif found != version("silcrow"):
        problems.append(f"The extension starts silcrow {found}, and this is {version('silcrow')}. {again}")
    return problems


def _is_switched_off(scope: Scope) -> bool:
    try:
        entries = parse_json_text(read_text(scope.settings) or "").value.get("extensions", ())
    except (SettingsRefused, BadJson):
        return False
    patterns = [entry for entry in entries if isinstance(entry, str) and is_pattern(entry)]
    return not is_switched_on(scope.loader, patterns, scope.folder)


def _ignored_by_pi(scope: Scope) -> str:
    """Why pi takes nothing of a settings file that silcrow can read; empty where it takes all."""
    try:
        document = parse_json_text(read_text(scope.settings) or "")
    except (SettingsRefused, BadJson):
        return ""
    line = document.first_blanked_line()
    where = f"{scope.settings}:{line}"
    return "" if line is None else f"{where} has a comment or a trailing comma, and pi ignores all of such a file."


def _version_of(command: Sequence[str], environ: Mapping[str, str]) -> str | None:
    """The first version number that a program prints on either output; None where it prints none."""
    quiet = {"PI_OFFLINE": "1", "PI_SKIP_VERSION_CHECK": "1", "PI_TELEMETRY": "0"}
    try:
        done = subprocess.run(
            command,
            env={**environ, **quiet},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = _VERSION.search(done.stdout) or _VERSION.search(done.stderr)
    return found[0] if found is not None and done.returncode == 0 else None


def _installation(each: Installation) -> dict[str, Any]:
    record = each.record
    return {
        "scope": each.scope.name,
        "loader": str(each.scope.loader),
        "mode": record.mode if record is not None else None,
        "command": list(record.command) if record is not None else None,
        "extension": record.extension if record is not None else None,
        "switchedOff": [changed.path for changed in record.changed] if record is not None else [],
    }
