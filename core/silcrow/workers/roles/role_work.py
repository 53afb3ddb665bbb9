"""The work of a role, for any model: what it is told, the tools it has, and what it has handed in so far."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, Protocol, cast, runtime_checkable

from msgspec import Struct

from silcrow.workers.assignment import Assignment, WorkFailed
from silcrow.workers.roles.tool import RoleTool


class RoleWork(Protocol):
    """One order, ready to be done by a model that calls tools."""

    @property
    def instructions(self) -> str:
        """The rules of the role: the system prompt."""
        ...

    @property
    def prompt(self) -> str:
        """The one message of the user."""
        ...

    @property
    def tools(self) -> Sequence[RoleTool]:
        """What the model may call, and nothing else."""
        ...

    def progress(self) -> str:
        """How far it is, in a few words for people."""
        ...

    def result(self) -> Mapping[str, Any]:
        """The parts of the result that are in hand; may be asked at any time."""
        ...


class Unfinished(Struct, frozen=True):
    """What is still to be done when a model stops."""

    words: str
    """For the model, which is reminded once."""
    nothing_yet: bool = False
    """What is in hand is no result: a model that stops for good now has failed."""


@runtime_checkable
class KnowsItsEnd(Protocol):
    """Work that can tell whether it is done; other work is done when the model stops."""

    def done(self) -> bool:
        """Nothing more is wanted, so the model need not be asked once more."""
        ...

    def unfinished(self) -> Unfinished | None:
        """What is lacking if the model stops here."""
        ...


_MODULES: Final[Mapping[str, str]] = {
    "observer": "silcrow.workers.roles.observer",
    "consolidator": "silcrow.workers.roles.consolidator",
    "dream": "silcrow.workers.roles.dream",
    "check": "silcrow.workers.roles.check",
}
"""Role to module; a module has one function ``work_for``."""


def role_work(assignment: Assignment) -> RoleWork:
    """The work that an order asks for. An unknown role is a ``spawn`` failure; OSError when its input is gone."""
    module = _MODULES.get(assignment.role)
    if module is None:
        raise WorkFailed("spawn", f"could not start: there is no role {assignment.role}")
    work_for = cast("Callable[[Assignment], RoleWork]", import_module(module).work_for)
    return work_for(assignment)
