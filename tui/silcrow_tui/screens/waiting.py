"""Everything that waits for a person, in one list, most urgent first."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from textual import on
from textual.widget import Widget

from silcrow.curated.results import FILE_NAMES, TARGETS, Target
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.commands import REGISTRY
from silcrow_tui.panes.run_lines import ERROR_WORDS
from silcrow_tui.screens.full import FullScreen
from silcrow_tui.screens.reader import Reader
from silcrow_tui.signs import Role, Signs
from silcrow_tui.widgets.line import Line, Piece, line, padded, shown
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.virtual_list import VirtualList
from silcrow_tui.widgets.words import counted

Kind = Literal["drift", "unreadable", "gap", "failed", "settings"]
_ROLES: dict[Kind, Role] = {"drift": "wait", "unreadable": "bad", "gap": "wait", "failed": "bad", "settings": "bad"}


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing that waits."""

    kind: Kind
    about: str
    """What it concerns: a file, a chunk, a run, a key."""
    words: str
    """What is wrong, in full."""
    way_out: str
    """Which key does what about it."""
    pane: int | None = None
    run_id: str | None = None
    target: Target | None = None
    """A file whose repair can be walked through."""


def matters(state: WorkspaceState) -> tuple[Matter, ...]:
    """All that waits, by urgency: drift, unreadable files, gaps, failed runs, settings."""
    return (*_files(state), *_gaps(state), *_failures(state), *_settings(state))


def _files(state: WorkspaceState) -> Iterable[Matter]:
    files = [state.memory.file(target) for target in TARGETS]
    for file in files:
        if file.drift is not None:
            words = f"{file.drift.message}. Writes are refused, nothing is lost."
            yield Matter(
                "drift", FILE_NAMES[file.target], words, "enter walks through the repair", pane=2, target=file.target
            )
    for file in files:
        if file.unreadable is not None:
            words = f"{file.unreadable}; writes are refused, the file is untouched."
            yield Matter(
                "unreadable",
                FILE_NAMES[file.target],
                words,
                "enter walks through the repair",
                pane=2,
                target=file.target,
            )


def _gaps(state: WorkspaceState) -> Iterable[Matter]:
    chunks = state.observational.chunks if state.observational is not None else ()
    for number, chunk in enumerate(chunks, 1):
        if chunk.outcome == "parked":
            run = next((run for run in state.runs if run.chunk == chunk.range), None)
            entries = counted(chunk.last - chunk.first + 1, "entry", "entries")
            words = f"{entries}, {chunk.tokens:,} tokens not observed: {chunk.error or 'no result'}"
            way = "enter opens the run: r tries again, a accepts the loss" if run else "enter goes to 4 Workers"
            yield Matter("gap", f"chunk {number}", words, way, pane=4, run_id=run.run_id if run else None)


def _failures(state: WorkspaceState) -> Iterable[Matter]:
    parked = {c.range for c in state.observational.chunks if c.outcome == "parked"} if state.observational else set()
    waiting = {c.range for c in state.observational.chunks if c.outcome == "failed"} if state.observational else set()
    for run in state.runs:
        open_chunk = run.chunk in waiting or (run.chunk is None and run.role != "observer")
        if run.state == "failed" and run.error is not None and run.chunk not in parked and open_chunk:
            words = f"{ERROR_WORDS[run.error.kind]}: {run.error.words}"
            yield Matter("failed", run.run_id, words, "enter opens the run", pane=4, run_id=run.run_id)


def _settings(state: WorkspaceState) -> Iterable[Matter]:
    for problem in state.problems:
        line_word = f", line {problem.line}" if problem.line else ""
        yield Matter(
            "settings", problem.key, problem.message, f"mend {problem.path}{line_word}; the rest of it applies"
        )


class MatterLook(RowLook[Matter]):
    """``✗ failed   obs-…1931   what is wrong``."""

    def __init__(self, signs: Signs) -> None:
        self.signs = signs

    def key(self, item: Matter) -> Hashable:
        return (item.kind, item.about)

    def line(self, item: Matter, width: int) -> Line:
        role = _ROLES[item.kind]
        sign = self.signs.failed if role == "bad" else self.signs.attention
        about = shown(item.about, 28)
        return line(
            Piece(f" {sign} {item.kind:<11}", role),
            Piece(padded(about, 28) + "  ") if width > 70 else Piece(about + "  "),
            Piece(shown(item.words, max(1, width - 46 if width > 70 else width - 16)), "dim"),
        )

    def text(self, item: Matter) -> str:
        return f"{item.kind} {item.about} {item.words}"


class WaitingScreen(FullScreen[None]):
    """Lists what waits and leads to where it is answered."""

    CONTEXT = "waiting"
    BINDINGS = REGISTRY.bindings("waiting")
    AUTO_FOCUS = "VirtualList"
    LOOKS_FOR = "filter"
    DEFAULT_CSS = """
    WaitingScreen Reader { height: 6; border-top: solid $frame; }
    """

    def heading(self) -> tuple[str, Line]:
        return "Waiting for you", ()

    def numbers(self) -> Sequence[Line]:
        words = f" {self.signs.between} ".join(waiting.words for waiting in self.place.state.waiting)
        return (line(Piece(f" {words or 'nothing waits'}", "dim"), Piece(f"  {self.found_words()}")),)

    def body(self) -> Iterable[Widget]:
        rows = VirtualList(MatterLook(self.signs), signs=self.signs, empty=self._nothing, id="waiting")
        rows.active = True
        rows.add_class("body")
        yield rows
        reader = Reader(signs=self.signs)
        reader.can_focus = False
        yield reader

    def _nothing(self, _width: int) -> Sequence[Line]:
        return (line(Piece(" Nothing waits for you.", "dim")),)

    @property
    def rows(self) -> VirtualList[Matter]:
        return self.query_one(VirtualList)

    @property
    def looked_in(self) -> VirtualList[Matter]:
        return self.rows

    def on_mount(self) -> None:
        self.state_changed()

    def state_changed(self) -> None:
        self.rows.set_items(matters(self.place.state))
        self._explain()

    @on(VirtualList.Moved)
    def _explain(self) -> None:
        current = self.rows.current
        lines = [] if current is None else [*text_lines(current.words), line(Piece(shown(current.way_out, 400), "run"))]
        self.query_one(Reader).set_lines(lines, top=True)

    def why_no_row(self) -> str | None:
        return None if self.rows.current is not None else "Nothing waits for you."

    @on(VirtualList.Opened)
    def open_row(self) -> None:
        """Go to the run or the pane that answers it."""
        current = self.rows.current
        if current is None:
            return
        if current.run_id is not None:
            from silcrow_tui.screens.run_detail import RunScreen

            self.app.push_screen(RunScreen(self.place, current.run_id))
        elif current.target is not None:
            from silcrow_tui.screens.recovery.opening import open_recovery

            open_recovery(self.workbench, current.target)
        elif current.pane is not None:
            self.workbench.go_to_pane(current.pane)
        else:
            self.workbench.hint(current.way_out)

    def text_to_copy(self) -> str:
        return self.rows.current.words if self.rows.current is not None else ""
