"""What the pages tell people to type and to press is there."""

import re
from pathlib import Path

import click
import pytest

from silcrow_tui.cli.program import silcrow
from silcrow_tui.commands import REGISTRY, shown_key

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CODE = re.compile(r"```[a-z]*\n(.*?)```|`([^`\n]+)`", re.DOTALL)
LINKS = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
EDITOR_KEYS = {"ctrl+s", "ctrl+t", "ctrl+g"}
"""Keys of the entry editor, which belong to its field and to no context."""


def called(text: str) -> set[str]:
    """The commands of silcrow in the code of a page, with all the words and options behind each."""
    found: set[str] = set()
    for block, span in CODE.findall(text):
        for line in (block or span).split("\n"):
            found.update(
                match[1].strip()
                for match in re.finditer(r"(?:^|(?<!from)[\s/])silcrow ((?:-{0,2}[a-z][a-z-]* ?)+)", line)
            )
    return found


def is_there(words: list[str]) -> bool:
    """Whether these words begin with a whole command, after options of the program itself."""
    command: click.Command | None = silcrow
    for word in words:
        if word.startswith("-"):
            continue
        if not isinstance(command, click.Group):
            return True
        command = command.get_command(click.Context(command), word)
        if command is None:
            return False
    return True


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_that_a_page_names_exists(page: Path):
    missing = {words for words in called(page.read_text()) if not is_there(words.split())}
    assert not missing


def test_a_command_that_is_not_there_would_be_noticed():
    assert called("Type `silcrow memory forget all`.") == {"memory forget all"}
    assert not is_there(["memory", "forget"])
    assert is_there(["memory", "add"])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_key_that_a_page_names_does_something(page: Path):
    known = {shown_key(key) for context in REGISTRY.contexts for command in context.commands for key in command.keys}
    spans = {span for _, span in CODE.findall(page.read_text())}
    pressed = {span for span in spans if re.fullmatch(r"[a-zA-Z0-9]|ctrl\+\w", span)}
    assert pressed <= known | EDITOR_KEYS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_and_picture_that_a_page_links_is_there(page: Path):
    linked = {page.parent / link for link in LINKS.findall(page.read_text())}
    assert {link for link in linked if not link.exists()} == set()


def test_the_first_page_of_the_docs_leads_to_all_others():
    index = ROOT / "docs" / "index.md"
    linked = {(index.parent / link).name for link in LINKS.findall(index.read_text())}
    assert linked >= {page.name for page in PAGES if page.parent == index.parent} - {"index.md"}
