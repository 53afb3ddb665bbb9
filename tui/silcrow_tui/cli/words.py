"""What a state means for somebody at a command line: the core speaks of keys and windows, here it is commands."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from silcrow.workspace.state import WaitingKind

if TYPE_CHECKING:
    from silcrow.observational.status import Driver
    from silcrow.settings.switches import Switch


def gate_words(driver: "Driver") -> str:
    """Whether observing is on for the session, who starts its workers, and what to do about it."""
    match driver.state:
        case "off":
            return "off: nothing is read, run or spent; `silcrow om on` turns it on"
        case "nobody":
            return "on, nobody drives: `silcrow om observe` observes what is open"
        case "this":
            return "on, this process drives"
        case "other":
            return f"on, {driver.host or f'process {driver.pid}'} drives"
        case "passive":
            return "on but passive, nothing starts by itself: `silcrow om observe` observes what is open"
        case "foreign":
            return "on, another extension drives: `silcrow om observe --take-over` observes here all the same"


def paused_words(reason: str) -> str:
    """Why a clock stands still; a cap lets go by itself, the rest waits for a person."""
    from silcrow.pipeline.caps import is_cap

    return reason if is_cap(reason) else f"paused {reason}; `silcrow om resume` resumes"


def off_words(switches: "Iterable[Switch]") -> str | None:
    """The switches that are off, in one line; None when there is none."""
    names = [switch.name for switch in switches if not switch.on]
    return f"{', '.join(names)}; `silcrow on` says what decides it" if names else None


WHERE_TO_LOOK: dict[WaitingKind, str] = {
    "drift": "`silcrow drift list` says where",
    "unreadable": "`silcrow memory list` says why",
    "gone": "`silcrow memory list` names them",
    "blocked": "`silcrow memory list` says why",
    "held": "`silcrow review list` shows them",
    "gap": "`silcrow om runs` shows the failures",
    "failed_run": "`silcrow om runs` shows why",
    "settings": "named below under settings",
}
"""For each kind of waiting thing the command that shows more."""
