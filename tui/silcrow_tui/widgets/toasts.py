"""Short notices that fold: the same one again counts up instead of piling up."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import Struct
from textual.app import App

from silcrow.text import display_text

Severity = Literal["information", "warning", "error"]
SECONDS = 6.0
MOST = 3
MOST_SAID = 1_000
"""Notices that the log keeps."""


@dataclass(slots=True)
class _Notice:
    words: str
    severity: Severity
    until: float
    count: int = 1

    @property
    def text(self) -> str:
        return f"{self.words} (×{self.count})" if self.count > 1 else self.words


class Said(Struct, frozen=True):
    """A notice as the log keeps it."""

    at: float
    """Unix seconds; of several in a row the last."""
    words: str
    severity: Severity
    count: int = 1


class Toasts:
    """The notices that are up. At most three; the oldest goes first."""

    def __init__(self, app: App[Any], clock: Callable[[], float]) -> None:
        self._app = app
        self._clock = clock
        self._notices: list[_Notice] = []
        self._to_draw = False
        self._said: deque[Said] = deque(maxlen=MOST_SAID)

    @property
    def said(self) -> tuple["Said", ...]:
        """What was said so far, newest first; of very much just the last part."""
        return tuple(reversed(self._said))

    @property
    def texts(self) -> tuple[str, ...]:
        """What is up, oldest first."""
        return tuple(notice.text for notice in self._notices)

    def show(self, words: str, severity: Severity = "information") -> None:
        """Put a notice up, or count it when it is up already."""
        now = self._clock()
        self._notices = [notice for notice in self._notices if notice.until > now]
        harmless = display_text(words, multiline=True)
        same = next((notice for notice in self._notices if notice.words == harmless), None)
        if same is not None:
            self._notices.remove(same)
            self._notices.append(_Notice(harmless, severity, now + SECONDS, same.count + 1))
        else:
            self._notices.append(_Notice(harmless, severity, now + SECONDS))
        self._notices = self._notices[-MOST:]
        last = self._said[-1] if self._said else None
        if last is not None and last.words == harmless:
            self._said[-1] = Said(now, harmless, severity, last.count + 1)
        else:
            self._said.append(Said(now, harmless, severity))
        if not self._to_draw:
            self._to_draw = True
            self._app.call_later(self._draw)

    def _draw(self) -> None:
        """Once for a burst: a notice on its way to the screen can't be taken back, and would stand there twice."""
        self._to_draw = False
        now = self._clock()
        self._app.clear_notifications()
        for notice in self._notices:
            self._app.notify(notice.text, severity=notice.severity, timeout=max(0.5, notice.until - now), markup=False)
