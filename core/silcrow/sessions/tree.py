"""Walking the tree of entries. Always ends, whatever the file claims about parents."""

from array import array

from msgspec import Struct

from silcrow.sessions.index import NO_ROW, NO_SLOT, SessionIndex


class RowPath(Struct, frozen=True):
    """Rows from a root to a leaf."""

    rows: "array[int]"
    circular: bool = False
    """pi would never finish walking up from the leaf: this is the path by file order instead."""


def path_to(index: SessionIndex, leaf: int) -> RowPath:
    """The path from the root to ``leaf``.

    As pi walks, where pi's walk ends. Where it would run in a circle (an id that stands twice, an entry that is its
    own ancestor), a parent is sought above its child in the file only: the order in which the entries were written.
    """
    rows = array("i")
    seen = bytearray(len(index))
    parent_slots, slot_rows = index.parent_slots, index.slot_rows
    row = leaf
    while row != NO_ROW:
        if seen[row]:
            return RowPath(_rows_by_file_order(index, leaf), circular=True)
        seen[row] = 1
        rows.append(row)
        slot = parent_slots[row]
        row = NO_ROW if slot == NO_SLOT else slot_rows[slot]
    rows.reverse()
    return RowPath(rows)


def extended(path: RowPath, row: int) -> RowPath:
    """The path to a child of the leaf of ``path``, which must not be circular."""
    return RowPath(path.rows + array("i", (row,)))


def hangs_in_the_air(index: SessionIndex, row: int) -> bool:
    """Whether an entry names a parent that no line of the file has."""
    slot = index.parent_slots[row]
    return slot != NO_SLOT and index.slot_rows[slot] == NO_ROW


def root_ids(index: SessionIndex) -> tuple[str | None, ...]:
    """Ids of the entries that have nothing above them, in file order."""
    slot_rows, parents = index.slot_rows, index.parent_slots
    return tuple(
        index.id_of(row)
        for row in range(len(index))
        if parents[row] == NO_SLOT or slot_rows[parents[row]] in (NO_ROW, row)
    )


def _rows_by_file_order(index: SessionIndex, leaf: int) -> "array[int]":
    rows = array("i", (leaf,))
    while (row := _parent_above(index, rows[-1])) != NO_ROW:
        rows.append(row)
    rows.reverse()
    return rows


def _parent_above(index: SessionIndex, row: int) -> int:
    parent = index.parent_row_of(row)
    while parent != NO_ROW and parent >= row:
        parent = index.earlier_rows.get(parent, NO_ROW)
    return parent
