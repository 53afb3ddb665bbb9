"""What a failed run means for the clock of its role, by the kind of its error."""

from typing import Final

from silcrow.workers import ErrorKind

RETRIED: Final[frozenset[ErrorKind]] = frozenset({"timeout", "killed", "exit", "no_result", "invalid_result"})
"""Failures that may pass: the same chunk is tried again, then parked."""
NEEDS_A_PERSON: Final[frozenset[ErrorKind]] = frozenset({"auth", "spawn", "budget"})
"""Failures that no retry mends: they pause the clock and leave the work untouched."""
