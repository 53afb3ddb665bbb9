"""The block that carries memory into an agent's system prompt: pure, and the same bytes for the same entries.

For each store that holds something: a rule, a label with how full the store is, the rule again, and the entries as
they stand in the file. What a model must not read is a placeholder; what does not fit is counted. Nothing in a block
varies with time, place or locale, so that a prompt cache keeps its worth.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from silcrow.curated.entry_format import DELIMITER, join
from silcrow.curated.prompt_room import choose_entries, share_room
from silcrow.curated.results import FILE_NAMES, Target, Usage
from silcrow.curated.states import DriftCheck

RULE = "═" * 46
LABELS: dict[Target, str] = {"memory": "MEMORY (your personal notes)", "user": "USER PROFILE (who the user is)"}
BETWEEN_SECTIONS = "\n\n"
LARGEST_BLOCK = 50_000
"""Code points of a whole block, both stores together."""


class StoreText(Struct, frozen=True):
    """One store as it was read for a block."""

    target: Target
    entries: tuple[str, ...] = ()
    usage: Usage | None = None
    """None where the file could not be read."""
    flagged: Mapping[int, tuple[str, ...]] | None = None
    """Places, from 0, of the entries that a model must not read, each with the ids of the threats found in it."""
    damage: DriftCheck | None = None
    """The gravest drift of the file."""

    @property
    def unreadable(self) -> bool:
        """Nothing is known of the file, which is not the same as empty."""
        return self.usage is None


class BlockedEntry(Struct, frozen=True):
    """An entry that is a placeholder in the block; the file keeps its text."""

    number: int
    """Place in the file, from 1."""
    ids: tuple[str, ...]


class Section(Struct, frozen=True):
    """What one store contributes; an empty store contributes nothing."""

    target: Target
    text: str
    shown: int = 0
    left_out: int = 0
    """Entries for which there was no room."""
    blocked: tuple[BlockedEntry, ...] = ()
    damage: DriftCheck | None = None
    current: bool = True
    """False where the file could not be read, so that this is an earlier section, or a line that says so."""


class PromptBlock(Struct, frozen=True, dict=True):
    """Both sections of a block."""

    memory: Section
    user: Section

    @property
    def sections(self) -> tuple[Section, Section]:
        return (self.memory, self.user)

    def section(self, target: Target) -> Section:
        return self.memory if target == "memory" else self.user

    @cached_property
    def text(self) -> str:
        """The block as it goes into the prompt; empty when both stores are."""
        return BETWEEN_SECTIONS.join(section.text for section in self.sections if section.text)

    @property
    def complete(self) -> bool:
        """Both files were read. Only such a block may be frozen for a session."""
        return self.memory.current and self.user.current


def build_block(
    memory: StoreText, user: StoreText, last: Mapping[Target, str] | None = None, *, largest: int = LARGEST_BLOCK
) -> PromptBlock:
    """Lay out both stores within ``largest`` code points; each gets what it needs, up to half where both need more.

    ``last`` holds the last valid section of each file in this session, for a file that can't be read now.
    """
    known = last or {}
    drafts = [_Draft(store, known.get(store.target, "")) for store in (memory, user)]
    rooms = share_room([draft.needed for draft in drafts], largest - len(BETWEEN_SECTIONS))
    sections = [draft.fit(room) for draft, room in zip(drafts, rooms, strict=True)]
    return PromptBlock(*sections)


def placeholder(target: Target, number: int, ids: Sequence[str]) -> str:
    """What stands in the block for an entry that a model must not read."""
    return (
        f"[BLOCKED: {FILE_NAMES[target]} entry contained threat pattern(s): {', '.join(ids)}. It is entry {number:,}, "
        "and the file keeps it. Correct or remove it there, or let the user accept it with `silcrow memory ack`.]"
    )


def left_out_line(target: Target, left_out: int, total: int) -> str:
    return (
        f"[NOT SHOWN: {left_out:,} of {total:,} entries of {FILE_NAMES[target]}, for want of room. "
        "Read the store to see them.]"
    )


def repair_line(target: Target, check: DriftCheck) -> str:
    return (
        f"[NEEDS REPAIR: a part of {FILE_NAMES[target]} is damaged ({check}), so it can't be changed now. "
        "Let the user repair it with `silcrow drift`.]"
    )


def unreadable_line(target: Target, *, earlier: bool) -> str:
    what = "This is what was last read of it" if earlier else "What it holds is not known; it is not empty"
    return f"[UNREADABLE: {FILE_NAMES[target]} can't be read now. {what}. Let the user repair it.]"


def heading(target: Target, usage: Usage | None = None) -> str:
    fill = f" [{usage}]" if usage is not None else ""
    return f"{RULE}\n{LABELS[target]}{fill}\n{RULE}\n"


class _Draft:
    """One store on its way into a block."""

    def __init__(self, store: StoreText, last: str) -> None:
        self._store = store
        self._flagged = store.flagged or {}
        if store.unreadable:
            self._heading, self._parts = _parts_of(last) if last else (heading(store.target), [])
            line = unreadable_line(store.target, earlier=bool(last))
            self._parts = [part for part in self._parts if part != line]
            self._closing = (line,)
        else:
            self._heading = heading(store.target, store.usage)
            self._parts = [self._part(place, entry) for place, entry in enumerate(store.entries)]
            self._closing = (repair_line(store.target, store.damage),) if store.damage else ()

    def _part(self, place: int, entry: str) -> str:
        ids = self._flagged.get(place)
        return placeholder(self._store.target, place + 1, ids) if ids else entry

    @property
    def needed(self) -> int:
        """Code points of the section if nothing is left out."""
        parts = (*self._parts, *self._closing)
        return len(self._heading) + len(join(parts)) if parts else 0

    def fit(self, room: int) -> Section:
        target, total = self._store.target, len(self._parts)
        kept = range(total) if self.needed <= room else self._kept(room)
        left_out = total - len(kept)
        shown = [self._parts[place] for place in kept]
        if left_out:
            shown.append(left_out_line(target, left_out, total))
        shown.extend(self._closing)
        return Section(
            target,
            self._heading + join(shown) if shown else "",
            len(kept),
            left_out,
            tuple(BlockedEntry(place + 1, ids) for place, ids in sorted(self._flagged.items())),
            self._store.damage,
            current=not self._store.unreadable,
        )

    def _kept(self, room: int) -> Sequence[int]:
        total = len(self._parts)
        lines = (left_out_line(self._store.target, total, total), *self._closing)
        for_entries = room - len(self._heading) - sum(len(line) + len(DELIMITER) for line in lines) + len(DELIMITER)
        costs = [len(part) + len(DELIMITER) for part in self._parts]
        # Facts before placeholders: what nobody may read should not push out what the agent needs.
        return choose_entries(costs, for_entries, later=self._flagged.keys())


def _parts_of(section: str) -> tuple[str, list[str]]:
    """Heading and parts of a section's text."""
    end = len("\n".join(section.split("\n")[:_HEADING_LINES])) + 1
    body = section[end:]
    return section[:end], body.split(DELIMITER) if body else []


_HEADING_LINES = 3
