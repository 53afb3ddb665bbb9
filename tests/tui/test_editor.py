import asyncio
import stat
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual import events
from textual.pilot import Pilot
from textual.widgets import Button

from silcrow.curated.results import Failure
from silcrow.curated.states import Entry
from silcrow_tui.screens.conflict import ConflictDialog
from silcrow_tui.screens.dialogs import Choose
from silcrow_tui.screens.drafts import DraftSlot
from silcrow_tui.screens.editor import EntryEditor
from silcrow_tui.screens.entry_area import EntryArea
from silcrow_tui.screens.entry_saving import Saved
from silcrow_tui.screens.entry_task import adding, editing
from tests.scenes import ScenePlace, scene
from tests.scenes.memory import memory_file, used
from tests.tui.stage import NOTHING, Stage, until, words_of

TESTS_ENTRY = "Tests: run `just verify`, not pytest directly."


class Desk:
    """An editor on a place, with the words to drive it."""

    def __init__(self, tmp_path: Path, place: ScenePlace, old: str | None = None, **environ: str) -> None:
        self.place = place
        entries = place.state.memory.memory.entries
        entry: Entry | None = next(entry for entry in entries if entry.text == old) if old else None
        self.drafts = tmp_path / "drafts"
        task = editing("memory", entry) if entry else adding("memory")
        self.editor = EntryEditor(place, task, environ=environ, drafts=self.drafts)
        self.app = Stage(self.editor, place)

    def slot(self, old: str | None = None) -> DraftSlot:
        return DraftSlot(self.drafts, "memory", old, str(self.place.state.memory.folder))

    @property
    def text(self) -> str:
        return self.editor.query_one(EntryArea).entry

    @property
    def words(self) -> str:
        return words_of(self.app.screen)

    def set_entries(self, *entries: str) -> None:
        """Another program writes the file."""
        file = replace(memory_file("memory", entries, 2_200), exists=True)
        self.place.set_state(replace(self.place.state, memory=replace(self.place.state.memory, memory=file)))

    @property
    def entries(self) -> list[str]:
        return [entry.text for entry in self.place.state.memory.memory.entries]

    def opened(self):
        return self.app.run_test(size=(80, 24))

    async def ready(self, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: isinstance(self.app.screen.focused, EntryArea), "the editor")

    async def saved(self, pilot: Pilot[None]) -> Saved:
        await until(pilot, lambda: self.app.answer is not NOTHING, "saved")
        assert isinstance(self.app.answer, Saved)
        return self.app.answer


async def test_adding_an_entry_counts_down_and_saves(tmp_path: Path):
    desk = Desk(tmp_path, scene("calm"))
    left = 2_200 - used(desk.entries) - 3 - len("Uses uv")
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press(*"Uses uv")
        await until(pilot, lambda: f"fits, {left:,} left" in desk.words, "the budget")
        await pilot.press("ctrl+s")
        saved = await desk.saved(pilot)
    assert (saved.target, saved.text, saved.old) == ("memory", "Uses uv", None)
    assert desk.entries[-1] == "Uses uv"


async def test_what_is_too_long_is_told_by_how_much_and_not_saved(tmp_path: Path):
    desk = Desk(tmp_path, scene("busy"))
    over = used(desk.entries) + 3 + 300 - 2_200
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        desk.editor.query_one(EntryArea).entry = "x" * 300
        await until(pilot, lambda: f"{over} over: shorten it, or make room" in desk.words, "over")
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert desk.place.asked == []
        assert desk.app.answer is NOTHING


async def test_a_line_with_only_the_delimiter_is_not_saved(tmp_path: Path):
    desk = Desk(tmp_path, scene("calm"))
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        desk.editor.query_one(EntryArea).entry = "a\n § \nb"
        await until(pilot, lambda: "a line with only § would split this entry: add a word to that line" in desk.words)
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert desk.place.asked == []


