"""What a driver says of itself in the lock of its session, as far as others have to understand it."""

from typing import Final

_HOST: Final = "host "
_NAME_MOST: Final = 24


def host_purpose(name: str) -> str:
    """What a host writes: its name and version, such as ``host pi 0.74.2``."""
    return f"{_HOST}{name}"


def host_of(purpose: str) -> str | None:
    """The name of the host that wrote this, without its version; None for any other driver."""
    if not purpose.startswith(_HOST):
        return None
    name = purpose.removeprefix(_HOST).split()[:1]
    return name[0][:_NAME_MOST] if name else None
