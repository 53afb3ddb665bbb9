"""Pane 3: the active observations, and how far the next runs are away."""

from collections.abc import Hashable, Sequence

from textual.app import ComposeResult

from silcrow.curated.results import FILE_NAMES, TARGETS, Target
from silcrow.observational.observation import Observation
from silcrow.observational.status import ObservationalState
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.commands import REGISTRY
from silcrow_tui.commands.session import why_no_switch
from silcrow_tui.panes.chunk_lines import chunk_lines
from silcrow_tui.panes.detail_text import NOTHING, Detail, DetailTab
from silcrow_tui.panes.empty_words import no_session_line, pool_empty_lines
from silcrow_tui.panes.entry_work import why_no_write
from silcrow_tui.panes.pane import Gauges, Pane
from silcrow_tui.panes.pool_lines import FilingRow, filing_line, observation_line, pool_gauges
from silcrow_tui.panes.source_lines import sources_later
from silcrow_tui.readonly import why_readonly
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.timeline import timeline_line
from silcrow_tui.widgets.virtual_list import VirtualList
from silcrow_tui.widgets.words import counted

Row = Observation | FilingRow


class PoolLook(RowLook[Row]):
    def __init__(self, signs: Signs) -> None:
        self.signs = signs

    def key(self, item: Row) -> Hashable:
        return item.key if isinstance(item, Observation) else "filing"

    def version(self, item: Row) -> Hashable:  # noqa: ARG002 - an observation never changes
        return 0

    def line(self, item: Row, width: int) -> Line:
        return (
            observation_line(item, width, self.signs)
            if isinstance(item, Observation)
            else filing_line(width, self.signs)
        )

    def text(self, item: Row) -> str:
        return item.line if isinstance(item, Observation) else ""

    def selectable(self, item: Row) -> bool:
        return isinstance(item, Observation)