async def test_an_edit_replaces_the_entry_by_its_text(tmp_path: Path):
    desk = Desk(tmp_path, scene("busy"), TESTS_ENTRY)
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await until(pilot, lambda: "unchanged" in desk.words)
        await pilot.press(*" Two cores.", "ctrl+s")
        saved = await desk.saved(pilot)
    assert saved.old == TESTS_ENTRY
    assert desk.place.asked == [("replace", "memory", TESTS_ENTRY, TESTS_ENTRY + " Two cores.")]


async def test_ctrl_t_adds_to_the_other_file(tmp_path: Path):
    desk = Desk(tmp_path, scene("calm"))
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("h", "i", "ctrl+t")
        await until(pilot, lambda: "Add to USER" in desk.words)
        await pilot.press("ctrl+s")
        saved = await desk.saved(pilot)
    assert saved.target == "user"


async def test_ctrl_t_on_an_edit_moves_it_as_one_action(tmp_path: Path):
    desk = Desk(tmp_path, scene("calm"), TESTS_ENTRY)
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("ctrl+t", "ctrl+s")
        saved = await desk.saved(pilot)
    assert saved.moved
    assert desk.place.asked == [("several", "move", (("add", "user"), ("remove", "memory")))]


async def test_buttons_do_all_of_it_too(tmp_path: Path):
    desk = Desk(tmp_path, scene("calm"))
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("h", "i", "tab")
        await until(pilot, lambda: isinstance(desk.editor.focused, Button), "the buttons")
        await pilot.press("enter")
        assert (await desk.saved(pilot)).text == "hi"


async def test_an_unchanged_editor_closes_at_once(tmp_path: Path):
    desk = Desk(tmp_path, scene("busy"), TESTS_ENTRY)
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: desk.app.answer is None, "closed")


@pytest.mark.parametrize("way_out", ["escape", "q", "backspace"])
async def test_closing_with_a_change_asks_first(tmp_path: Path, way_out: str):
    desk = Desk(tmp_path, scene("busy"), TESTS_ENTRY)
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("x", *(() if way_out == "escape" else ("tab",)), way_out)
        await until(pilot, lambda: isinstance(desk.app.screen, Choose), "the question")
        await pilot.press("escape")
        await until(pilot, lambda: desk.app.screen is desk.editor, "back")
        assert desk.text == TESTS_ENTRY + "x"
        assert desk.app.answer is NOTHING


async def test_thrown_away_is_gone(tmp_path: Path):
    desk = Desk(tmp_path, scene("calm"))
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("x", "escape")
        await until(pilot, lambda: isinstance(desk.app.screen, Choose))
        await pilot.press("t")
        await until(pilot, lambda: desk.app.answer is None, "closed")
    assert desk.slot().read() is None
    assert desk.place.asked == []


async def test_a_draft_is_kept_and_is_there_again_next_time(tmp_path: Path):
    first = Desk(tmp_path, scene("calm"))
    async with first.opened() as pilot:
        await first.ready(pilot)
        await pilot.press(*"half a thought", "escape")
        await until(pilot, lambda: isinstance(first.app.screen, Choose))
        await pilot.press("d")
        await until(pilot, lambda: first.app.answer is None, "closed")
    second = Desk(tmp_path, scene("calm"))
    async with second.opened() as pilot:
        await second.ready(pilot)
        await until(pilot, lambda: "your draft is back" in second.words)
        assert second.text == "half a thought"
        await pilot.press("ctrl+s")
        await second.saved(pilot)
    assert second.slot().read() is None


async def test_an_edit_that_is_open_when_the_program_ends_is_kept_as_a_draft(tmp_path: Path):
    desk = Desk(tmp_path, scene("busy"), TESTS_ENTRY)
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("!")
        desk.app.exit()
    assert desk.slot(TESTS_ENTRY).read() == TESTS_ENTRY + "!"


