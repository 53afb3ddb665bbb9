"""The roles of workers as tools and texts that any model can be given."""

from silcrow.workers.roles.arguments import problems_with
from silcrow.workers.roles.role_work import KnowsItsEnd, RoleWork, Unfinished, role_work
from silcrow.workers.roles.tool import RoleTool, ToolReply, answer_call

__all__ = [
    "KnowsItsEnd",
    "RoleTool",
    "RoleWork",
    "ToolReply",
    "Unfinished",
    "answer_call",
    "problems_with",
    "role_work",
]
