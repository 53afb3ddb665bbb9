"""Pane 4: worker runs, the running ones on top."""

from collections.abc import Hashable, Sequence

from textual.app import ComposeResult

from silcrow.observational.observation import ChunkRange
from silcrow.workers.run import Run
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.commands import REGISTRY, session
from silcrow_tui.panes.detail_text import NOTHING, Detail, DetailTab
from silcrow_tui.panes.empty_words import sentences
from silcrow_tui.panes.pane import Pane
from silcrow_tui.panes.run_detail_lines import gap_lines, run_lines
from silcrow_tui.panes.run_lines import GapRow, RunRow, run_line, run_rows
from silcrow_tui.readonly import why_readonly
from silcrow_tui.screens.reverting import ask_to_revert, why_no_revert
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.virtual_list import VirtualList

Row = RunRow | GapRow


class WorkerLook(RowLook[Row]):
    def __init__(self, signs: Signs) -> None:
        self.signs = signs
        self.now = 0.0

    def key(self, item: Row) -> Hashable:
        return item.run.run_id if isinstance(item, RunRow) else item.chunk.range

    def line(self, item: Row, width: int) -> Line:
        return run_line(item, width, self.now, self.signs)

    def text(self, item: Row) -> str:
        if isinstance(item, GapRow):
            return f"gap chunk {item.number}"
        run = item.run
        error = f" {run.error.kind} {run.error.words}" if run.error else ""
        chunk = f" chunk {item.number}" if item.number else ""
        return f"{run.state} {run.role}{chunk} {run.summary}{error} {run.run_id} {run.model}"


