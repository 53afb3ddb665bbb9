"""The entry editor: an entry, its budget and the scanner's word while typing, and a save that loses nobody's change."""

import asyncio
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Button
from textual.worker import Worker, WorkerState

from silcrow.curated.results import Failure, Success, Target
from silcrow.curated.states import MemoryFile
from silcrow.workspace.place import Place
from silcrow_tui.screens.conflict import Conflict, ConflictDialog, find_theirs
from silcrow_tui.screens.dialogs import INNER, say
from silcrow_tui.screens.drafts import DraftSlot, default_drafts_folder
from silcrow_tui.screens.entry_saving import Saved, accept_text, blocked_question, closing_question, write_entry
from silcrow_tui.screens.entry_task import EntryTask, short_name
from silcrow_tui.screens.entry_verdict import Verdict, judge_form, judge_scan, judge_size, usage_after
from silcrow_tui.screens.text_dialog import Said, TextDialog
from silcrow_tui.widgets.words import counted


class EntryEditor(TextDialog[Saved | None]):
    """Does an entry task. Answers what was saved, None when nothing was.

    The edit is bound to the texts of its entries, not to their numbers: entries may come, go and move meanwhile. When
    the entry itself changed, both versions are shown with a choice. Whatever goes wrong while saving, the text stays.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+t", "switch", "MEMORY or USER", show=False, priority=True),
    ]

    def __init__(
        self, place: Place, task: EntryTask, *, environ: Mapping[str, str] | None = None, drafts: Path | None = None
    ) -> None:
        self._place = place
        self._job = task
        self._target: Target = task.target
        self._replaced: tuple[str, ...] = task.replaced
        folder = str(place.state.memory.folder)
        self._slot = DraftSlot(drafts or default_drafts_folder(), task.target, task.draft_key, folder)
        draft = self._slot.read()
        super().__init__(task.start, os.environ if environ is None else environ, typed=draft)
        self._from_draft = draft is not None
        self._known = self._texts(task.target)
        self._saving = False
        self._decided = False
        self._scanned: tuple[str, Verdict] | None = None

    # -- what is shown ------------------------------------------------------------------------------------------------

    def title_words(self) -> str:
        return self._job.words(self._target)

    def buttons(self) -> tuple[tuple[str, str], ...]:
        return (
            ("save", "Save ctrl+s"),
            ("room", "Make room"),
            ("switch", "To USER ctrl+t"),
            ("outside", "$EDITOR ctrl+g"),
            ("leave", "Close esc"),
        )

    def on_mount(self) -> None:
        self.watch(self.app, "state", self.show, init=False)
        super().on_mount()
        if self._from_draft:
            self.tell("your draft is back; esc can throw it away", "run")

    def show(self) -> None:
        super().show()
        other: Target = "user" if self._target == "memory" else "memory"
        switch = self.query_one("#switch", Button)
        switch.label = say(f"To {short_name(other)} ctrl+t")
        switch.set_class(not self._job.may_change_file, "-hidden")
        self.query_one("#room", Button).set_class(not self._lacks_room, "-hidden")
        self._scan()

    def judged(self, text: str) -> tuple[Said, Said]:
        file = self._file
        after = usage_after(file, text, self._taken)
        count = counted(len(text.strip()), "char")
        before = f"{file.usage.percent}% → " if after.percent != file.usage.percent else ""
        usage = f"{short_name(self._target)}  {before}{after}"
        size = judge_size(file, text, self._taken)
        filled = usage + " " * max(2, INNER - len(usage) - len(count)) + count
        return (filled, "normal"), (size.words, size.role)

    def last_word(self, text: str) -> Said:
        """What stands against the text, what the scanner finds, what happened to its entry."""
        if (form := judge_form(text)) is not None:
            return form.words, form.role
        if any(old not in self._texts(self._job.target) for old in self._replaced):
            return "this entry changed while you edit it: saving shows both versions", "wait"
        if self._area.legend:
            return self._area.legend, "wait"
        if self._scanned is not None and self._scanned[0] == text and text.strip():
            return self._scanned[1].words, self._scanned[1].role
        return "", "dim"

    def _scan(self) -> None:
        """Ask the scanner beside the keys: a long text takes it longer than a key may take."""
        text = self._area.entry
        if self._scanned is None or self._scanned[0] != text:
            self.run_worker(partial(self._ask_scanner, text), exit_on_error=False, exclusive=True, group="scan")

    async def _ask_scanner(self, text: str) -> None:
        from silcrow.threats import scan

        verdict = judge_scan(await asyncio.to_thread(scan, text, "strict"))
        self._scanned = text, verdict
        if self._area.entry == text:
            self.show()

    # -- facts --------------------------------------------------------------------------------------------------------

    @property
    def _file(self) -> MemoryFile:
        return self._place.state.memory.file(self._target)

    @property
    def _taken(self) -> tuple[str, ...]:
        """The entries whose room the text takes: none when it goes over to the other file."""
        return self._replaced if self._target == self._job.target else ()

    @property
    def _lacks_room(self) -> bool:
        file, text = self._file, self._area.entry
        over = usage_after(file, text, self._taken).left < 0 and not judge_size(file, text, self._taken).savable
        return over and file.drift is None and file.unreadable is None and self._job.kind in ("add", "edit")

    def _texts(self, target: Target) -> tuple[str, ...]:
        return tuple(entry.text for entry in self._place.state.memory.file(target).entries)

    # -- saving -------------------------------------------------------------------------------------------------------

    async def action_save(self) -> None:
        """Write the text, unless it can't be an entry or does not fit."""
        if self._saving:
            return
        text = self._area.entry
        verdicts = (judge_form(text), judge_size(self._file, text, self._taken))
        if self._place.readonly:
            self.tell("read only: nothing is written from here", "wait")
        elif any(verdict is not None and not verdict.savable for verdict in verdicts):
            self.untell()
            self.app.bell()
        else:
            self._write(text)

    def _write(self, text: str, room: tuple[str, ...] = ()) -> None:
        self._saving = True
        self.tell("saving", "run")
        self.run_worker(self._save(text, room), exit_on_error=False, exclusive=True, group="save")

    async def _save(self, text: str, room: tuple[str, ...]) -> None:
        gone = any(old not in self._texts(self._job.target) for old in self._replaced)
        if gone and self._job.kind == "edit":
            await self._settle_conflict(text)
            return
        result = await write_entry(self._place, self._job, self._replaced, self._target, text, room)
        if isinstance(result, Success):
            self._finish(text, result, room)
        elif result.code == "no_match" and self._replaced and self._job.kind == "edit" and not room:
            await self._settle_conflict(text)
        elif result.code == "blocked":
            await self._ask_about_findings(text, room, result)
        else:
            self._refused(result)

    def _finish(self, text: str, result: Success, room: tuple[str, ...]) -> None:
        old = self._replaced[0] if self._replaced else None
        moved = self._target != self._job.target and old is not None
        self._leave_with(Saved(self._target, text.strip(), result, old, moved=moved, made_room=len(room)))

    def _refused(self, failure: Failure) -> None:
        self._saving = False
        self.tell(f"{failure.code}: {failure.error}", "bad")

    async def _ask_about_findings(self, text: str, room: tuple[str, ...], failure: Failure) -> None:
        if not await self.app.push_screen_wait(blocked_question(failure)):
            self._refused(failure)
        elif (refused := await accept_text(self._place, text)) is not None:
            self._refused(refused)
        else:
            await self._save(text, room)

    async def _settle_conflict(self, text: str) -> None:
        home = self._job.target
        theirs = find_theirs(self._replaced[0], self._known, self._texts(home))
        mtime = self._place.state.memory.file(home).mtime
        when = time.strftime("%H:%M", time.localtime(mtime)) if mtime else "just now"
        decision = await self.app.push_screen_wait(ConflictDialog(Conflict(text, theirs, when)))
        self._saving = False
        match decision:
            case "m":
                self._take_for_old(theirs)
                self._write(self._area.entry)
            case "t":
                self._leave_with(None)
            case "b":
                self._take_for_old(theirs)
                self._area.entry = f"{text.strip()}\n{theirs}"
                self.tell("both versions: yours first, then what is in the file", "run")
            case "d":
                self._keep_draft()
            case _:
                self.untell()

    def _take_for_old(self, theirs: str | None) -> None:
        """From now on the text replaces what the entry has become; an entry that is gone is added."""
        self._replaced = () if theirs is None else (theirs,)
        self._known = self._texts(self._job.target)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """An unexpected error ends neither the app nor the edit."""
        if event.state is WorkerState.ERROR and event.worker.group != "scan":
            self._saving = False
            self.tell(f"not saved: {event.worker.error}; your text is still here", "bad")

    # -- making room --------------------------------------------------------------------------------------------------

    def action_room(self) -> None:
        """Choose entries that go, so that the text fits; all of it is one change."""
        from silcrow_tui.screens.make_room import MakeRoom

        if self._saving or not self._lacks_room or self._place.readonly:
            return
        text = self._area.entry
        if judge_form(text) is not None:
            self.app.bell()
            return
        self.app.push_screen(MakeRoom(self._place, self._target, text, self._taken), self._made_room)

    def _made_room(self, room: tuple[str, ...] | None) -> None:
        if room:
            self._write(self._area.entry, room)
        else:
            self._area.focus()

    # -- the rest -----------------------------------------------------------------------------------------------------

    def action_switch(self) -> None:
        """The other file."""
        if self._job.may_change_file:
            self._target = "user" if self._target == "memory" else "memory"
            self.show()

    def action_leave(self) -> None:
        if self._saving:
            self.tell("saving: one moment", "run")
        else:
            super().action_leave()

    def leave(self) -> None:
        self._leave_with(None)

    def let_go(self) -> None:
        self.app.push_screen(closing_question(short_name(self._target)), self._left)

    async def _left(self, answer: str | None) -> None:
        match answer:
            case "s":
                await self.action_save()
            case "d":
                self._keep_draft()
            case "t":
                self._leave_with(None)
            case _:
                self._area.focus()

    def _keep_draft(self) -> None:
        try:
            self._slot.keep(self._area.entry)
        except OSError as error:
            self.tell(f"the draft could not be kept: {error.strerror}", "bad")
        else:
            self._decided = True
            self.dismiss(None)

    def _leave_with(self, saved: Saved | None) -> None:
        """Leave with what was decided; a draft has had its day."""
        self._decided = True
        self._slot.forget()
        self.dismiss(saved)

    def on_unmount(self) -> None:
        """The program ends around an open edit: what was typed becomes a draft."""
        if not self._decided and self.changed:
            with suppress(OSError):
                self._slot.keep(self._area.entry)
