"""Sessions that another program's extension observes: looked at, and driven only by somebody who takes them over."""

from silcrow.observational import LedgerView


def drives_instead(view: LedgerView) -> str | None:
    """Who observes this session instead of us, as the subject of a sentence; None where nobody else does.

    The TypeScript extension does while the newest record of observations in the session file is its own. A program that
    uses our record names for something else does as soon as there is a record of it.
    """
    if view.typescript:
        return "The extension pi-observational-memory"
    if view.foreign:
        return "Another extension, with records of its own kind,"
    return None
