"""A session tree in memory, for tests that need no session file."""

from collections.abc import Iterable, Sequence
from typing import Any

from silcrow.observational.fold import fold_session
from silcrow.observational.path_fold import PathFold
from silcrow.observational.record_parsing import parse_record
from silcrow.observational.session_fold import SessionFold
from silcrow.observational.view import LedgerView
from silcrow.sessions.entries import EntryPayload, SessionHeader, SourceEntry, SourceKind

Json = dict[str, Any]


def header(session_id: str = "s1", *, timestamp: str = "2026-01-01T00:00:00.000Z", parent: str | None = None):
    return SessionHeader(session_id, "/work", timestamp, 3, parent)


def source_entry(entry_id: str, tokens: int = 10, kind: SourceKind = "user", minute: int = 0, **more: Any):
    return SourceEntry(entry_id, kind, tokens, f"2026-01-01T10:{minute:02}:00.000Z", **more)


class SmallTree:
    """Satisfies what the ledger asks of a session; entries are added one by one under the current leaf."""

    def __init__(self, session_header: SessionHeader | None = None) -> None:
        self.header = session_header or header()
        self.version = self.generation = 0
        self.leaf_id: str | None = None
        self.parents: dict[str, str | None] = {}
        self.sources: dict[str, SourceEntry] = {}
        self.customs: list[EntryPayload] = []

    def say(self, *entries: SourceEntry | str) -> "SmallTree":
        for entry in entries:
            made = source_entry(entry) if isinstance(entry, str) else entry
            self.sources[made.id] = made
            self._hang(made.id)
        return self

    def write(self, record: Json) -> Json:
        """A record in the session file, under the current leaf."""
        placed = {**record, "parentId": self.leaf_id}
        self.customs.append(placed)
        self._hang(record["id"])
        return placed

    def go(self, leaf: str | None) -> "SmallTree":
        self.leaf_id = leaf
        self.version += 1
        return self

    def _hang(self, entry_id: str) -> None:
        self.parents[entry_id] = self.leaf_id
        self.leaf_id = entry_id
        self.version += 1

    def __contains__(self, entry_id: str) -> bool:
        return entry_id in self.parents

    def branch_ids(self, leaf: str | None = None) -> tuple[str, ...]:
        at = self.leaf_id if leaf is None else leaf
        path: list[str] = []
        while at is not None and at in self.parents:
            path.append(at)
            at = self.parents[at]
        return tuple(reversed(path))

    def source_path(self, leaf: str | None = None) -> tuple[SourceEntry, ...]:
        return tuple(self.sources[each] for each in self.branch_ids(leaf) if each in self.sources)

    def custom_entries_behind(self, seen: int, prefixes: tuple[str, ...]) -> tuple[int, tuple[EntryPayload, ...]]:
        new = tuple(each for each in self.customs[seen:] if each["customType"].startswith(prefixes))
        return len(self.customs), new


def record(custom_type: str, record_id: str, at: int = 0, **data: Any) -> Json:
    """A line of the ledger; ``at`` are seconds of the day of writing."""
    timestamp = f"2026-01-02T{at // 3600:02}:{at // 60 % 60:02}:{at % 60:02}.000Z"
    line = {"type": "custom", "id": record_id, "parentId": None, "timestamp": timestamp, "customType": custom_type}
    return {**line, "data": data}


def recorded(record_id: str, chunk: tuple[str, str], *contents: str, at: int = 0, **data: Any) -> Json:
    """Observations of a chunk; their ids are made from the content's last character."""
    observations = [
        {"timestamp": f"2026-01-01T10:00:{ord(content[-1]) % 60:02}", "content": content} for content in contents
    ]
    ends = {"fromId": chunk[0], "toId": chunk[1]}
    return record(
        "om.observations.recorded",
        record_id,
        at,
        **{
            "observations": observations,
            "coversUpToId": chunk[1],
            "chunk": ends,
            "runId": f"obs-{record_id}",
            "attempt": 1,
            **data,
        },
    )


def view_of(tree: SmallTree, lines: Iterable[Json] = (), leaf: str | None = None) -> LedgerView:
    """The fold of the tree's own records and the given lines of a sidecar."""
    parsed = [
        *(parse_record(line, in_file=True) for line in tree.customs),
        *(parse_record(line) for line in lines),
    ]
    fold = fold_session(tree.header, [each for each in parsed if each is not None])
    return view_along(fold, tree, leaf)


def view_along(fold: SessionFold, tree: SmallTree, leaf: str | None = None) -> LedgerView:
    """What holds on the path to a leaf, folded from nothing."""
    path = PathFold(fold, tree)
    path.go(tuple(tree.branch_ids(leaf)), tuple(tree.source_path(leaf)))
    return path.view()


def contents(view: LedgerView) -> Sequence[str]:
    return [each.content for each in view.pool]
