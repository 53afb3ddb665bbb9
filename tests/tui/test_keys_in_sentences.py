"""Sentences that name a key name the one that a person gave the command, not the one it was delivered with."""

import ast
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

import silcrow_tui
from silcrow_tui.commands import REGISTRY
from silcrow_tui.preferences.choices import Preferences
from tests.scenes import scene
from tests.tui.driver import MEDIUM, NARROW, at_the_workbench
from tests.tui.store_place import StorePlace

OWN = Preferences(
    keys={
        "memory.undo": ("f5",),
        "memory.redo": ("f6",),
        "entries.add": ("f7",),
        "entries.merge": ("f8",),
        "go.sessions": ("f9",),
        "go.history": ("ctrl+o",),
        "go.drift": ("f2",),
        "session.run": ("f3",),
        "session.switch": ("f4",),
        "main.back": ("ctrl+b",),
        "list.mark": ("insert",),
        "waiting.open": ("ctrl+f",),
    }
)


@pytest.fixture
def place(tmp_path: Path) -> StorePlace:
    (tmp_path / "memories").mkdir()
    return StorePlace(tmp_path / "memories")


async def test_what_was_done_names_the_key_that_takes_it_back(place: StorePlace):
    place.store.add("memory", "Uses uv, never pip.")
    place.look()
    async with at_the_workbench(place, MEDIUM, preferences=OWN) as user:
        await user.presses("d", "y")
        await user.is_told("Removed 1 entry · f5 undoes")
        await user.presses("f5")
        await user.is_told("· f6 does it again")
        await user.presses("f5")
        await user.is_told("Nothing of yours to undo; ctrl+o lists the changes of others")


async def test_an_empty_list_names_the_key_that_fills_it(place: StorePlace):
    async with at_the_workbench(place, NARROW, preferences=OWN) as user:
        await user.sees("MEMORY.md is empty: nothing has been saved yet. f7 adds an entry.")


async def test_why_a_key_does_nothing_names_the_key_that_does():
    async with at_the_workbench("calm", MEDIUM, preferences=OWN) as user:
        await user.presses("f8")
        await user.is_hinted("Mark two or more entries with insert; f8 makes one of them.")
    async with at_the_workbench("no_session", MEDIUM, preferences=OWN) as user:
        await user.sees("f9 lists")
        await user.presses("f3")
        await user.is_hinted("No session is open. f9 lists them.")
    async with at_the_workbench("off", MEDIUM, preferences=OWN) as user:
        await user.sees("f4 shows what it would cost")


async def test_what_waits_names_the_keys_that_lead_there():
    async with at_the_workbench("busy", MEDIUM, preferences=OWN) as user:
        await user.sees("[f2] 1 drift", "[f2] repair")
        await user.presses("w")
        await user.sees("ctrl+f walks through the repair")


async def test_an_answer_of_the_core_is_followed_by_the_key_that_leads_on():
    place = scene("calm")
    place.answer = replace(place.answer, words="Memory is off for this session.", code="off", done=False)
    async with at_the_workbench(place, MEDIUM, preferences=OWN) as user:
        await user.presses("P")
        await user.is_told("Memory is off for this session. f4 turns it on.")


def test_a_command_without_a_key_goes_by_its_name_in_the_palette():
    assert REGISTRY.key("entries.tidy") == ": tidy"
    assert REGISTRY.with_keys({"memory.undo": ()}).key("memory.undo") == ": undo"


VERBS = (
    "adds|opens|goes|lists|shows|turns|takes|resumes|starts|undoes|closes|changes|clears|makes|saves|merges|pins|reads|"
    "marks|repairs|mends|follows|applies|retries|accepts|rejects|discards|splits|shortens|compares|removes|reverts"
)
NAMED = re.compile(rf"(?:^|[.:;,·] |\[)(?:[a-zA-Z/?]|esc|enter)(?: (?:{VERBS})\b|\] )")
FIXED = {"dialogs.py", "value_dialog.py", "export.py", "pick.py", "part_changes.py", "help.py", "make_room.py"}
"""Dialogs, whose few keys are the same for everybody, and the page that says so."""
FIXED |= {"entry_saving.py", "conflict.py", "editor.py", "entry_area.py", "entry_verdict.py", "cleaning.py"}


def spoken(path: Path) -> list[str]:
    """The texts of a module that are shown: no docstrings, and nothing of the commands, which have their keys."""
    tree = ast.parse(path.read_text())
    silent = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    return [
        each.value
        for each in ast.walk(tree)
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in silent
    ]


def test_no_sentence_has_a_key_written_into_it():
    root = Path(silcrow_tui.__file__).parent
    named = {
        f"{path.name}: {text}"
        for folder in ("panes", "screens", "widgets", ".")
        for path in (root / folder).glob("**/*.py" if folder != "." else "*.py")
        if path.name not in FIXED
        for text in spoken(path)
        if NAMED.search(text)
    }
    assert named == set()


def test_such_a_sentence_would_be_noticed():
    for text in ("Empty. a adds an entry.", "Moved · z undoes", "enter goes on", "waits: [w] 2"):
        assert NAMED.search(text)
    assert not NAMED.search("A consolidation takes the oldest.")