async def test_an_edit_that_is_open_when_the_program_breaks_is_kept_as_a_draft(tmp_path: Path):
    desk = Desk(tmp_path, scene("calm"))

    def broken() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        async with desk.opened() as pilot:
            await desk.ready(pilot)
            await pilot.press(*"half")
            desk.app.call_later(broken)
            await pilot.pause()
    assert desk.slot().read() == "half"


async def test_a_save_from_the_question_writes(tmp_path: Path):
    desk = Desk(tmp_path, scene("calm"))
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("x", "escape")
        await until(pilot, lambda: isinstance(desk.app.screen, Choose))
        await pilot.press("s")
        assert (await desk.saved(pilot)).text == "x"


async def test_an_edit_follows_its_entry_through_other_changes_of_the_file(tmp_path: Path):
    desk = Desk(tmp_path, scene("busy"), TESTS_ENTRY)
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("!")
        desk.set_entries("A new first one.", TESTS_ENTRY, *reversed(desk.entries[3:6]))
        await until(pilot, lambda: desk.app.state is desk.place.state, "the new state")
        await pilot.press("ctrl+s")
        await desk.saved(pilot)
    assert desk.entries[0] == "A new first one."
    assert desk.entries[1] == TESTS_ENTRY + "!"


async def in_conflict(desk: Desk, pilot: Pilot[None], theirs: str | None) -> None:
    """Mine is the entry with ``!``; meanwhile another program wrote ``theirs`` in its place."""
    await desk.ready(pilot)
    await pilot.press("!")
    desk.set_entries(
        *(theirs if text == TESTS_ENTRY else text for text in desk.entries if theirs or text != TESTS_ENTRY)
    )
    await until(pilot, lambda: "this entry changed while you edit it" in desk.words, "the notice")
    await pilot.press("ctrl+s")
    await until(pilot, lambda: isinstance(desk.app.screen, ConflictDialog), "the conflict")


THEIRS = "Tests: run `just verify`, never pytest directly."


async def test_a_conflict_shows_both_versions(tmp_path: Path):
    desk = Desk(tmp_path, scene("busy"), TESTS_ENTRY)
    async with desk.opened() as pilot:
        await in_conflict(desk, pilot, THEIRS)
        await until(pilot, lambda: TESTS_ENTRY + "!" in desk.words and THEIRS in desk.words, "both versions")
        assert desk.place.asked == []


async def test_taking_mine_replaces_theirs_and_no_neighbour(tmp_path: Path):
    desk = Desk(tmp_path, scene("busy"), TESTS_ENTRY)
    async with desk.opened() as pilot:
        await in_conflict(desk, pilot, THEIRS)
        await pilot.press("m")
        await desk.saved(pilot)
    assert desk.place.asked == [("replace", "memory", THEIRS, TESTS_ENTRY + "!")]


async def test_taking_theirs_leaves_the_file_alone(tmp_path: Path):
    desk = Desk(tmp_path, scene("busy"), TESTS_ENTRY)
    async with desk.opened() as pilot:
        await in_conflict(desk, pilot, THEIRS)
        await pilot.press("t")
        await until(pilot, lambda: desk.app.answer is None, "closed")
    assert desk.place.asked == []


async def test_editing_both_brings_both_texts_and_replaces_theirs(tmp_path: Path):
    desk = Desk(tmp_path, scene("busy"), TESTS_ENTRY)
    async with desk.opened() as pilot:
        await in_conflict(desk, pilot, THEIRS)
        await pilot.press("b")
        await until(pilot, lambda: desk.text == f"{TESTS_ENTRY}!\n{THEIRS}", "both")
        await pilot.press("ctrl+s")
        await desk.saved(pilot)
    assert desk.place.asked == [("replace", "memory", THEIRS, f"{TESTS_ENTRY}!\n{THEIRS}")]


