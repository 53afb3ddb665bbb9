"""What pi's reading of a damaged file hides, said in words, and the leaf that shows it again."""

from collections.abc import Iterator

from silcrow.sessions.index import NO_ROW, NO_SLOT, SessionIndex
from silcrow.sessions.tree import RowPath, hangs_in_the_air

_CONVERSATION = frozenset({"message", "custom_message", "branch_summary", "model_change", "thinking_level_change"})
"""Types that pi writes as the conversation goes on: such an entry at the end is where the user is."""

_WRITTEN_ANYWHERE = frozenset({"compaction", "context_edit", "label", "session_info", "usage"})
"""Types that pi hangs from wherever the user is; only a broken parent makes them suspicious."""


def recoverable_leaf(index: SessionIndex, path: RowPath) -> int:
    """The row whose path shows what the last entry of the file hides; `NO_ROW` when it hides nothing.

    ``path`` is the path to the last entry. Such an entry came from another program, or lost its parent: it became the
    leaf by standing last, while the conversation goes on elsewhere.
    """
    row = len(index) - 1
    while row >= 0 and _is_stray(index, row):
        row -= 1
    if row < 0 or row == len(index) - 1 or row in path.rows or index.id_of(row) is None:
        return NO_ROW
    return row


def reading_warnings(index: SessionIndex, path: RowPath, recoverable: int, torn: int) -> tuple[str, ...]:
    """One sentence for each thing that a reader of this file should know."""
    return tuple(_warnings(index, path, recoverable, torn))


def _is_stray(index: SessionIndex, row: int) -> bool:
    if index.own_slots[row] == NO_SLOT:
        return True
    entry_type = index.class_of(row).type
    if entry_type in _CONVERSATION:
        return False
    has_no_past = index.parent_slots[row] == NO_SLOT or hangs_in_the_air(index, row)
    return has_no_past or entry_type not in _WRITTEN_ANYWHERE


def _warnings(index: SessionIndex, path: RowPath, recoverable: int, torn: int) -> Iterator[str]:
    if index.byte_order_mark:
        yield "The file begins with a byte order mark; pi refuses to open it."
    if index.header is None and (len(index) or index.bad_lines):
        yield "The file has no session header; pi refuses to open it."
    if bad := len(index.bad_lines):
        first_line = index.bad_lines[0].line
        yield f"{bad} unreadable line{'s were' if bad > 1 else ' was'} skipped, the first is line {first_line}."
    if torn:
        yield f"The last line is not complete ({torn} bytes); it is read when it grows."
    if repeated := len(index.earlier_rows):
        first = index.id_of(min(index.earlier_rows))
        yield f"{repeated} id{'s stand' if repeated > 1 else ' stands'} more than once, the first is {first}."
    if path.circular:
        yield "The parents run in a circle, pi would never finish loading; the order of the lines is used instead."
    if recoverable != NO_ROW:
        yield (
            f"Line {index.last_entry_line} became the leaf and hides the conversation that ends at "
            f"{index.id_of(recoverable)}."
        )
    elif path.rows and hangs_in_the_air(index, root := path.rows[0]):
        yield (
            f"History before {index.id_of(root)} is cut off: its parent {index.parent_id_of(root)} is not in the file."
        )