class PoolPane(Pane):
    """Gauges, the strip of chunks, and the observations, newest first."""

    NAME = "pool"
    NUMBER = 3
    TITLED = "Pool"
    CONTEXT = "pool"
    BINDINGS = REGISTRY.bindings("pool")

    def __init__(self, *, signs: Signs = UNICODE) -> None:
        super().__init__(signs=signs)
        self._pool: tuple[Observation, ...] | None = None
        self._to_file = -1
        self.rows = self._list = VirtualList[Row](
            PoolLook(signs), follow="head", loose=True, signs=signs, empty=self._empty
        )
        self._gauges = Gauges(self._gauge_lines, signs=signs, height=3)

    def compose(self) -> ComposeResult:
        yield self._gauges
        yield self._list

    @property
    def observing(self) -> ObservationalState | None:
        return self.silcrow.state.observational

    def show(self, state: WorkspaceState) -> None:
        observing = state.observational
        self._gauges.display = observing is not None and observing.enabled
        pool = observing.pool if observing is not None else ()
        to_file = observing.next_to_file if observing is not None else 0
        if pool is not self._pool or to_file != self._to_file:
            self._pool, self._to_file = pool, to_file
            self._list.set_items(_newest_first(pool, to_file))
        self._list.refresh_empty()
        self._gauges.redraw()
        self.retitle()

    def _gauge_lines(self, width: int) -> Sequence[Line]:
        observing = self.observing
        if observing is None:
            return ()
        strip = line(Piece(" "), *timeline_line(observing.timeline, width - 2, self.signs))
        return (*pool_gauges(observing, width, self.signs), strip)

    def _empty(self, width: int) -> Sequence[Line]:
        state = self.silcrow.state
        if self._list.index.filter:
            return ((), line(Piece(f"  No observation matches. {self.key('main.back')} shows all.", "dim")))
        if state.observational is None:
            return no_session_line(state, width, self.key)
        return pool_empty_lines(state.observational, width, self.key)

    def title_right(self) -> Line:
        observing = self.observing
        parts: list[Piece] = []
        if self._list.newer:
            parts.append(Piece(f"{self._list.newer} newer {self.signs.up} · ", "run"))
        if self._list.index.marks:
            parts.append(Piece(f"{len(self._list.index.marks)} marked · ", "run"))
        if self._list.index.filter:
            parts.append(Piece(f"{len(self._list.index):,} match · ", "run"))
        if observing is not None:
            parts.append(Piece(f"{len(observing.pool):,} active" if observing.enabled else "off", "dim"))
        return tuple(parts)

    def badge(self, state: WorkspaceState) -> Line:
        observing = state.observational
        if observing is None:
            return ()
        if not observing.enabled:
            return (Piece(" off", "dim"),)
        return (Piece(f" {len(observing.pool):,}"),)

    @property
    def current(self) -> Observation | None:
        row = self._list.current
        return row if isinstance(row, Observation) else None

    @property
    def chosen(self) -> tuple[Observation, ...]:
        """Marked observations, else the one under the cursor."""
        return tuple(row for row in self._list.chosen if isinstance(row, Observation))

    def copied(self) -> str | None:
        return "\n".join(row.line for row in self.chosen) or None

    def open_row(self) -> None:
        """Show the observation with the entries it rests on."""
        row = self.current
        if row is None:
            return
        from silcrow_tui.screens.observation import ObservationScreen

        self.silcrow.push_screen(ObservationScreen(self.silcrow.place, row))

    def detail(self) -> Detail:
        row, observing = self.current, self.observing
        if observing is None:
            return NOTHING
        strip = DetailTab("Strip", drawn=lambda: chunk_lines(observing, self.silcrow.clock(), self.signs))
        if row is None:
            return Detail("strip", "Strip", (strip,)) if observing.chunks and observing.enabled else NOTHING
        when = shown(row.timestamp.replace("T", " "), 30, self.signs)
        facts = (
            f"{when} · {counted(row.token_count, 'token')} · rests on {counted(len(row.sources), 'entry', 'entries')}"
        )
        lines = [*text_lines(row.content), line(Piece(facts, "dim"))]
        if row.run_id:
            lines.append(line(Piece(f"noted by {shown(row.run_id, 60, self.signs)}", "dim")))
        tabs = (
            DetailTab("Text", lines),
            DetailTab("Sources", later=sources_later(self.silcrow.place, row, self.signs)),
            strip,
        )
        return Detail(row.key, "Observation", tabs)

    # What keys do

    async def open_topic(self) -> None:
        """Read the topic of the observation; without a row the topics."""
        if (row := self.current) is None:
            self.silcrow.open_screen("topics")
            return
        from silcrow_tui.screens.topic_opening import open_topic_of

        await open_topic_of(self.silcrow, row)

    def why_no_drop(self) -> str | None:
        return self.why_no_row() or why_no_switch(self.silcrow)

    def drop_observations(self) -> None:
        self.silcrow.start(self._drop(self.chosen))

    async def _drop(self, observations: Sequence[Observation]) -> None:
        answer = await self.silcrow.place.drop(observations)
        if answer.done:
            self._list.index.marks.clear()
        self.silcrow.report(answer)

    def why_no_save(self) -> str | None:
        if (reason := self.why_no_row()) is not None:
            return reason
        if (reason := why_readonly(self.silcrow.place)) is not None:
            return reason
        return None if self._open_files() else why_no_write(self.silcrow.state.memory.memory)

    def _open_files(self) -> list[Target]:
        memory = self.silcrow.state.memory
        return [target for target in TARGETS if why_no_write(memory.file(target)) is None]

    def save_as_entry(self) -> None:
        """Open the editor with the text of the observation, for a new entry."""
        if (row := self.current) is not None:
            self.silcrow.start(self._save(row))

    async def _save(self, row: Observation) -> None:
        from silcrow_tui.screens.editor import EntryEditor
        from silcrow_tui.screens.entry_task import adding

        app = self.silcrow
        editor = EntryEditor(app.place, adding(self._open_files()[0], row.content), environ=app.environ)
        if (saved := await app.push_screen_wait(editor)) is not None:
            app.toast(
                f"Added to {FILE_NAMES[saved.target]}, now {saved.result.usage} · {app.key('memory.undo')} undoes"
            )


def _newest_first(pool: tuple[Observation, ...], to_file: int) -> tuple[Row, ...]:
    newest: tuple[Row, ...] = pool[::-1]
    cut = len(newest) - to_file
    return (*newest[:cut], FilingRow(to_file), *newest[cut:]) if 0 < to_file <= len(newest) else newest
