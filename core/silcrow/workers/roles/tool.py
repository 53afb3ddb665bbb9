"""A tool of a role: what a model may call, bound to no model and no framework."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from msgspec import Struct

from silcrow.workers.roles.arguments import problems_with


class ToolReply(Struct, frozen=True):
    """What a call comes to, in words for the model."""

    text: str
    is_error: bool = False


class RoleTool(Struct, frozen=True):
    """One tool. It runs in the worker process, whichever model calls it."""

    name: str
    description: str
    input_schema: Mapping[str, Any]
    """JSON Schema of an object."""
    call: Callable[[Mapping[str, Any]], ToolReply]
    """Does the work; called with arguments that fit only, through ``answer_call``."""
    must_fit: Mapping[str, Any] | None = None
    """The schema that a call is refused by as a whole, for a tool that judges parts of it itself; else all of it."""


def answer_call(tools: Sequence[RoleTool], name: str, arguments: object) -> ToolReply:
    """The answer to a call of ``name`` with whatever a model gave as arguments.

    An unknown tool and arguments that do not fit are errors in words, so that the model can do better; nothing is
    raised for them.
    """
    tool = next((each for each in tools if each.name == name), None)
    if tool is None:
        known = ", ".join(each.name for each in tools)
        return ToolReply(f"There is no tool {name[:80]!r}. The tools are: {known}.", is_error=True)
    problems = problems_with(arguments, tool.must_fit or tool.input_schema)
    if problems:
        return ToolReply(f"Nothing was done: {'; '.join(problems)}.", is_error=True)
    return tool.call(cast("Mapping[str, Any]", arguments))
