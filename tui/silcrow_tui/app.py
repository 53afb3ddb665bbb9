"""The workbench: one place, one state, and the screens that show it."""

import asyncio
import os
import time
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from textual import events, on
from textual.app import App
from textual.css.query import NoMatches
from textual.reactive import var
from textual.timer import Timer
from textual.worker import Worker, WorkerState

from silcrow.curated.results import Target
from silcrow.workspace.place import Answer, Place
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.commands import REGISTRY, CommandHost, hosts_from, run_command, shown_key
from silcrow_tui.crash import last_words, reports_folder, write_report
from silcrow_tui.next_place import Next
from silcrow_tui.openings import OPENINGS, nothing_here
from silcrow_tui.own_writes import OwnWrites
from silcrow_tui.panes.outside import outside_words
from silcrow_tui.preferences.applying import apply_preferences
from silcrow_tui.preferences.choices import Preferences
from silcrow_tui.preferences.keeping import window_now
from silcrow_tui.preferences.window_state import WindowState
from silcrow_tui.signs import Signs, signs_for
from silcrow_tui.theme import OFFERED_THEMES, role_variables
from silcrow_tui.widgets.line_bar import RunCommand
from silcrow_tui.widgets.toasts import Severity, Toasts

if TYPE_CHECKING:
    from silcrow_tui.clipboard import Tool
    from silcrow_tui.exporting import Export
    from silcrow_tui.screens.main import MainScreen

REPAINT_SECONDS = 0.1
"""Least time between two states on the screen."""
_FRAME_SECONDS = 0.02
"""Within which the frame is drawn that was laid out last."""
HINT_SECONDS = 6.0
_WAYS_ON = {
    "no_session": ("go.sessions", "lists others"),
    "off": ("session.switch", "turns it on"),
    "paused": ("session.pause", "resumes"),
}
"""Code of an answer to the command that leads on from there, and what that does."""


