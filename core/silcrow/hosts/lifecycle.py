"""The life of a session in a host, as values: which block its prompts show, and when it is to be compacted.

Pure: what happens comes in, the next state comes out with what is to be done. Nothing here reads, waits or writes.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from silcrow.curated import snapshot as blocks
from silcrow.curated.prompt_block import PromptBlock
from silcrow.curated.prompt_judging import Judge
from silcrow.curated.results import Target
from silcrow.curated.snapshot import Snapshot, SnapshotRecord, nearest_record

Reason = Literal["startup", "new", "resume", "reload", "fork"]
"""Why a host opens a session. ``startup`` may be a new one or an old one: what it holds decides."""
REASONS: tuple[Reason, ...] = ("startup", "new", "resume", "reload", "fork")


class Life(Struct, frozen=True):
    """A session that is open."""

    session_id: str
    snapshot: Snapshot
    leaf: str | None = None
    """Where the host goes on, as far as it said."""
    frozen: tuple[SnapshotRecord, ...] = ()
    """Blocks that were frozen here, which the session file may not hold yet."""
    asked: bool = False
    """The host was asked to compact, and no turn has ended since."""
    wanted: bool = False
    """A person asked for the compaction that comes next."""


class Prompted(Struct, frozen=True):
    """The answer to one prompt."""

    life: Life
    text: str
    """The block that goes into it; empty for none."""
    store: Mapping[str, Any] | None = None
    """Data of the record that freezes it, for the host to write now."""


def start(
    session_id: str,
    reason: Reason,
    records: Sequence[SnapshotRecord],
    branch_ids: Sequence[str],
    judge: Judge,
    *,
    leaf: str | None = None,
    before: Life | None = None,
) -> Life:
    """A session is opened. ``records`` are the blocks that it holds, ``branch_ids`` lead from its root to its leaf.

    ``before`` is the life that ends with this. The same session once more, such as after a reload of the host, goes on
    with the block that it had.
    """
    again = before is not None and before.session_id == session_id
    if reason in ("new", "fork") and not again:
        return Life(session_id, blocks.begin(session_id, fork=reason == "fork"), leaf)
    frozen = before.frozen if before is not None and again else ()
    record = nearest_record(_with_unwritten(records, frozen), branch_ids, session_id)
    return Life(session_id, blocks.resume(session_id, record, judge), leaf, frozen)


def go_to(
    life: Life, leaf: str | None, records: Sequence[SnapshotRecord], branch_ids: Sequence[str], judge: Judge
) -> Life:
    """Another branch is the current one: its own block is shown from here on."""
    record = nearest_record(_with_unwritten(records, life.frozen), branch_ids, life.session_id)
    return replace(life, leaf=leaf, snapshot=blocks.navigate(life.snapshot, record, judge))


def prompt(
    life: Life,
    read: Callable[[Mapping[Target, str]], PromptBlock],
    *,
    record_id: str,
    leaf: str | None = None,
    at: str = "",
) -> Prompted:
    """A prompt goes to the model; ``read`` makes a fresh block and is called only when one is due.

    A record that freezes a block is known again by ``record_id``; ``at`` is the time as entries of a session have it.
    """
    life = life if leaf is None else replace(life, leaf=leaf)
    shown = blocks.show(life.snapshot, read)
    if shown.store is None:
        return Prompted(replace(life, snapshot=shown.snapshot), shown.text)
    places = () if life.leaf is None else (life.leaf,)
    record = SnapshotRecord(record_id, life.session_id, shown.text, at, places)
    frozen = (*life.frozen, record)
    return Prompted(
        replace(life, snapshot=shown.snapshot, frozen=frozen), shown.text, {**shown.store, "recordId": record_id}
    )


def end_turn(life: Life, leaf: str | None) -> Life:
    """A turn is in the session."""
    return replace(life, leaf=leaf if leaf is not None else life.leaf, asked=False)


def settle(life: Life, leaf: str | None, *, due: bool) -> tuple[Life, bool]:
    """The agent is idle; whether the host is to compact now. It is asked once for each turn."""
    ask = due and not life.asked
    return replace(life, leaf=leaf if leaf is not None else life.leaf, asked=life.asked or ask), ask


def want_compaction(life: Life) -> Life:
    """A person asks for a compaction."""
    return replace(life, wanted=True)


def compacted(life: Life) -> Life:
    """A compaction is in the session, so that the next prompt shows what the files hold by then."""
    return replace(life, wanted=False, snapshot=blocks.compacted(life.snapshot))


def not_compacted(life: Life) -> Life:
    """A compaction failed: all stays as it is."""
    return replace(life, wanted=False)


def renew(life: Life) -> Life:
    """A person wants the next prompt to show what the files hold."""
    return replace(life, snapshot=blocks.reload(life.snapshot))


def _with_unwritten(records: Sequence[SnapshotRecord], frozen: Sequence[SnapshotRecord]) -> list[SnapshotRecord]:
    """The blocks that the session holds, and those frozen here that it does not hold yet."""
    written = {record.id for record in records}
    return [*records, *(record for record in frozen if record.id not in written)]
