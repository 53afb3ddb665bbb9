"""Putting the extension into pi, and taking it out again with everything as it was."""

import contextlib
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from silcrow.files import write_atomic
from silcrow.hosts.pi.extension_files import entries_of
from silcrow.hosts.pi.neighbours import Neighbour, neighbours_in
from silcrow.hosts.pi.record import (
    ChangedSettings,
    InstallRecord,
    Mode,
    RecordUnreadable,
    packaged,
    read_record,
    write_record,
)
from silcrow.hosts.pi.scope import Scope
from silcrow.hosts.pi.settings_file import SettingsRefused, change_settings, hash_of, read_text, words_of
from silcrow.hosts.pi.switching import put_back, switch_off
from silcrow.settings.json_text import BadJson, parse_json_text
from silcrow.workspace.place import Answer

_LOADER = "loader.ts"
_MARK = b"// silcrow:"
_FILE_MODE = 0o644


class InstallPlan(Struct, frozen=True):
    """What an installation will do."""

    target: Scope
    mode: Mode
    switched: tuple[Neighbour, ...]
    """Other memory extensions that it switches off."""
    before: InstallRecord | None
    """What was installed here before."""


def neighbours_of(scopes: Sequence[Scope]) -> tuple[Neighbour, ...]:
    """Other memory extensions in these places, those that are off too. Raises SettingsRefused."""
    found: list[Neighbour] = []
    for scope in scopes:
        try:
            settings = parse_json_text(read_text(scope.settings) or "").value
        except BadJson as error:
            raise SettingsRefused("unreadable", f"{scope.settings} is no JSON: {error}. Mend it first.") from None
        for key in ("packages", "extensions"):
            if not isinstance(settings.get(key, []), list):
                raise SettingsRefused("unreadable", f"{scope.settings}: {key} must be a list. Mend it first.")
        found += neighbours_in(scope, settings)
    return tuple(found)


def plan_install(target: Scope, scopes: Sequence[Scope], choice: Mode | None) -> InstallPlan | Answer:
    """What to do in ``target``; ``scopes`` are all places that pi reads here.

    Without a choice the one that was made before holds. The answer ``undecided`` says that another memory extension is
    on and a choice is needed; others say why nothing can be installed.
    """
    if entries_of(target.extensions):
        words = (
            f"{target.extensions} is one extension itself, so pi loads nothing else in it. Move it into a folder below."
        )
        return Answer(False, words, "obstructed")
    if target.loader.exists() and not _is_ours(target.loader):
        return Answer(False, f"{target.loader} is not from silcrow. Move it away first.", "obstructed")
    try:
        before = read_record(target)
        on = tuple(each for each in neighbours_of(scopes) if each.on)
    except RecordUnreadable as error:
        return Answer(False, f"{error}. Remove it to install anew.", "unreadable")
    except SettingsRefused as error:
        return Answer(False, str(error), error.code)
    mode = choice or (before.mode if before is not None else "alone")
    if mode == "beside":
        return InstallPlan(target, mode, (), before)
    if on and choice is None:
        names = " and ".join(sorted({each.name for each in on}))
        words = (
            f"pi has {names} already. Say --replace to switch it off (uninstall puts it back), "
            "or --beside to leave memory to it."
        )
        return Answer(False, words, "undecided")
    switched_before = before is not None and bool(before.changed)
    return InstallPlan(target, "replace" if on or switched_before else "alone", on, before)


def install(plan: InstallPlan, scopes: Sequence[Scope], command: Sequence[str]) -> Answer:
    """Carry a plan out. ``command`` is the program that is silcrow, absolute, with its first arguments."""
    target = plan.target
    made = not target.extensions.exists() if plan.before is None else plan.before.made_folder
    record = InstallRecord(tuple(command), str(packaged("silcrow.ts")), plan.mode, made_folder=made)
    try:
        if plan.before is not None:
            record = replace(record, changed=plan.before.changed)
            if plan.mode == "beside":
                record = _put_all_back(target, record)
        write_record(target, record)
        for scope in scopes:
            if any(each.settings == scope.settings for each in plan.switched):
                record = _switch(target, record, scope)
        write_atomic(target.loader, packaged(_LOADER).read_bytes(), mode=_FILE_MODE, follow_links=False)
    except SettingsRefused as error:
        return Answer(False, str(error), error.code)
    except OSError as error:
        return Answer(False, f"Not installed: {error.filename or target.loader}: {words_of(error)}.", "io")
    return Answer(True, f"Installed in {target.extensions}. Sessions that start from now on have it.")


def uninstall(target: Scope) -> Answer:
    """Take the extension out, and switch on again what was switched off for it."""
    try:
        record = read_record(target)
    except RecordUnreadable as error:
        return Answer(False, f"{error}, so what was switched off is not known.", "unreadable")
    if record is None and not (target.loader.exists() and _is_ours(target.loader)):
        return Answer(False, f"Nothing of silcrow is in {target.extensions}.", "not_installed")
    try:
        if record is not None:
            _put_all_back(target, record)
        if target.loader.exists() and _is_ours(target.loader):
            target.loader.unlink()
        target.record.unlink(missing_ok=True)
    except SettingsRefused as error:
        return Answer(False, str(error), error.code)
    except OSError as error:
        return Answer(False, f"Not removed: {error.filename}: {words_of(error)}.", "io")
    if record is not None and record.made_folder:
        with contextlib.suppress(OSError):
            target.extensions.rmdir()
    names = "" if record is None or not record.changed else "; what was switched off is on again"
    return Answer(True, f"Removed from {target.extensions}{names}. Memory files stay.")


def _switch(target: Scope, record: InstallRecord, scope: Scope) -> InstallRecord:
    """Switch off what is on by one settings file; the record is written before it."""
    became = record

    def change(text: str | None) -> str:
        nonlocal became
        on = [each for each in neighbours_in(scope, parse_json_text(text or "").value) if each.on]
        after, changes = switch_off(text or "", on, scope.folder)
        path = str(scope.settings)
        earlier = next((each for each in record.changed if each.path == path), None)
        changed = ChangedSettings(path, text, hash_of(after), changes)
        if earlier is not None:
            # Somebody wrote in between: then only what we wrote ourselves can be taken back, not the whole text.
            untouched = text is not None and hash_of(text) == earlier.after_hash
            after_hash = hash_of(after) if untouched else ""
            changed = ChangedSettings(path, earlier.before, after_hash, (*earlier.changes, *changes))
        others = tuple(each for each in record.changed if each.path != path)
        became = replace(record, changed=(*others, changed))
        write_record(target, became)
        return after

    change_settings(scope.settings, change)
    return became


def _put_all_back(target: Scope, record: InstallRecord) -> InstallRecord:
    """Undo what was changed in settings, file by file; the record tells what is left."""
    for changed in record.changed:
        change_settings(Path(changed.path), lambda text, changed=changed: _before(text, changed))
        record = replace(record, changed=tuple(each for each in record.changed if each is not changed))
        write_record(target, record)
    return record


def _before(text: str | None, changed: ChangedSettings) -> str | None:
    if text is None:
        return None
    return changed.before if hash_of(text) == changed.after_hash else put_back(text, changed.changes)


def _is_ours(loader: Path) -> bool:
    with loader.open("rb") as file:
        return file.read(len(_MARK)) == _MARK
