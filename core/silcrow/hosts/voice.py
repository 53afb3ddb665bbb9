"""What a host is told between its own questions: records to write, sentences for the person, the status line."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from silcrow.hosts.status_line import HostStatus

Level = Literal["info", "warning", "error"]
Append = Callable[[str, Mapping[str, Any]], object]
"""Writes a ``custom`` entry (type, data) into the session, under its leaf. May raise OSError."""
Notice = Callable[[Level, str], object]
Changed = Callable[[HostStatus], object]


class Voice:
    """One host's ears."""

    def __init__(self, append: Append, notice: Notice, changed: Changed) -> None:
        self._append = append
        self._notice = notice
        self._changed = changed
        self.elsewhere = False
        """The host has turned to another session: what is still to be written for the last one is not for it."""
        self._shown: HostStatus | None = None
        self._told = ""

    def hand_over(self, custom_type: str, data: Mapping[str, Any]) -> None:
        """A record for the session. Where it can't be written the ledger keeps it."""
        if self.elsewhere:
            return
        try:
            self._append(custom_type, data)
        except OSError as error:
            self.say_once("warning", f"The session can't be written ({error}); its memory is kept beside it.")

    def say(self, level: Level, text: str) -> None:
        """A sentence for the person."""
        self._told = text
        self._notice(level, text)

    def say_once(self, level: Level, text: str) -> None:
        """The same for what goes on as it is: not twice in a row. An empty text is none."""
        if text and text != self._told:
            self.say(level, text)

    def show(self, status: HostStatus) -> None:
        """The status line, where it has changed."""
        if status != self._shown:
            self._shown = status
            self._changed(status)
