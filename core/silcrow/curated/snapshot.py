"""The life of the prompt block in a session: when it is taken, kept, brought back and renewed.

A host keeps one `Snapshot` for each session, hands it what happens, and asks it for the block before each prompt. All
of it is pure: reading the files comes in as a function, and storing is left to the host, which is told when.

A block is frozen when a session is new or forked. Resuming brings it back byte for byte, if every entry in it still
may be shown; another branch brings back the one that was frozen there. A compaction that succeeded, or a person's
wish, renews it. A block that was made while a file could not be read is shown, but freezes nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from silcrow.curated.prompt_block import PromptBlock
from silcrow.curated.prompt_judging import Judge
from silcrow.curated.prompt_saved import NotABlock, judge_saved, sections_of
from silcrow.curated.results import Target

RECORD_TYPE = "memory.snapshot"
"""``customType`` of the record that a host stores: ``{sessionId, block}``."""

Cause = Literal["new", "fork", "branch", "invalid", "compaction", "reload"]
"""Why a fresh block is due: a new session, a forked one, a branch or a resumed session that holds none, one that holds
none that may be used, a compaction, a person's wish."""

RENEWAL = "in a new or forked session, after a successful compaction, or on an explicit reload"


class SnapshotRecord(Struct, frozen=True):
    """A stored block, as a session holds it."""

    id: str
    session_id: str
    block: Any
    """As it was read: a text, unless somebody changed it."""
    timestamp: str = ""
    places: tuple[str, ...] = ()
    """Ids of entries that it may hang from, the surest first; none for the whole session."""

    def data(self) -> dict[str, Any]:
        """What the record carries."""
        return {"sessionId": self.session_id, "block": self.block}


class Snapshot(Struct, frozen=True):
    """What a session's prompt shows of memory, and whether that is due for renewal."""

    session_id: str
    block: str | None = None
    """The frozen text; None before the first one was frozen."""
    due: Cause | None = None
    """Why the next prompt takes a fresh block; None while the frozen one holds."""
    stored: str | None = None
    """The text that the session holds for this branch."""
    notice: str = ""
    """What a person should be told once, such as why a stored block was not used."""


class Shown(Struct, frozen=True):
    """The answer to one prompt."""

    snapshot: Snapshot
    """To go on with."""
    text: str
    """What goes into this prompt."""
    store: dict[str, Any] | None = None
    """Data of a `RECORD_TYPE` record that the host stores now; None when there is nothing to store."""


def begin(session_id: str, *, fork: bool = False) -> Snapshot:
    """A new session, or one forked from another: whatever is stored in it belongs to its parent."""
    return Snapshot(session_id, due="fork" if fork else "new")


def resume(session_id: str, record: SnapshotRecord | None, judge: Judge) -> Snapshot:
    """A session that is opened again, or whose host restarted; ``record`` is the nearest above its leaf."""
    return _bring_back(Snapshot(session_id), record, judge)


def navigate(snapshot: Snapshot, record: SnapshotRecord | None, judge: Judge) -> Snapshot:
    """Another branch is the current one now; ``record`` is the nearest above its leaf."""
    return _bring_back(snapshot, record, judge)


def compacted(snapshot: Snapshot) -> Snapshot:
    """A compaction succeeded, so that the cached prompt is gone anyway. One that failed changes nothing."""
    return _renew(snapshot, "compaction")


def reload(snapshot: Snapshot) -> Snapshot:
    """A person wants what the files hold now. That costs one miss of the prompt cache."""
    return _renew(snapshot, "reload")


def show(snapshot: Snapshot, read: Callable[[Mapping[Target, str]], PromptBlock]) -> Shown:
    """The block for the next prompt; ``read`` is called only when a fresh one is due.

    ``read`` takes the last valid section of each file in this session and makes the block of what the files hold now.
    """
    if snapshot.due is None and snapshot.block is not None:
        return Shown(snapshot, snapshot.block)
    block = read(sections_of(snapshot.block or ""))
    if not block.complete:
        unread = " and ".join(section.target for section in block.sections if not section.current)
        return Shown(replace(snapshot, notice=f"{unread} can't be read, so no block was frozen"), block.text)
    fresh = Snapshot(snapshot.session_id, block.text, stored=block.text)
    if snapshot.stored == block.text:
        return Shown(fresh, block.text)
    return Shown(fresh, block.text, {"sessionId": snapshot.session_id, "block": block.text})


def read_record(entry: Mapping[str, Any], *, in_session: bool = False) -> SnapshotRecord | None:
    """The stored block in a ``custom`` entry of the session file, or in a line of the ledger beside it.

    None for any other record. What is not as it should be in the block itself is left to its judgement.
    """
    data = entry.get("data")
    if entry.get("customType") != RECORD_TYPE or not isinstance(data, Mapping):
        return None
    body = cast(Mapping[str, Any], data)
    own = entry.get("id")
    # A line beside the session is no entry of it, so only what it names has a place there. An entry stands where it
    # stands: branches that leave the path above it do not hold it.
    places = [own] if in_session and own else [body.get("toId"), entry.get("parentId")]
    named = next((each for each in (body.get("recordId"), own) if isinstance(each, str)), "")
    return SnapshotRecord(
        id=named,
        session_id=str(body.get("sessionId")),
        block=body.get("block"),
        timestamp=str(entry.get("timestamp", "")),
        places=tuple(place for place in places if isinstance(place, str) and place),
    )


def nearest_record(
    records: Sequence[SnapshotRecord], branch_ids: Sequence[str], session_id: str
) -> SnapshotRecord | None:
    """The stored block of this session that stands nearest above the leaf; ``branch_ids`` lead from the root to it.

    Blocks of other sessions, which a fork carries along, do not count. Of two at one place the later one does.
    """
    depths = {entry_id: depth for depth, entry_id in enumerate(branch_ids)}
    placed = [
        (depth, record.timestamp, record.id, record)
        for record in records
        if record.session_id == session_id and (depth := _depth(record, depths)) is not None
    ]
    return max(placed, key=lambda each: each[:3])[3] if placed else None


def _depth(record: SnapshotRecord, depths: Mapping[str, int]) -> int | None:
    if not record.places:
        return -1
    return next((depths[place] for place in record.places if place in depths), None)


def _bring_back(snapshot: Snapshot, record: SnapshotRecord | None, judge: Judge) -> Snapshot:
    if record is None or record.session_id != snapshot.session_id:
        return replace(snapshot, due="branch", stored=None)
    judged = judge_saved(record.block, judge)
    if isinstance(judged, NotABlock):
        notice = f"The stored memory block was not used: {judged.why}. A fresh one takes its place."
        return replace(snapshot, due="invalid", stored=None, notice=notice)
    return Snapshot(snapshot.session_id, judged, stored=judged)


def _renew(snapshot: Snapshot, cause: Cause) -> Snapshot:
    return snapshot if snapshot.due is not None else replace(snapshot, due=cause)
