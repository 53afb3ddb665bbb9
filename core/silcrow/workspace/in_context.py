"""What the agent of a session is sent now: which entries, and the text that stands in place of older ones."""

from collections.abc import Sequence

from msgspec import Struct

from silcrow.pipeline.session_memory import observed_leaf
from silcrow.sessions import ContextEntry, SessionFile


class InContext(Struct, frozen=True):
    """The context of one leaf; empty where there is no session."""

    entry_ids: frozenset[str] = frozenset()
    """Entries whose own text is sent. In place of an entry that was edited there, the edit is one."""
    summary: str = ""
    """The text of the compaction that the context begins with; empty without one."""
    lines: frozenset[str] = frozenset()
    """The lines of that text."""

    def shows_line(self, line: str) -> bool:
        """Whether the text in place of older entries has this line, word for word."""
        return line in self.lines

    def shows(self, text: str) -> bool:
        """The same for any stretch of it; nothing is not shown."""
        return bool(text) and text in self.summary


def in_context(session: SessionFile) -> InContext:
    """What the agent is sent when it goes on where the session stands."""
    entries = session.context(observed_leaf(session)).entries
    sent = {each.id for each in entries if each.id is not None and each.messages}
    for target, edit in _edits(session, entries).items():
        if target in sent:
            sent = sent - {target} | {edit}
    first = entries[0] if entries else None
    summary = ""
    if first is not None and first.type == "compaction" and first.id in session:
        words = session.entry(first.id or "").get("summary")
        summary = words if isinstance(words, str) else ""
    return InContext(frozenset(sent), summary, frozenset(summary.split("\n")))


def _edits(session: SessionFile, entries: Sequence[ContextEntry]) -> dict[str, str]:
    """Entries that were edited in this context, each with its last edit."""
    edits: dict[str, str] = {}
    for each in entries:
        if each.type == "context_edit" and each.id in session:
            edits[str(session.entry(each.id or "").get("targetId"))] = each.id or ""
    return edits
