"""Changes of more than one entry or of both files: batches, imports, moves, merges, tidying."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from silcrow.curated import file_refusals, refusals
from silcrow.curated.actors import BACKGROUND
from silcrow.curated.changes import Intent
from silcrow.curated.changing import change_all
from silcrow.curated.editing import reference
from silcrow.curated.entry_format import joined_length, serialise
from silcrow.curated.examination import Clean, Damaged
from silcrow.curated.gate import Refused
from silcrow.curated.history import new_change_id
from silcrow.curated.invisible import shows_nothing
from silcrow.curated.memory_folder import MemoryFolder
from silcrow.curated.notes import tidied_by_a_write
from silcrow.curated.operations import Outcome, add_entry, find_place, remove_entry
from silcrow.curated.pins import read_pins
from silcrow.curated.proposals import Wish
from silcrow.curated.results import TARGETS, Failure, Result, Success, Target, Usage
from silcrow.curated.review_refusals import held
from silcrow.curated.rows import Row, admit_rows, apply_rows
from silcrow.curated.seen import Seen, look_at
from silcrow.curated.store_file import StoreFile, Unreadable


def apply_batch(
    folder: MemoryFolder,
    given: Iterable[Mapping[str, Any]],
    intent: Intent,
    *,
    target: Target | None = None,
    allow_empty: bool = False,
) -> tuple[Success, ...] | Failure:
    """All rows or none, over both files; the answers of the files that they name, memory first."""
    rows = admit_rows(given, folder.screen, target=target)
    if isinstance(rows, Failure):
        return rows
    named: list[Target] = [each for each in TARGETS if any(row.target == each for row in rows)]
    if not named and target is not None:
        named.append(target)
    if not named:
        return refusals.no_rows()

    def plan(seen: tuple[Seen, ...]) -> tuple[Outcome, ...] | Failure:
        outcomes: list[Outcome] = []
        for each in seen:
            of_file = [row for row in rows if row.target == each.file.target]
            outcome = apply_rows(of_file, each.file, each.entries, allow_empty=allow_empty)
            if isinstance(outcome, Failure):
                return outcome
            outcomes.append(outcome)
        return tuple(outcomes)

    action = new_change_id() if len(named) > 1 else None
    whole = Intent(intent.operation, intent.actor, intent.origin, action=action)
    answer = change_all(folder, tuple(folder.files[each] for each in named), plan, whole)
    if isinstance(answer, Failure) and answer.code == "no_match" and intent.actor in BACKGROUND:
        return _hold(folder, rows, answer, whole)
    return answer


def _hold(folder: MemoryFolder, rows: Sequence[Row], failure: Failure, intent: Intent) -> Failure:
    """A row is about an entry that was edited or removed since: a person looks at all of them."""
    wishes = [Wish(row.op, row.target, row.old_text or None, row.content or None) for row in rows]
    try:
        return held(failure, folder.proposals.hold(wishes, "edited", intent, folder.clock()))
    except OSError:
        return failure


def move_entry(folder: MemoryFolder, source: StoreFile, old_text: str, intent: Intent) -> Result:
    """Add an entry to the other file, then take it out here; one action in history."""
    named = reference(old_text)
    if shows_nothing(named):
        return refusals.empty_reference(source.target)
    other = folder.files["user" if source.target == "memory" else "memory"]

    def plan(seen: tuple[Seen, ...]) -> tuple[Outcome, ...] | Failure:
        there, here = seen
        place = find_place(source.target, here.entries, named, source.limit)
        if isinstance(place, Failure):
            return place
        text = here.entries[place]
        admitted = folder.screen.admit(text)
        if isinstance(admitted, Refused):
            return refusals.refused_content(source.target, admitted)
        came = add_entry(other.target, there.entries, text, other.limit, admitted.notes)
        went = remove_entry(source.target, here.entries, text, source.limit)
        if isinstance(came, Failure):
            return came
        if isinstance(went, Failure):
            return went
        pinned = (text,) if any(pin.text == text for pin in read_pins(source)) else ()
        message = f"Moved to {other.name}."
        return (
            Outcome(came.entries, message, similar=came.similar, pinned=pinned, notes=came.notes),
            Outcome(went.entries, message, replaced=text),
        )

    whole = Intent(intent.operation, intent.actor, intent.origin, action=new_change_id())
    answer = change_all(folder, (other, source), plan, whole)
    return answer if isinstance(answer, Failure) else answer[1]


def tidy_file(folder: MemoryFolder, file: StoreFile, intent: Intent) -> Result:
    """Write the same entries in canonical form."""

    def plan(seen: tuple[Seen, ...]) -> tuple[Outcome, ...] | Failure:
        return (tidied(seen[0]),)

    answer = change_all(folder, (file,), plan, intent)
    return answer if isinstance(answer, Failure) else answer[0]


def preview_tidy(file: StoreFile) -> Result:
    """What tidying would do now, without doing it or waiting for anybody."""
    seen = look_at(file)
    verdict = seen.verdict
    if isinstance(verdict, Unreadable):
        return file_refusals.unreadable_now(file, verdict.why)
    if not isinstance(verdict, Clean | Damaged):
        return file_refusals.unreadable_now(file, f"it is {verdict}", verdict)
    if isinstance(verdict, Damaged):
        return file_refusals.drifted_now(file, verdict.drifts[0])
    outcome = tidied(seen)
    usage = Usage(joined_length(outcome.entries), file.limit)
    return Success(file.target, outcome.entries, usage, outcome.message, notes=outcome.notes)


def tidied(seen: Seen) -> Outcome:
    """The same entries, spelt as silcrow and its neighbours spell them."""
    content = serialise(seen.entries)
    if content == (seen.data or b""):
        return Outcome(seen.entries, "Already tidy; nothing was changed.")
    notes = tidied_by_a_write(seen.parsed) if seen.parsed is not None else ()
    notes = notes or ("blanks beside entries",)
    return Outcome(seen.entries, "Tidied: the entries are the same.", content=content, notes=notes)