async def test_mine_can_be_kept_as_a_draft(tmp_path: Path):
    desk = Desk(tmp_path, scene("busy"), TESTS_ENTRY)
    async with desk.opened() as pilot:
        await in_conflict(desk, pilot, THEIRS)
        await pilot.press("enter")
        await until(pilot, lambda: desk.app.answer is None, "closed")
    assert desk.slot(TESTS_ENTRY).read() == TESTS_ENTRY + "!"
    assert desk.place.asked == []


async def test_leaving_the_conflict_goes_back_to_the_text(tmp_path: Path):
    desk = Desk(tmp_path, scene("busy"), TESTS_ENTRY)
    async with desk.opened() as pilot:
        await in_conflict(desk, pilot, THEIRS)
        await pilot.press("escape")
        await until(pilot, lambda: desk.app.screen is desk.editor, "the editor")
        assert desk.text == TESTS_ENTRY + "!"


async def test_an_entry_that_is_gone_can_be_added_again(tmp_path: Path):
    desk = Desk(tmp_path, scene("busy"), TESTS_ENTRY)
    async with desk.opened() as pilot:
        await in_conflict(desk, pilot, None)
        await until(pilot, lambda: "(the entry is gone)" in desk.words)
        await pilot.press("m")
        await desk.saved(pilot)
    assert desk.place.asked == [("add", "memory", TESTS_ENTRY + "!")]


async def test_a_refusal_is_shown_and_the_text_stays(tmp_path: Path):
    place = scene("calm")
    place.refusal = Failure("busy", "pi is writing; tried for 5 s. Nothing was changed.", "memory")
    desk = Desk(tmp_path, place)
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("x", "ctrl+s")
        await until(pilot, lambda: "busy: pi is writing; tried for 5 s." in desk.words, "the refusal")
        assert desk.text == "x"
        place.refusal = None
        await pilot.press("ctrl+s")
        await desk.saved(pilot)


class Breaking(ScenePlace):
    async def add(self, target, content):
        raise PermissionError(13, "Permission denied", "/home/user/.pi/agent/memories/MEMORY.md")


async def test_an_unexpected_error_ends_neither_the_edit_nor_the_app(tmp_path: Path):
    desk = Desk(tmp_path, Breaking(scene("calm").state))
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("x", "ctrl+s")
        await until(pilot, lambda: "not saved: [Errno 13] Permission denied" in desk.words, "the error")
        assert desk.text == "x"
        assert desk.app.is_running


class Slow(ScenePlace):
    async def add(self, target, content):
        await self.gate.wait()
        return await super().add(target, content)


async def test_keys_are_answered_while_a_save_waits_for_a_lock(tmp_path: Path):
    place = Slow(scene("calm").state)
    place.gate = asyncio.Event()
    desk = Desk(tmp_path, place)
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("x", "ctrl+s")
        await until(pilot, lambda: "saving" in desk.words, "busy sign")
        await pilot.press("escape")
        await until(pilot, lambda: "saving: one moment" in desk.words, "an answer")
        place.gate.set()
        await desk.saved(pilot)


async def test_a_read_only_place_is_not_written(tmp_path: Path):
    place = scene("calm")
    place.readonly = True
    desk = Desk(tmp_path, place)
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("x", "ctrl+s")
        await until(pilot, lambda: "read only" in desk.words)
    assert place.asked == []


async def test_hidden_characters_of_an_entry_are_shown_and_come_back_unharmed(tmp_path: Path):
    old = "clip \x1b]52;c;T1NDNTItTEVBSw==\x07 end"
    place = scene("hostile")
    desk = Desk(tmp_path, place, old)
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await until(pilot, lambda: "clip ␛]52;c;" in desk.words and "␛ is U+001B, ␇ is U+0007" in desk.words)
        await pilot.press("!", "ctrl+s")
        await desk.saved(pilot)
    assert place.asked == [("replace", "memory", old, old + "!")]


async def test_pasted_controls_are_left_out_and_told(tmp_path: Path):
    desk = Desk(tmp_path, scene("calm"))
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        desk.app.post_message(events.Paste("a\x1b]0;t\x07b\r\nc"))
        await until(pilot, lambda: desk.text == "a]0;tb\nc", "the paste")
        await until(pilot, lambda: "2 hidden characters were left out" in desk.words, "the notice")


