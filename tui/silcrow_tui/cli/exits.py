"""Exit codes of the command line, and which refusal ends with which."""

from silcrow.curated import Failure

DONE = 0
UNEXPECTED = 1
WRONG_USAGE = 2
REFUSED = 3
DRIFT = 4
BUSY = 5
UNREADABLE = 6
WAITING = 7

_BY_CODE = {"drift": DRIFT, "busy": BUSY, "unreadable": UNREADABLE, "io": UNREADABLE}


def exit_code_of(failure: Failure) -> int:
    """The exit code that a refused change ends with."""
    return exit_code_for(failure.code)


def exit_code_for(code: str) -> int:
    """The same for a bare code, as actions on observational memory give it."""
    return _BY_CODE.get(code, REFUSED)
