"""The id of an entry that is written into a session file."""

import secrets
from collections.abc import Container


def new_entry_id(taken: Container[str]) -> str:
    """Eight hex digits that no entry of the file has."""
    entry_id = secrets.token_hex(4)
    while entry_id in taken:
        entry_id = secrets.token_hex(4)
    return entry_id
