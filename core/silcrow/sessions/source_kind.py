"""Kinds of source entries by code, and the marks of what memory itself put into a session."""

from silcrow.sessions.entries import SourceKind

KINDS: tuple[SourceKind | None, ...] = (
    None,
    "user",
    "assistant",
    "calls",
    "result",
    "bash",
    "custom",
    "branch_summary",
)
"""By code; 0 stands for an entry that is not sent to a model."""

NOT_SENT, USER, ASSISTANT, CALLS, RESULT, BASH, CUSTOM, BRANCH_SUMMARY = range(len(KINDS))

_OWN_MESSAGES = ("om.", "memory.", "silcrow.")
_MEMORY_TOOLS = ("memory_", "recall")


def is_own_message(custom_type: str | None) -> bool:
    """Whether a custom message comes from memory: an observer would only hear its own echo."""
    return custom_type is not None and custom_type.startswith(_OWN_MESSAGES)


def is_memory_tool(name: str | None) -> bool:
    """Whether a tool reads or writes memory, so that its results hold nothing new."""
    return name is not None and (name == "memory" or name.startswith(_MEMORY_TOOLS))
