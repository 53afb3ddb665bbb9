"""What is shown, as a file for people or for programs."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from silcrow.text import display_text
from silcrow_tui.widgets.line import Line, plain
from silcrow_tui.widgets.virtual_list import VirtualList


class Export(Struct, frozen=True):
    """A title, and either rows with a ``text`` each or one text."""

    title: str
    rows: tuple[Mapping[str, Any], ...] = ()
    text: str = field(default="")

    @property
    def markdown(self) -> str:
        """A heading, then a list with one item for each row, or the text."""
        body = "\n".join(_item(row) for row in self.rows) if self.rows else self.text
        return f"# {self.title}\n\n{body}\n"

    @property
    def json(self) -> str:
        """One object: ``title``, and ``rows`` or ``text``."""
        content: dict[str, Any] = {"rows": [dict(row) for row in self.rows]} if self.rows else {"text": self.text}
        return json.dumps({"title": self.title, **content}, ensure_ascii=False, indent=2) + "\n"


def _item(row: Mapping[str, Any]) -> str:
    facts = ", ".join(
        _fact(name, value) for name, value in row.items() if name != "text" and value not in (None, False)
    )
    first, *rest = str(row.get("text", "")).split("\n")
    notes = f"  ({facts})" if facts else ""
    return "\n".join([f"- {first}{notes}", *(f"  {each}" for each in rest)])


def _fact(name: str, value: object) -> str:
    return name if value is True else f"{name} {value}"


def export_of_rows(title: str, rows: VirtualList[Any]) -> Export:
    """The rows of a list as it is filtered and sorted now; headings are left out."""
    index = rows.index
    items = [index.at(position) for position in range(len(index))]
    return Export(title, tuple({"text": rows.look.text(item)} for item in items if rows.look.selectable(item)))


def export_of_lines(title: str, lines: Sequence[Line]) -> Export:
    """A text as it is read on the screen."""
    return Export(title, text="\n".join(plain(each).rstrip() for each in lines))


def suggested_path(title: str, folder: Path) -> str:
    """``<folder>/silcrow-entries.md``: a name that a field may show."""
    words = "".join(char if char.isascii() and char.isalnum() else "-" for char in title.casefold())
    name = f"silcrow-{'-'.join(part for part in words.split('-') if part)[:40] or 'export'}.md"
    path = str(folder / name)
    return path if display_text(path) == path else name


def write_export(export: Export, path: Path) -> str | None:
    """Write a new file, as JSON where its name ends so, else as Markdown; why not, in words, or None.

    A file that is there already is never replaced. Only its owner can read it.
    """
    from silcrow.files import write_atomic

    content = export.json if path.suffix.casefold() == ".json" else export.markdown
    if path.exists() or path.is_symlink():
        return "a file with this name is there already: choose another one"
    if not path.parent.is_dir():
        return "its folder is not there"
    try:
        write_atomic(path, content.encode("utf-8", "replace"))
    except OSError as error:
        return f"it can't be written: {error.strerror or type(error).__name__}"
    return None