async def test_an_entry_of_a_megabyte_is_shown_in_part_and_left_whole(tmp_path: Path):
    place = scene("hostile")
    old = place.state.memory.memory.entries[-1].text
    desk = Desk(tmp_path, place, old)
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await until(pilot, lambda: "shown are the first 32,768 of 1,050,019 chars; ctrl+g edits it" in desk.words)
        await pilot.press("x")
        assert desk.text == old
        await pilot.press("escape")
        await until(pilot, lambda: desk.app.answer is None, "closed")


async def test_a_paste_that_is_no_entry_is_not_taken(tmp_path: Path):
    desk = Desk(tmp_path, scene("calm"))
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        desk.app.post_message(events.Paste("x" * 1_000_000))
        await until(pilot, lambda: "not taken: more than 32,768 chars are no entry" in desk.words)
        assert desk.text == ""


def fake_editor(tmp_path: Path, body: str) -> str:
    script = tmp_path / "fake_editor.py"
    script.write_text(f"import sys, pathlib, os\ndraft = pathlib.Path(sys.argv[1])\n{body}\n")
    return f"{sys.executable} {script}"


@pytest.mark.parametrize(
    ("body", "text", "words"),
    [
        ("draft.write_text('from outside\\n')", "from outside", "taken from the editor"),
        ("draft.write_bytes(b'one\\r\\ntwo\\r\\n')", "one\ntwo", "taken from the editor"),
        ("draft.write_text('')", "", "taken from the editor"),
        ("draft.write_text('lost'); sys.exit(1)", "mine", "ended with 1: the old text stays"),
        ("draft.unlink()", "mine", "the draft is gone: the old text stays"),
        ("draft.write_bytes(b'ok \\xff')", "mine", "byte 3 of the draft is not UTF-8: the old text stays"),
    ],
)
async def test_the_users_editor_changes_the_text_or_leaves_it(tmp_path: Path, body: str, text: str, words: str):
    desk = Desk(tmp_path, scene("calm"), EDITOR=fake_editor(tmp_path, body))
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press(*"mine", "ctrl+g")
        await until(pilot, lambda: words in desk.words, words)
        assert desk.text == text


async def test_the_draft_for_the_editor_is_private_and_goes_afterwards(tmp_path: Path):
    note = tmp_path / "note"
    body = f"s = draft.stat(); open({str(note)!r}, 'w').write(f'{{oct(s.st_mode & 0o777)}} {{draft}}')"
    desk = Desk(tmp_path, scene("calm"), EDITOR=fake_editor(tmp_path, body))
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("a", "ctrl+g")
        await until(pilot, lambda: "taken from the editor" in desk.words)
    mode, draft = note.read_text().split()
    assert mode == oct(stat.S_IRUSR | stat.S_IWUSR)
    assert not Path(draft).parent.exists()


async def test_without_an_editor_none_is_guessed(tmp_path: Path):
    desk = Desk(tmp_path, scene("calm"))
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("a", "ctrl+g")
        await until(pilot, lambda: "EDITOR is not set" in desk.words)


async def test_a_missing_editor_is_named(tmp_path: Path):
    desk = Desk(tmp_path, scene("calm"), VISUAL="/no/such/editor --wait", EDITOR="true")
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press("a", "ctrl+g")
        await until(pilot, lambda: "could not start: /no/such/editor" in desk.words)


async def test_resizing_keeps_the_text(tmp_path: Path):
    desk = Desk(tmp_path, scene("calm"))
    async with desk.opened() as pilot:
        await desk.ready(pilot)
        await pilot.press(*"kept")
        for size in ((20, 5), (1, 1), (300, 90), (80, 24)):
            await pilot.resize_terminal(*size)
        assert desk.text == "kept"
