"""Plans of a store on disk: made from a backup or the live file, made anew when the files changed."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from silcrow.curated import refusals
from silcrow.curated.file_refusals import unreadable_now
from silcrow.curated.last_known import read_last
from silcrow.curated.recovery.cutting import Grain
from silcrow.curated.recovery.judging import Scan
from silcrow.curated.recovery.piece import Finding
from silcrow.curated.recovery.plan import RecoveryPlan
from silcrow.curated.recovery.planning import Given, carry_over, make_plan
from silcrow.curated.results import Failure, Target
from silcrow.curated.store_file import Content, StoreFile, Unreadable, os_words, read_store_file
from silcrow.files import UnsafePath, read_bytes

if TYPE_CHECKING:
    from silcrow.curated.store import MemoryStore


def plan_recovery(
    store: "MemoryStore", target: Target | str, source: Path | None = None, *, grain: Grain = "bullet"
) -> RecoveryPlan | Failure:
    """A plan for a file, from a backup or, without a source, from the live file itself. Only reads.

    ``grain`` says how far damaged text is cut. The answer is a failure when a file can't be read at all; bytes that
    are no UTF-8 are no reason.
    """
    file = store.folder.file(target)
    if file is None:
        return refusals.unknown_target(target)
    if source is None:
        live = read_store_file(file.path)
        return plan_from(store, file, file.path, live.data if isinstance(live, Content) else b"", grain)
    content = read_backup(file, source)
    return content if isinstance(content, Failure) else plan_from(store, file, source, content, grain)


def plan_again(store: "MemoryStore", plan: RecoveryPlan) -> RecoveryPlan | Failure:
    """The plan on the files as they are now: the same source and decisions; what is new is undecided."""
    file = store.folder.file(plan.target)
    if file is None:
        return refusals.unknown_target(plan.target)
    fresh = plan_from(store, file, plan.stand.source, plan.source_content)
    return fresh if isinstance(fresh, Failure) else carry_over(plan, fresh)


def plan_from(
    store: "MemoryStore", file: StoreFile, source: Path, content: bytes, grain: Grain = "bullet"
) -> RecoveryPlan | Failure:
    """A plan from these bytes of a source, whatever the source holds now."""
    live = read_store_file(file.path)
    if isinstance(live, Unreadable):
        return unreadable_now(file, live.why)
    plan = make_plan(Given(file, live, source, content, read_last(file), scan_of(store), grain))
    # A plan on the live file outlives a change of it through the copy that is kept of it.
    if plan.stand.source == file.path and plan.stand.live_sha256 != plan.stand.source_sha256 and plan.stand.backup:
        return replace(plan, stand=replace(plan.stand, source=plan.stand.backup))
    return plan


def scan_of(store: "MemoryStore") -> Scan:
    """The scan of the store's own gate; texts that a person acknowledged have no findings."""

    def scan(text: str) -> Sequence[Finding]:
        screening = store.folder.screen.judge(text)
        return () if screening.acknowledged else screening.scan.findings

    return scan


def read_backup(file: StoreFile, source: Path) -> bytes | Failure:
    """The bytes of a backup, or why it can't be read."""
    try:
        return read_bytes(source)
    except UnsafePath as unsafe:
        why = f"it {unsafe.reason}"
    except OSError as error:
        why = os_words(error)
    return Failure(
        "io",
        f"{source} can't be read: {why}.",
        file.target,
        remediation="Name a backup that `silcrow drift list` shows, or none for the file itself.",
    )
