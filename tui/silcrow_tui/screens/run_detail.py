"""One run in full: summary, what it was given, what it gave, its log, and what came of it."""

from collections.abc import Sequence

from silcrow.observational.observation import ChunkState
from silcrow.text import display_text
from silcrow.workers.run import Run
from silcrow.workspace.place import FileChange, Place, RunDetail
from silcrow_tui.commands import REGISTRY
from silcrow_tui.readonly import why_readonly
from silcrow_tui.screens.difference import diff_lines
from silcrow_tui.screens.full import tabs_line
from silcrow_tui.screens.reverting import ask_to_revert, why_no_revert
from silcrow_tui.screens.run_summary import chunk_of, chunk_word, state_piece, summary_lines, taken
from silcrow_tui.screens.text_screen import TextScreen
from silcrow_tui.widgets.line import Line, Piece, line
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.words import counted, elapsed, usd


class RunScreen(TextScreen):
    """Shows a run and keeps showing it while it runs. Retries its chunk, stops it, accepts its gap, reverts it."""

    CONTEXT = "run"
    BINDINGS = REGISTRY.bindings("run")

    def __init__(self, place: Place, run_id: str) -> None:
        super().__init__(place)
        self._run_id = run_id
        self._detail: RunDetail | None = None
        self._gone = False
        self._tab = 0
        self._follows = True

    # What it is about

    @property
    def run_shown(self) -> Run | None:
        """The run as the newest state has it, else as it was read."""
        row = next((run for run in self.place.state.runs if run.run_id == self._run_id), None)
        return row or (self._detail.run if self._detail else None)

    @property
    def tabs(self) -> tuple[str, ...]:
        run = self.run_shown
        last = "Changes" if run is not None and run.role != "observer" else "Observations"
        return ("Summary", "Input", "Output", "Log", last)

    @property
    def is_gap(self) -> bool:
        """Its chunk failed too often and waits for a person."""
        found = self._found
        return found is not None and found[1].outcome == "parked"

    @property
    def _found(self) -> tuple[int, ChunkState] | None:
        run = self.run_shown
        return None if run is None else chunk_of(run, self.place.state)

    # The skeleton

    def heading(self) -> tuple[str, Line]:
        return f"Run {display_text(self._run_id)}", tabs_line(self.tabs, self._tab, self.signs)

    def numbers(self) -> Sequence[Line]:
        run = self.run_shown
        if run is None:
            return (line(Piece(" reading" if not self._gone else " this run is gone", "dim")),)
        now = self.workbench.clock()
        parts = [
            run.role,
            chunk_word(self._found, run.chunk),
            elapsed(taken(run, now)),
            usd(run.cost_usd, partial=run.partial, signs=self.signs),
            self.found_words(),
        ]
        words = "".join(f" {self.signs.between} {part}" for part in parts if part)
        return (line(" ", state_piece(run, self.signs, gap=self.is_gap), Piece(words)),)

    def on_mount(self) -> None:
        self.set_interval(1.0, self._tick)
        self._read()

    def state_changed(self) -> None:
        self._read()

    def _tick(self) -> None:
        run = self.run_shown
        if run is not None and run.state == "running":
            self.redraw_bars()
            if self._tab == 0:
                self._show()

    def _read(self) -> None:
        self.run_worker(self._fetch, exclusive=True, exit_on_error=False, group="detail")

    async def _fetch(self) -> None:
        detail = await self.place.run_detail(self._run_id)
        self._gone = detail is None
        self._detail = detail or self._detail
        self._show(top=False)

    # Tabs

    def turn_tab(self, step: int) -> None:
        """The next tab, around the end."""
        self._tab = (self._tab + step) % len(self.tabs)
        self._show(top=True)
        self.redraw_bars()

    def _show(self, *, top: bool = False) -> None:
        reader = self.looked_in
        log = self.tabs[self._tab] == "Log"
        reader.wraps = self.tabs[self._tab] != "Changes"
        at_end = reader.rows_below == 0
        reader.set_lines(self.tab_lines(), top=top)
        if log and self._follows and (top or at_end):
            reader.go(reader.row_count)
        self.redraw_bars()

    def tab_lines(self) -> list[Line]:
        """What the tab that is open says."""
        detail, run = self._detail, self.run_shown
        if detail is None or run is None:
            return [line(Piece("This run is gone: its papers were cleared away." if self._gone else "reading", "dim"))]
        match self.tabs[self._tab]:
            case "Summary":
                return summary_lines(run, self.place.state, self.workbench.clock(), self.signs)
            case "Input":
                return _text_or(detail.prompt, "Nothing was kept of its input.")
            case "Output":
                return _text_or(detail.output, "It gave no output." if run.finished_at else "No output yet.")
            case "Log":
                return _text_or(detail.log, "Its log is empty.")
            case "Observations":
                return self._observations(detail)
            case _:
                return self._changes(detail)

    def _observations(self, detail: RunDetail) -> list[Line]:
        if not detail.observations:
            return [line(Piece("It recorded no observations.", "dim"))]
        return [
            line(
                Piece(f"{display_text(noted.timestamp[:16]).replace('T', ' ')}  ", "dim"),
                Piece(f"{noted.token_count:>4}  ", "dim"),
                Piece(display_text(noted.content[:4_096])),
            )
            for noted in detail.observations
        ]

    def _changes(self, detail: RunDetail) -> list[Line]:
        lines: list[Line] = []
        if detail.observations:
            lines.append(line(Piece(f"took in {counted(len(detail.observations), 'observation')}:", bold=True)))
            lines += [
                line(Piece(f"  {noted.timestamp[11:16]}  ", "dim"), Piece(display_text(noted.content[:4_096])))
                for noted in detail.observations
            ]
            lines.append(())
        for change in detail.changes:
            lines += [line(Piece(display_text(change.path), bold=True), Piece(f"  {_how(change)}", "dim"))]
            lines += [*diff_lines(change.before, change.after, self.signs), ()]
        return lines or [line(Piece("It changed no topic file.", "dim"))]

    def text_to_copy(self) -> str:
        detail = self._detail
        if detail is None:
            return ""
        match self.tabs[self._tab]:
            case "Input":
                return detail.prompt
            case "Output":
                return detail.output
            case "Log":
                return detail.log
            case "Observations":
                return "\n".join(noted.line for noted in detail.observations)
            case "Changes":
                return "\n".join(change.after for change in detail.changes)
            case _:
                return self._run_id

    # Keys

    def why_no_retry(self) -> str | None:
        if self.place.readonly:
            return "Read only: nothing is started from here."
        if (run := self.run_shown) is None or run.role != "observer" or run.chunk is None:
            return f"Only an observer's chunk is retried; {self.key('session.run')} c consolidates."
        found = self._found
        if found is None or found[1].outcome not in ("failed", "parked"):
            return "Its chunk needs no retry."
        return None

    async def retry(self) -> None:
        """Try the chunk again now."""
        if (run := self.run_shown) is not None and run.chunk is not None:
            self.workbench.report(await self.place.retry(run.chunk))

    def why_no_stop(self) -> str | None:
        if self.place.readonly:
            return "Read only: nothing is stopped from here."
        run = self.run_shown
        return None if run is not None and run.state == "running" else "It is not running."

    async def stop_run(self) -> None:
        """End the worker; its chunk is raw again."""
        self.workbench.report(await self.place.stop_run(self._run_id))

    def why_no_accept(self) -> str | None:
        if (reason := why_readonly(self.place)) is not None:
            return reason
        return None if self.is_gap else "There is no gap here."

    def accept_gap(self) -> None:
        """Ask, then let the text of this chunk go unobserved."""
        self.workbench.start(self._accept())

    async def _accept(self) -> None:
        from silcrow_tui.screens.dialogs import YesNo

        found = self._found
        run = self.run_shown
        if found is None or run is None or run.chunk is None:
            return
        number, chunk = found
        question = f"Accept the gap of chunk {number}?"
        entries = counted(chunk.last - chunk.first + 1, "entry", "entries")
        loss = f"{entries}, {chunk.tokens:,} tokens: they are never observed, and a compaction may cut them."
        if await self.app.push_screen_wait(YesNo(question, (loss,), yes="Accept", no="Keep it waiting")):
            self.workbench.report(await self.place.accept_gap(run.chunk))

    def why_no_revert(self) -> str | None:
        return why_no_revert(self.workbench, self.run_shown)

    def revert(self) -> None:
        """Ask, then go back to before this consolidation."""
        if (run := self.run_shown) is not None:
            self.workbench.start(ask_to_revert(self.workbench, run))

    def why_no_follow(self) -> str | None:
        tabs = f"{self.key('run.tab_before')} {self.key('run.tab_after')}"
        there = f"{self.key('run.follow')} follows the log: {tabs} goes there."
        return None if self.tabs[self._tab] == "Log" else there

    def follow_log(self) -> None:
        """Stay at the end of the log, or stop that."""
        self._follows = not self._follows
        self.workbench.hint("The log is followed." if self._follows else "The log stands still.")
        if self._follows:
            self.looked_in.go(self.looked_in.row_count)


def _text_or(text: str, empty: str) -> list[Line]:
    return text_lines(text) if text else [line(Piece(empty, "dim"))]


def _how(change: FileChange) -> str:
    if not change.before:
        return f"new, {len(change.after):,} chars"
    if not change.after:
        return "removed"
    return f"{len(change.before):,} → {len(change.after):,} chars"
