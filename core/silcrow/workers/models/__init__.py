"""Who does the work: one module per provider, of which a worker process imports the one that it needs."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, cast

from silcrow.workers.assignment import Assignment, WorkFailed

Work = Callable[[Assignment], Mapping[str, Any]]
"""Does what the order says and returns the parts of the result; raises ``WorkFailed`` for what a person can mend."""

_MODULES: Mapping[str, str] = {
    "builtin": "silcrow.workers.models.builtin",
    "pi": "silcrow.workers.models.pi",
}
"""Provider to module; a module has one function ``work``. All other providers are reached through the library."""
_LIBRARY: Final = "pydantic_ai"


def work_of(provider: str) -> Work:
    """The worker of a provider. One that is not installed is a failure: nothing else takes its place."""
    try:
        module = import_module(_MODULES.get(provider, "silcrow.workers.models.llm"))
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != _LIBRARY:
            raise
        words = f"could not start: provider {provider} needs the extra silcrow[llm], which is not installed here"
        raise WorkFailed("spawn", words) from None
    return cast("Work", module.work)
