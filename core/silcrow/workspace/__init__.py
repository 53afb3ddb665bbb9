"""One place: a memory folder, a project and a session in it. State, changes, actions."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from silcrow.workspace.workspace import Workspace

__all__ = ["Workspace"]


def __getattr__(name: str) -> Any:
    # The engine needs asyncio and threads, which a status command should not pay for.
    if name == "Workspace":
        from silcrow.workspace.workspace import Workspace

        return Workspace
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
