"""Writes ``docs/keys.md`` from the registry of commands: ``python -m tests.keys_page``."""

from collections.abc import Iterator
from pathlib import Path

from silcrow_tui.commands import REGISTRY, Context, shown_key
from silcrow_tui.screens.help import NOT_IN_LISTS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "keys.md"
HEAD = """# Keys

Made from the list of commands by `python -m tests.keys_page`; a test sees to it that this page is current.

In the workbench `?` shows the keys of the place you are in first, then all; the footer shows what works now, and `:`
finds any command by name. A key that does nothing here says why.

## Your own keys

In `config.toml` of your config folder (`~/.config/silcrow` on Linux), by the name in the last column:

```toml
[keys]
go.find = "ctrl+f"               # in place of F
app.refresh = ["R", "f5"]        # more than one
app.suspend = []                 # none
```

Keys are written as they are shown. A name that is no command, a key that another command of the same place has, and
one that no terminal sends are left out; one that hides another key is taken. Each of them is told at the start with
the file and the name. Sentences on the screen that name a key name yours; dialogs have a few of their own, which stay.
"""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_section(context) for context in REGISTRY.contexts if context.commands) + _rest()


def _section(context: Context) -> str:
    rows = "".join(_rows(context))
    where = f"`{context.where.split(' goes')[0]}` goes there.\n\n" if context.where.endswith(" goes there") else ""
    return f"\n## {context.title}\n\n{where}| key | does | name |\n|---|---|---|\n{rows}"


def _rows(context: Context) -> Iterator[str]:
    for command in context.commands:
        keys = " ".join(_code(shown_key(key)) for key in command.keys) or "palette"
        yield f"| {keys} | {command.about} | `{command.id}` |\n"


def _rest() -> str:
    sections = ""
    for title, rows in NOT_IN_LISTS:
        lines = "".join(f"| {_code(keys)} | {about} |\n" for keys, about in rows)
        sections += f"\n## {title}\n\n| key | does |\n|---|---|\n{lines}"
    return sections


def _code(key: str) -> str:
    return "`` ` ``" if key == "`" else f"`{key}`"


if __name__ == "__main__":
    PAGE.write_text(page())
