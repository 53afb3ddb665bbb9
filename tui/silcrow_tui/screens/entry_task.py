"""What an entry editor is opened for, as a value: a new entry, another wording, one in the place of several."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from silcrow.curated.proposals import Proposal
from silcrow.curated.results import FILE_NAMES, Target
from silcrow.curated.states import Entry

Kind = Literal["add", "edit", "merge", "accept"]


def short_name(target: Target) -> str:
    """``MEMORY``."""
    return FILE_NAMES[target].removesuffix(".md")


class EntryTask(Struct, frozen=True):
    """One job of the editor. Entries are known by their full text, never by their number."""

    kind: Kind
    target: Target
    """The file that it starts in."""
    start: str
    """What stands in the field first."""
    replaced: tuple[str, ...] = ()
    """Full texts of the entries whose place the text takes."""
    title: str = ""
    """What it does, after which the name of the file follows."""
    proposal: Proposal | None = None

    @property
    def draft_key(self) -> str | None:
        """What tells its draft from those of other jobs; None for a blank new entry."""
        if self.proposal is not None:
            return f"proposal {self.proposal.id}"
        return "\n§\n".join(self.replaced) or self.start or None

    @property
    def may_change_file(self) -> bool:
        """Whether the text can go to the other file instead."""
        return self.kind in ("add", "edit")

    def words(self, target: Target) -> str:
        """The title while the text is meant for ``target``."""
        moved = ", moved there" if target != self.target else ""
        return f"{self.title.format(file=short_name(target))}{moved}"


def adding(target: Target, given: str = "") -> EntryTask:
    """A new entry, which may start with a given text."""
    return EntryTask("add", target, given, title="Add to {file}")


def editing(target: Target, entry: Entry) -> EntryTask:
    """Another wording for an entry."""
    return EntryTask("edit", target, entry.text, (entry.text,), f"Edit {{file}} entry {entry.number}")


def merging(target: Target, entries: Sequence[Entry]) -> EntryTask:
    """One text in the place of several entries, which it starts with."""
    texts = tuple(entry.text for entry in entries)
    numbers = [str(entry.number) for entry in entries]
    named = f"{', '.join(numbers[:-1])} and {numbers[-1]}"
    return EntryTask("merge", target, "\n".join(texts), texts, f"Merge {{file}} entries {named}")


def accepting(proposal: Proposal) -> EntryTask:
    """A proposed text, to be changed before it is taken."""
    replaced = () if proposal.old is None else (proposal.old,)
    title = "Edit, then add to {file}" if proposal.old is None else "Edit, then change in {file}"
    return EntryTask("accept", proposal.target, proposal.new or "", replaced, title, proposal)