class WorkersPane(Pane):
    """Runs with state, what they worked on, time and cost; gaps stand among them."""

    NAME = "workers"
    NUMBER = 4
    TITLED = "Workers"
    CONTEXT = "workers"
    BINDINGS = REGISTRY.bindings("workers")

    def __init__(self, *, signs: Signs = UNICODE) -> None:
        super().__init__(signs=signs)
        self._look = WorkerLook(signs)
        self.rows = self._list = VirtualList[Row](self._look, follow="head", signs=signs, empty=self._empty)

    def compose(self) -> ComposeResult:
        yield self._list

    def show(self, state: WorkspaceState) -> None:
        self._look.now = self.silcrow.clock()
        self._list.set_items(run_rows(state.runs, state.observational, self._look.now))
        self._list.refresh_empty()
        self.retitle()

    def tick(self) -> None:
        self.show(self.silcrow.state)

    def _empty(self, width: int) -> Sequence[Line]:
        state = self.silcrow.state
        if self._list.index.filter:
            return ((), line(Piece(f"  No run matches. {self.key('main.back')} shows all.", "dim")))
        if state.session is None:
            return sentences("No runs: no session is open.", width)
        return sentences(f"No runs yet. {self.key('session.run')} starts one by hand.", width)

    def title_right(self) -> Line:
        observing = self.silcrow.state.observational
        parts: list[Piece] = []
        if self._list.newer:
            parts.append(Piece(f"{self._list.newer} newer {self.signs.up} · ", "run"))
        if self._list.index.marks:
            parts.append(Piece(f"{len(self._list.index.marks)} marked · ", "run"))
        if self._list.index.filter:
            parts.append(Piece(f"{len(self._list.index)} match · ", "run"))
        if observing is not None:
            if observing.queued:
                parts.append(Piece(f"{observing.queued} queued · ", "dim"))
            role = "run" if observing.running else "dim"
            parts.append(Piece(f"{observing.running} of {observing.max_running} running", role))
        return tuple(parts)

    def badge(self, state: WorkspaceState) -> Line:
        running = sum(run.state == "running" for run in state.runs)
        rows = run_rows(state.runs, state.observational, 0)
        gaps = sum(isinstance(row, GapRow) or row.gap for row in rows)
        failed = sum(
            isinstance(row, RunRow)
            and row.run.state == "failed"
            and not row.gap
            and row.chunk is not None
            and row.chunk.outcome == "failed"
            for row in rows
        )
        pieces: list[Piece] = []
        if running:
            pieces.append(Piece(f" {running}{self.signs.running}", "run"))
        if failed:
            pieces.append(Piece(f" {failed}{self.signs.failed}", "bad"))
        elif gaps:
            pieces.append(Piece(f" {gaps}{self.signs.attention}", "wait"))
        return tuple(pieces) or ((Piece(f" {len(state.runs)}"),) if state.runs else ())

    # Rows

    @property
    def chosen(self) -> tuple[Row, ...]:
        return self._list.chosen

    def why_no_run(self) -> str | None:
        row = self._list.current
        if isinstance(row, GapRow):
            ways = f"{self.key('workers.retry')} retries it, {self.key('workers.accept')} accepts it"
            return f"The runs of this gap are not kept any more. {ways}."
        return None if row is not None else "There is no run here."

    def open_row(self) -> None:
        row = self._list.current
        if isinstance(row, RunRow):
            from silcrow_tui.screens.run_detail import RunScreen

            self.silcrow.push_screen(RunScreen(self.silcrow.place, row.run.run_id))

    def copied(self) -> str | None:
        row = self._list.current
        return row.run.run_id if isinstance(row, RunRow) else None

    def detail(self) -> Detail:
        row = self._list.current
        now = self.silcrow.clock()
        if isinstance(row, GapRow):
            lines = gap_lines(row.chunk, row.number, self.signs)
            return Detail(row.chunk.range, f"Gap, chunk {row.number}", (DetailTab("Summary", lines),))
        if isinstance(row, RunRow):
            title = f"Run {shown(row.run.run_id, 40, self.signs)}"
            return Detail(row.run.run_id, title, (DetailTab("Summary", run_lines(row, now, self.signs)),))
        return NOTHING

    # What keys do

    def _why_readonly(self) -> str | None:
        return why_readonly(self.silcrow.place) or self.why_no_row()

    def _retried(self) -> list[ChunkRange]:
        found: list[ChunkRange] = []
        for row in self.chosen:
            chunk = row.chunk
            if chunk is not None and chunk.outcome in ("failed", "parked") and chunk.range not in found:
                found.append(chunk.range)
        return found

    def why_no_retry(self) -> str | None:
        if (reason := self._why_readonly() or session.why_no_run(self.silcrow)) is not None:
            return reason
        return None if self._retried() else "Only failed chunks and gaps of this branch can be retried."

    def retry(self) -> None:
        self.silcrow.start(self._retry())

    async def _retry(self) -> None:
        for chunk in self._retried():
            self.silcrow.report(await self.silcrow.place.retry(chunk))

    def why_no_stop(self) -> str | None:
        if (reason := self._why_readonly()) is not None:
            return reason
        return None if self._running_ids() else "This run has ended."

    def _running_ids(self) -> list[str]:
        return [row.run.run_id for row in self.chosen if isinstance(row, RunRow) and row.run.state == "running"]

    def stop_runs(self) -> None:
        self.silcrow.start(self._stop())

    async def _stop(self) -> None:
        for run_id in self._running_ids():
            self.silcrow.report(await self.silcrow.place.stop_run(run_id))

    def _gaps(self) -> list[Row]:
        return [row for row in self.chosen if row.chunk is not None and row.chunk.outcome == "parked"]

    def why_no_accept(self) -> str | None:
        if (reason := self._why_readonly() or session.why_no_run(self.silcrow)) is not None:
            return reason
        return None if self._gaps() else "This is no gap."

    def accept_gaps(self) -> None:
        self.silcrow.start(self._accept())

    async def _accept(self) -> None:
        from silcrow_tui.screens.dialogs import YesNo

        app = self.silcrow
        chunks = [(row.number, row.chunk) for row in self._gaps() if row.chunk is not None]
        lines = [
            f"chunk {number}: {chunk.last - chunk.first + 1} entries, {chunk.tokens:,} tokens"
            for number, chunk in chunks
        ]
        many = "this gap" if len(chunks) == 1 else f"these {len(chunks)} gaps"
        lines.append("Their text counts as settled and is never observed.")
        if await app.push_screen_wait(YesNo(f"Accept {many}?", lines, yes="Accept", no="Keep")):
            for _number, chunk in chunks:
                app.report(await app.place.accept_gap(chunk.range))

    # Reverting goes by the row under the cursor: a run is taken back with all that came after it.

    @property
    def _run(self) -> Run | None:
        row = self._list.current
        return row.run if isinstance(row, RunRow) else None

    def why_no_revert(self) -> str | None:
        return self.why_no_row() or why_no_revert(self.silcrow, self._run)

    def revert(self) -> None:
        if (run := self._run) is not None:
            self.silcrow.start(ask_to_revert(self.silcrow, run))
