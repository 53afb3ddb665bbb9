"""Asking the present driver of a session to give it up: a small file beside the lock.

A host that talks to the agent comes before a watching process, and that before a workbench. The holder looks for such
a file every half second. A request counts only while the process that made it lives.
"""

import json
from pathlib import Path
from typing import Any, Final, Literal, cast

from msgspec import Struct

from silcrow.files import Holder, read_bytes, write_atomic
from silcrow.processes import ProcessIdentity, is_alive, own_identity

Standing = Literal["workbench", "watch", "host"]
"""What a driver is, least urgent first."""
REQUEST_SUFFIX: Final = ".wanted"
_ORDER: Final[tuple[Standing, ...]] = ("workbench", "watch", "host")
_LIMIT: Final = 1_000


class HandedOver(Exception):  # noqa: N818 - it names what happened
    """The clocks ended because somebody more urgent wants to drive; the session is to be closed now."""

    def __init__(self, to: Holder) -> None:
        super().__init__(f"{to} drives now")
        self.to = to


class Requests(Struct, frozen=True):
    """The request file of one session's lock."""

    lock_path: Path

    @property
    def path(self) -> Path:
        return self.lock_path.with_name(self.lock_path.name + REQUEST_SUFFIX)

    def ask(self, standing: Standing, purpose: str) -> None:
        """Ask whoever drives, until `withdraw`."""
        own = own_identity()
        request = {"pid": own.pid, "started": own.started, "purpose": purpose, "standing": standing}
        write_atomic(self.path, json.dumps(request).encode(), durable=False)

    def withdraw(self) -> None:
        """Take our own request back; somebody else's stays."""
        request = self._read()
        if request is not None and request.get("pid") == own_identity().pid:
            self.path.unlink(missing_ok=True)

    def more_urgent_than(self, standing: Standing) -> Holder | None:
        """The live process that is to drive instead of one of this standing; None when nobody asks."""
        request = self._read()
        if request is None:
            return None
        pid, started, asks = request.get("pid"), request.get("started"), request.get("standing")
        if not isinstance(pid, int) or not isinstance(started, (int, float)) or asks not in _ORDER:
            return None
        if _ORDER.index(asks) <= _ORDER.index(standing) or not is_alive(ProcessIdentity(pid, float(started))):
            return None
        return Holder(pid, float(started), str(request.get("purpose") or ""))

    def _read(self) -> dict[str, Any] | None:
        try:
            request = json.loads(read_bytes(self.path, limit=_LIMIT))
        except (OSError, ValueError, RecursionError):
            return None
        return cast("dict[str, Any]", request) if isinstance(request, dict) else None
