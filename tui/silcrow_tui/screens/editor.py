"""The entry editor: one entry, its budget while typing, and a save that never overwrites what others changed."""

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, cast

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Button, Static, TextArea
from textual.worker import Worker, WorkerState

from silcrow.curated.results import FILE_NAMES, Failure, Success, Target
from silcrow.curated.states import Entry, MemoryFile
from silcrow.workspace.place import Place
from silcrow_tui.screens.conflict import Conflict, ConflictDialog, find_theirs
from silcrow_tui.screens.dialogs import BUTTON_CSS, INNER, LEAVING, clipped, say
from silcrow_tui.screens.drafts import DraftSlot, default_drafts_folder
from silcrow_tui.screens.entry_area import EntryArea
from silcrow_tui.screens.entry_saving import Saved, closing_question, write_entry
from silcrow_tui.screens.entry_verdict import Verdict, judge_form, judge_size, usage_after
from silcrow_tui.screens.external_editor import edit_outside
from silcrow_tui.signs import Role
from silcrow_tui.widgets.words import counted


@dataclass(frozen=True, slots=True)
class _Notice:
    text: str
    words: str
    role: Role


class EntryEditor(ModalScreen[Saved | None]):
    """Add an entry, or change one. Answers what was saved, None when nothing was.

    The edit is bound to the entry's text, not to its number: entries may come, go and move meanwhile. When the entry
    itself changed, both versions are shown with a choice. Whatever goes wrong while saving, the text stays here.
    """

    DEFAULT_CSS = (
        """
    EntryEditor { align: center middle; }
    EntryEditor > Vertical {
        width: 76; max-width: 100%; height: 20; max-height: 100%; padding: 0 2;
        border: heavy $frame-focus; background: $ground; color: $ink; border-title-style: bold;
    }
    EntryEditor EntryArea { height: 1fr; }
    EntryEditor #rule { height: 1; color: $frame; }
    EntryEditor .line { height: 1; width: 100%; text-wrap: nowrap; text-overflow: ellipsis; }
    EntryEditor .ok { color: $role-ok; }
    EntryEditor .wait { color: $role-wait; }
    EntryEditor .bad { color: $role-bad; }
    EntryEditor .run { color: $role-run; }
    EntryEditor .dim { color: $role-dim; text-style: $role-dim-style; }
    EntryEditor .buttons { height: 1; margin-top: 1; }
    """
        + BUTTON_CSS
    )
    AUTO_FOCUS = "EntryArea"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "save", show=False, priority=True),
        Binding("ctrl+t", "switch", "MEMORY or USER", show=False, priority=True),
        Binding("ctrl+g", "outside", "$EDITOR", show=False, priority=True),
        Binding("escape", "leave", "close", show=False),
    ]

    def __init__(
        self,
        place: Place,
        target: Target,
        entry: Entry | None = None,
        *,
        given: str = "",
        environ: Mapping[str, str] | None = None,
        drafts: Path | None = None,
    ) -> None:
        """``given`` is what a new entry starts with; a draft of it is its own."""
        super().__init__()
        self._place = place
        self._home: Target = target
        self._target: Target = target
        self._entry = entry
        self._old = entry.text if entry else None
        self._environ = os.environ if environ is None else environ
        folder = str(place.state.memory.folder)
        self._start = self._old or given
        self._slot = DraftSlot(drafts or default_drafts_folder(), target, self._old or given or None, folder)
        draft = self._slot.read()
        self._from_draft = draft is not None
        self._area = EntryArea(self._start if draft is None else draft, id="text")
        self._known = self._texts(target)
        self._saving = False
        self._decided = False
        self._notice: _Notice | None = None

    # -- what is shown ------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self._area
            yield Static(say("─" * INNER), id="rule")
            yield Static(id="usage", classes="line")
            yield Static(id="size", classes="line")
            yield Static(id="form", classes="line")
            with Horizontal(classes="buttons"):
                yield Button(say("Save ctrl+s"), id="save", compact=True)
                yield Button(say("To USER ctrl+t"), id="switch", compact=True)
                yield Button(say("$EDITOR ctrl+g"), id="outside", compact=True)
                yield Button(say("Close esc"), id="leave", compact=True)

    def on_mount(self) -> None:
        self.watch(self.app, "state", self._state_came, init=False)
        self._area.move_cursor(self._area.document.end)
        self._show()
        if self._from_draft:
            self._tell("your draft is back; esc can throw it away", "run")

    @on(TextArea.Changed)
    def _typed(self) -> None:
        self._show()

    @on(EntryArea.LeftOut)
    def _left_out(self, event: EntryArea.LeftOut) -> None:
        self._tell(event.words, "wait")

    def _state_came(self) -> None:
        """The files changed: count again with what is there now."""
        self._show()

    def _show(self) -> None:
        file = self._file
        title = (
            f"Add to {self._file_word}" if self._entry is None else f"Edit {self._file_word} entry {self._entry.number}"
        )
        self.query_one(Vertical).border_title = say(title if self._target == self._home else f"{title}, moved there")
        text = self._area.entry
        after = usage_after(file, text, self._replaced)
        count = counted(len(text.strip()), "char")
        before = f"{file.usage.percent}% → " if after.percent != file.usage.percent else ""
        usage = f"{self._file_word}  {before}{after}"
        self._say("usage", usage + " " * max(2, INNER - len(usage) - len(count)) + count, "normal")
        size = judge_size(file, text, self._replaced)
        self._say("size", size.words, size.role)
        self._say("form", *self._form_words(text))
        other = "USER" if self._target == "memory" else "MEMORY"
        self.query_one("#switch", Button).label = say(f"To {other} ctrl+t")

    def _form_words(self, text: str) -> tuple[str, Role]:
        """The last line: what was just told, what stands against the text, what happened to its entry."""
        if self._notice is not None and self._notice.text == text:
            return self._notice.words, self._notice.role
        if (form := judge_form(text)) is not None:
            return form.words, form.role
        if self._old is not None and self._old not in self._texts(self._home):
            return "this entry changed while you edit it: saving shows both versions", "wait"
        return self._area.legend, "wait"

    def _tell(self, words: str, role: Role) -> None:
        """Say something about the text as it is now; it goes with the next change of the text."""
        self._notice = _Notice(self._area.entry, words, role)
        self._say("form", words, role)

    def _say(self, line: str, words: str, role: Role) -> None:
        static = self.query_one(f"#{line}", Static)
        static.set_classes(f"line {role}")
        static.update(say(clipped(words, INNER)))

    # -- facts --------------------------------------------------------------------------------------------------------

    @property
    def changed(self) -> bool:
        """Whether closing would lose something."""
        return self._area.entry.strip() != self._start.strip()

    @property
    def _file_word(self) -> str:
        return FILE_NAMES[self._target].removesuffix(".md")

    @property
    def _file(self) -> MemoryFile:
        return self._place.state.memory.file(self._target)

    @property
    def _replaced(self) -> str | None:
        """The entry whose room the text takes: none when it goes over to the other file."""
        return self._old if self._target == self._home else None

    def _texts(self, target: Target) -> tuple[str, ...]:
        return tuple(entry.text for entry in self._place.state.memory.file(target).entries)

    # -- saving -------------------------------------------------------------------------------------------------------

    def action_save(self) -> None:
        """Write the text, unless it can't be an entry or does not fit."""
        if self._saving:
            return
        text = self._area.entry
        verdicts: tuple[Verdict | None, ...] = (judge_form(text), judge_size(self._file, text, self._replaced))
        if self._place.readonly:
            self._tell("read only: nothing is written from here", "wait")
        elif any(verdict is not None and not verdict.savable for verdict in verdicts):
            self._notice = None
            self._show()
            self.app.bell()
        else:
            self._saving = True
            self._tell("saving", "run")
            self.run_worker(self._save(text), exit_on_error=False, exclusive=True, group="save")

    async def _save(self, text: str) -> None:
        old = self._old
        if old is not None and old not in self._texts(self._home):
            await self._settle_conflict(text)
            return
        result = await write_entry(self._place, self._home, self._target, old, text)
        if isinstance(result, Success):
            self._finish(text, result)
        elif result.code == "no_match":
            await self._settle_conflict(text)
        else:
            self._refused(result)

    def _finish(self, text: str, result: Success) -> None:
        self._leave_with(Saved(self._target, text.strip(), result, self._old, moved=self._target != self._home))

    def _refused(self, failure: Failure) -> None:
        self._saving = False
        self._tell(f"{failure.code}: {failure.error}", "bad")

    async def _settle_conflict(self, text: str) -> None:
        theirs = find_theirs(self._old or "", self._known, self._texts(self._home))
        mtime = self._place.state.memory.file(self._home).mtime
        when = time.strftime("%H:%M", time.localtime(mtime)) if mtime else "just now"
        decision = await self.app.push_screen_wait(ConflictDialog(Conflict(text, theirs, when)))
        self._saving = False
        match decision:
            case "m":
                self._old, self._known = theirs, self._texts(self._home)
                self.action_save()
            case "t":
                self._leave_with(None)
            case "b":
                self._old, self._known = theirs, self._texts(self._home)
                self._area.entry = f"{text.strip()}\n{theirs}"
                self._tell("both versions: yours first, then what is in the file", "run")
            case "d":
                self._keep_draft()
            case _:
                self._notice = None
                self._show()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """An unexpected error ends neither the app nor the edit."""
        if event.state is WorkerState.ERROR:
            self._saving = False
            self._show()
            self._tell(f"not saved: {event.worker.error}; your text is still here", "bad")

    # -- the rest -----------------------------------------------------------------------------------------------------

    def action_switch(self) -> None:
        """The other file."""
        self._target = "user" if self._target == "memory" else "memory"
        self._show()

    def action_outside(self) -> None:
        """Hand the text to ``$EDITOR``."""
        self.run_worker(self._edit_outside(), exit_on_error=False, exclusive=True, group="outside")

    async def _edit_outside(self) -> None:
        app = cast(App[object], self.app)
        edited = await edit_outside(app, self._area.entry, self._environ)
        if edited.text is not None:
            self._area.entry = edited.text
        self._tell(edited.words, "dim" if edited.text is not None else "wait")

    def action_leave(self) -> None:
        """Close; asks first when something would be lost."""
        if self._saving:
            self._tell("saving: one moment", "run")
        elif not self.changed:
            self._leave_with(None)
        else:
            self.app.push_screen(closing_question(self._file_word), self._left)

    def _left(self, answer: str | None) -> None:
        match answer:
            case "s":
                self.action_save()
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
            self._tell(f"the draft could not be kept: {error.strerror}", "bad")
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

    def on_key(self, event: Key) -> None:
        outside_text = self.focused is not self._area
        if outside_text and (event.key in LEAVING or event.key.startswith("alt+")):
            event.stop()
            self.action_leave()
        elif outside_text and event.key in ("left", "right"):
            event.stop()
            (self.focus_next if event.key == "right" else self.focus_previous)(Button)

    @on(Button.Pressed)
    async def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        await self.run_action(event.button.id or "leave")
