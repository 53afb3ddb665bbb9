"""Writes ``docs/api.md`` from the docstrings of what other programs may use: ``python -m tests.api_page``."""

import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "api.md"
HEAD: Final = """# The library

Made from the docstrings by `python -m tests.api_page`; a test sees to it that this page is current.

These names stay as they are within a major version. Whatever else can be imported is the project's own and may change.
All of it may be used without a terminal; importing costs nothing, names are loaded when they are used. Failures that a
user, a file or another program causes are values with a `code`; exceptions are for bugs.

[Hosts](hosts.md) shows an agent with memory in ten lines, [Tools](tools.md) the tools and the prompt.
"""
PACKAGES: Final = (
    ("silcrow", ("MemoryStore", "create_memory_tools")),
    ("silcrow.curated", ("Success", "Failure", "Usage", "MemoryTool", "ToolAnswer")),
    ("silcrow.hosts", ("MemoryHost", "HostPlace", "Opening", "Features", "Compaction", "NoCompaction")),
    ("silcrow.dreaming", ("DreamPlace", "DreamStatus", "open_dream_place", "dream")),
)


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_section(package, names) for package, names in PACKAGES)


def _section(package: str, names: tuple[str, ...]) -> str:
    module = importlib.import_module(package)
    return f"\n## `{package}`\n" + "".join(_entry(name, getattr(module, name)) for name in names)


def _entry(name: str, value: Any) -> str:
    if not inspect.isclass(value):
        return f"\n### `{name}{_signature(value)}`\n\n{_told(value)}\n"
    lines = [f"\n### `{name}`\n\n{_told(value)}\n"]
    if issubclass(value, msgspec.Struct):
        fields = ", ".join(f"`{field}`" for field in value.__struct_fields__ if not field.startswith("_"))
        lines.append(f"\nFields: {fields}.\n")
    members = list(_members(value))
    lines += ["\n"] if members else []
    lines += members
    return "".join(lines)


def _members(value: type) -> Iterator[str]:
    for name, member in inspect.getmembers(value):
        plain = member.fget if isinstance(member, property) else member
        if name.startswith("_") or not inspect.isfunction(plain) or not plain.__module__.startswith("silcrow"):
            continue
        shown = name if isinstance(member, property) else f"{name}{_signature(plain)}"
        waits = "await " if inspect.iscoroutinefunction(plain) else ""
        yield f"- `{waits}{shown}`{_first_sentences(plain)}\n"


def _signature(value: Any) -> str:
    """Names and defaults; what they hold is in the words, and types are in the code."""
    given = [each for each in inspect.signature(value).parameters.values() if each.name != "self"]
    plain = [each.replace(annotation=inspect.Parameter.empty) for each in given]
    return str(inspect.Signature(plain))


def _told(value: Any) -> str:
    return _as_markdown(inspect.getdoc(value) or "")


def _first_sentences(value: Any) -> str:
    paragraph = (inspect.getdoc(value) or "").partition("\n\n")[0]
    return f": {' '.join(_as_markdown(paragraph).split())}" if paragraph else ""


def _as_markdown(text: str) -> str:
    return re.sub(r":\w+:`([^`]+)`", r"`\1`", text.replace("``", "`"))


if __name__ == "__main__":
    PAGE.write_text(page())
