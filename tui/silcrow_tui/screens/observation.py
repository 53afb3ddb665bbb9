"""One observation with the source entries it rests on."""

from collections.abc import Sequence

from silcrow.observational.observation import Observation
from silcrow.text import display_text
from silcrow.workspace.place import Place, SourceText
from silcrow_tui.commands import REGISTRY
from silcrow_tui.commands.session import no_session
from silcrow_tui.screens.text_screen import TextScreen
from silcrow_tui.screens.topic_opening import open_topic_of
from silcrow_tui.widgets.line import Line, Piece, line
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.words import counted

SOURCE_LIMIT = 16_384
"""Code points shown of one source entry."""


class ObservationScreen(TextScreen):
    """What was noted, when, by which run, and from which entries of the session."""

    CONTEXT = "observation"
    BINDINGS = REGISTRY.bindings("observation")

    def __init__(self, place: Place, observation: Observation) -> None:
        super().__init__(place)
        self._observation = observation
        self._sources: tuple[SourceText, ...] | None = None

    def heading(self) -> tuple[str, Line]:
        return f"Observation {display_text(self._observation.timestamp)}", ()

    def numbers(self) -> Sequence[Line]:
        noted = self._observation
        parts = [
            counted(len(noted.content), "char"),
            counted(noted.token_count, "token"),
            f"rests on {counted(len(noted.sources), 'entry', 'entries')}",
            f"run {display_text(noted.run_id)}" if noted.run_id else "written by another program",
            self.found_words(),
        ]
        return (line(Piece(" " + f" {self.signs.between} ".join(part for part in parts if part), "dim")),)

    def on_mount(self) -> None:
        self.looked_in.set_lines(self.lines_shown())
        self.run_worker(self._fetch, exit_on_error=False)

    async def _fetch(self) -> None:
        self._sources = await self.place.sources_of(self._observation)
        self.looked_in.set_lines(self.lines_shown())

    def lines_shown(self) -> list[Line]:
        """The observation, then its sources one after the other."""
        lines: list[Line] = [*text_lines(self._observation.content), ()]
        if self._sources is None:
            return [*lines, line(Piece("reading its sources", "dim"))]
        if not self._sources:
            return [*lines, line(Piece("Its source entries are not in this session file.", "wait"))]
        for source in self._sources:
            about = f"{display_text(source.role)} {self.signs.between} {display_text(source.timestamp[:19])}"
            head = Piece(about.replace("T", " "), "run", bold=True)
            lines += [line(head, Piece(f"  {display_text(source.id)}", "dim"))]
            lines += [*text_lines(source.text, most=SOURCE_LIMIT), ()]
        return lines

    def why_no_topics(self) -> str | None:
        return no_session(self.workbench)

    async def open_topic(self) -> None:
        """Read the topic that it went to."""
        await open_topic_of(self.workbench, self._observation)

    def text_to_copy(self) -> str:
        return self._observation.content
