"""Why a key changes nothing in a window that only reads."""

from silcrow.workspace.place import Place


def why_readonly(place: Place) -> str | None:
    """Words for the hint line; None where the place may be changed."""
    return "Read only: nothing is changed from here." if place.readonly else None
