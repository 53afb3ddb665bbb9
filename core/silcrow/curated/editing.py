"""Changes of single entries, from what was asked for to the answer."""

from collections.abc import Sequence

from silcrow.curated import operations, refusals
from silcrow.curated.actors import BACKGROUND
from silcrow.curated.changes import Intent
from silcrow.curated.changing import change_one
from silcrow.curated.entry_format import strip, unify_line_ends
from silcrow.curated.gate import Refused
from silcrow.curated.invisible import shows_nothing
from silcrow.curated.memory_folder import MemoryFolder
from silcrow.curated.operations import Outcome
from silcrow.curated.proposals import Wish
from silcrow.curated.results import Failure, Result
from silcrow.curated.review_refusals import held
from silcrow.curated.store_file import StoreFile


def add_text(folder: MemoryFolder, file: StoreFile, content: str, intent: Intent) -> Result:
    """See `MemoryStore.add`."""
    admitted = folder.screen.admit(content)
    if isinstance(admitted, Refused):
        return refusals.refused_content(file.target, admitted)

    def operation(entries: tuple[str, ...]) -> Outcome | Failure:
        return operations.add_entry(file.target, entries, admitted.text, file.limit, admitted.notes)

    return change_one(folder, file, operation, intent)


def replace_text(folder: MemoryFolder, file: StoreFile, old_text: str, content: str, intent: Intent) -> Result:
    """See `MemoryStore.replace`."""
    named = reference(old_text)
    if shows_nothing(named):
        return refusals.empty_reference(file.target)
    admitted = folder.screen.admit(content)
    if isinstance(admitted, Refused):
        return refusals.refused_content(file.target, admitted)

    def operation(entries: tuple[str, ...]) -> Outcome | Failure:
        return operations.replace_entry(file.target, entries, named, admitted.text, file.limit, admitted.notes)

    result = change_one(folder, file, operation, intent)
    return _or_review(folder, result, intent, Wish("replace", file.target, named, admitted.text))


def remove_text(folder: MemoryFolder, file: StoreFile, old_text: str, intent: Intent) -> Result:
    """See `MemoryStore.remove`."""
    named = reference(old_text)
    if shows_nothing(named):
        return refusals.empty_reference(file.target)

    def operation(entries: tuple[str, ...]) -> Outcome | Failure:
        return operations.remove_entry(file.target, entries, named, file.limit)

    result = change_one(folder, file, operation, intent)
    return _or_review(folder, result, intent, Wish("remove", file.target, named))


def merge_texts(
    folder: MemoryFolder, file: StoreFile, old_texts: Sequence[str], content: str, intent: Intent
) -> Result:
    """See `MemoryStore.merge`."""
    named = [reference(text) for text in old_texts]
    if any(shows_nothing(text) for text in named):
        return refusals.empty_reference(file.target)
    admitted = folder.screen.admit(content)
    if isinstance(admitted, Refused):
        return refusals.refused_content(file.target, admitted)

    def operation(entries: tuple[str, ...]) -> Outcome | Failure:
        return operations.merge_entries(file.target, entries, named, admitted.text, file.limit, admitted.notes)

    return change_one(folder, file, operation, intent)


def reference(text: str) -> str:
    """A text that names an entry, in the form in which entries are stored."""
    return strip(unify_line_ends(text))


def _or_review(folder: MemoryFolder, result: Result, intent: Intent, wish: Wish) -> Result:
    """What a background actor wants of an entry that was edited or removed since is shown to a person."""
    if not isinstance(result, Failure) or result.code != "no_match" or intent.actor not in BACKGROUND:
        return result
    try:
        return held(result, folder.proposals.hold([wish], "edited", intent, folder.clock()))
    except OSError:
        return result