class SilcrowApp(CommandHost, App[Next | None]):
    """The workbench on a place.

    Screens read ``state`` and watch it (``self.watch(self.app, "state", ...)``); they act through ``place`` and never
    touch a file themselves. ``clock`` gives Unix seconds, so that ages and elapsed times stand still in tests.
    """

    CONTEXT = "everywhere"
    BINDINGS = REGISTRY.bindings("everywhere")
    ENABLE_COMMAND_PALETTE = False
    TITLE = "silcrow"
    CSS = """
    Screen { background: $ground; color: $ink; }
    ModalScreen { background: $ground 70%; }
    Toast { padding: 0 1; background: $ground-bar; color: $ink; width: auto; max-width: 76; }
    ToastRack { margin-bottom: 1; }
    """

    state: var[WorkspaceState] = var(None, always_update=True, init=False)  # type: ignore[assignment]
    """The newest state. Set by the app alone."""
    hint_words: var[str] = var("")
    """One line about what a key did or why it did nothing; empty again with the next key."""

    def __init__(
        self,
        place: Place,
        *,
        clock: Callable[[], float] = time.time,
        environ: Mapping[str, str] | None = None,
        signs: Signs | None = None,
        theme: str = "textual-dark",
        reports: Path | None = None,
        preferences: Preferences | None = None,
        window: WindowState | None = None,
        keep: Callable[[WindowState], None] | None = None,
    ) -> None:
        super().__init__()
        self.preferences = preferences or Preferences()
        self.window = window or WindowState()
        """What the last window left; ``keep`` is given what this one leaves."""
        self._keep = keep
        self.compact = self.preferences.compact
        self.mouse_taken = self.preferences.mouse
        self.registry = REGISTRY
        """The commands with the keys that they have here."""
        self.environ: Mapping[str, str] = os.environ if environ is None else environ
        self.own_texts: set[str] = set()
        """Entry texts that this window wrote or removed: what else comes or goes was done outside."""
        self.place = cast(Place, OwnWrites(place, self.own_texts))
        self.clock = clock
        self.signs = signs or signs_for(self.environ, self.preferences.symbols)
        self.toasts = Toasts(self, clock)
        self.reports = reports or reports_folder(self.environ)
        self.set_reactive(SilcrowApp.state, place.state)
        self._coming: WorkspaceState | None = None
        self._pause: Timer | None = None
        wanted = self.preferences.theme or self.window.theme or theme
        self._first_theme = wanted if wanted in self.available_themes else OFFERED_THEMES[0]

    # Start and end

    def get_css_variables(self) -> dict[str, str]:
        variables = super().get_css_variables()
        self.theme_variables = variables | role_variables(self.current_theme, variables)
        return self.theme_variables

    def get_default_screen(self) -> Any:
        from silcrow_tui.screens.main import MainScreen

        return MainScreen()

    def on_mount(self) -> None:
        self.theme = self._first_theme
        apply_preferences(self)
        if nothing_here(self.state):
            self.call_after_refresh(self.open_screen, "first_run")

    def on_ready(self) -> None:
        """Follow the files once the first frame is there, which shows them as they were read a moment ago.

        By a timer: what is to be called after a refresh waits for the screen of now, and another one may cover it.
        """
        self.set_timer(_FRAME_SECONDS, self._follow)

    def _follow(self) -> None:
        self.run_worker(self._follow_states, group="states", exclusive=True, exit_on_error=False)

    async def leave(self, then: Next | None = None) -> None:
        """Keep what the window keeps, close the place and end; ``then`` says what to open in its place."""
        if self._keep is not None:
            self._keep(window_now(self))
        await self.place.close()
        self.exit(then)

    @property
    def main(self) -> "MainScreen":
        """The main screen, at the bottom of the stack."""
        from silcrow_tui.screens.main import MainScreen

        screen = self.screen_stack[0]
        assert isinstance(screen, MainScreen)
        return screen

    async def ask_to_leave(self) -> None:
        """Leave; ask first while workers of this window run, since they are stopped."""
        observing = self.state.observational
        if observing is None or not observing.running or observing.driver.state != "this":
            await self.leave()
            return
        self.start(self._ask_to_leave(observing.running))

    async def _ask_to_leave(self, running: int) -> None:
        from silcrow_tui.screens.dialogs import YesNo

        workers = (
            "1 worker is stopped, its chunk is" if running == 1 else f"{running} workers are stopped, their chunks are"
        )
        words = f"{workers} queued again, what they cost stays counted."
        if await self.push_screen_wait(YesNo("Quit?", [words], yes="Quit", no="Stay")):
            await self.leave()

    # State in

    async def _follow_states(self) -> None:
        async for state in self.place.states():
            if state is not self.state:
                self._receive(state)

    def _receive(self, state: WorkspaceState) -> None:
        """Show a state at once, or with the next repaint when the last one was just now."""
        if self._pause is not None:
            self._coming = state
            return
        for words in outside_words(self.state, state, self.own_texts):
            self.toast(words)
        self.state = state
        self._pause = self.set_timer(REPAINT_SECONDS, self._after_pause)

    def _after_pause(self) -> None:
        self._pause = None
        if self._coming is not None:
            state, self._coming = self._coming, None
            self._receive(state)

    async def refresh_state(self) -> None:
        """Read all files again."""
        self._receive(await self.place.refresh())
        self.hint("Read again.")

    # Actions

    def start(self, flow: Coroutine[Any, Any, None]) -> None:
        """Run a conversation with the user (questions, then an action) beside the keys."""
        self.run_worker(flow, group="actions", exit_on_error=False)

    def report(self, answer: Answer) -> None:
        """Say what became of an action, and which key leads on from there."""
        command, does = _WAYS_ON.get(answer.code, ("", ""))
        way = f" {self.key(command)} {does}." if command else ""
        self.toast(f"{answer.words}{way}", "information" if answer.done else "warning")

    # Words out

    def hint(self, words: str) -> None:
        """Say one line near the keys; gone with the next key or click."""
        self.hint_words = words

    def toast(self, words: str, severity: Severity = "information") -> None:
        """A short notice in the corner. The same one again counts up."""
        self.toasts.show(words, severity)

    def copy(self, text: str) -> None:
        """Send a text to the terminal's clipboard, then to a native tool; say which, and warn of hidden characters."""
        from silcrow_tui.clipboard import native_tool, sent_words

        self.copy_to_clipboard(text.encode("utf-8", "replace").decode())
        self.hint(sent_words(text, self.environ, self.key))
        if (tool := native_tool(self.environ)) is not None:
            self.start(self._hand_to(tool, text))

    async def _hand_to(self, tool: "Tool", text: str) -> None:
        from silcrow_tui.clipboard import copied_words, hand_to

        if await hand_to(tool, text, self.environ):
            self.hint(copied_words(tool, text))

    def export(self, export: "Export") -> None:
        """Ask for a file and save what is shown there."""
        from silcrow_tui.screens.export import export_shown

        self.start(export_shown(self, export))

    # Keys

    @on(RunCommand)
    async def _clicked(self, message: RunCommand) -> None:
        await self.run_command_id(message.command)

    async def run_command_id(self, command_id: str) -> bool:
        """Run a command on the innermost host around the focus that has it; False when none has."""
        command = self.registry.command(command_id)
        focus = self.screen.focused or self.screen
        for host in hosts_from(focus):
            if command in self.registry.context(host.CONTEXT).commands:
                return await run_command(command, host)
        return False

    def on_key(self, event: events.Key) -> None:
        """Clear the last hint; say what a key without use here is for."""
        self.hint_words = ""
        if self.screen.is_modal or event.key in self.screen.active_bindings:
            return
        if event.key.startswith("alt+"):
            self.run_worker(self.run_command_id("main.back"), exit_on_error=False)
            return
        here = [host.CONTEXT for host in hosts_from(self.screen.focused or self.screen)]
        meaning = self.registry.elsewhere(event.key, here)
        if meaning is not None:
            key = shown_key(meaning.command.keys[0])
            about = meaning.command.about[0].lower() + meaning.command.about[1:]
            self.hint(f"{key}: {about} ({meaning.context.title}). No use here.")

    def on_mouse_down(self) -> None:
        """A click is as good as a key: what was said about the last one is over."""
        self.hint_words = ""

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """No cursor blinks where nothing is to move by itself."""
        field: Any = event.widget
        if self.animation_level == "none" and getattr(field, "cursor_blink", False):
            field.cursor_blink = False

    # Screens

    def go_to_pane(self, number: int) -> None:
        """Go to a pane of the main screen, from wherever we are."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.main.go_to(number)

    def go_to_entry(self, target: Target, text: str) -> None:
        """Go to an entry by its full text; to the pane alone when it is not there any more."""
        self.go_to_pane(1)
        rows = self.main.pane_named("entries").rows
        if rows is not None:
            rows.move_to_key((target, text))

    def open_screen(self, name: str) -> None:
        """Open a full screen by name; one that is open already stays as it is."""
        screen = OPENINGS[name](self)
        if type(screen) is not type(self.screen):
            self.push_screen(screen)

    def back(self) -> None:
        """Close the topmost screen."""
        if len(self.screen_stack) > 1:
            self.pop_screen()

    def redraw(self) -> None:
        """Draw everything again."""
        self.refresh(layout=True)

    def interrupt(self) -> None:
        """Copy what the mouse selected, else say how to leave."""
        selected = self.screen.get_selected_text()
        if selected:
            self.copy(selected)
        else:
            self.hint(f"{self.key('app.quit')} leaves from anywhere, {self.key('main.quit')} on the main screen.")

    # Trouble

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """An error in the background becomes words, never the end of the program."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            error = event.worker.error
            if isinstance(error, asyncio.CancelledError | NoMatches):
                return
            cause = f"{type(error).__name__}: {error}"
            following = event.worker.group == "states"
            again = f"Changes are not followed any more: {cause}. {self.key('app.refresh')} reads again."
            self.toast(again if following else cause, "error")

    def _fatal_error(self) -> None:
        """Leave with a report; Textual's own version prints local variables, which may hold memory texts."""
        error = self._exception
        if error is None:
            super()._fatal_error()
            return
        self.panic(last_words(error, write_report(error, self.reports, self.clock())))


def run(place: Place, **options: Any) -> None:
    """Open the workbench on a place and stay until it is left."""
    SilcrowApp(place, **options).run()
