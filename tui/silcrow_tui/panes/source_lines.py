"""The session entries that an observation rests on, as lines."""

from collections.abc import Sequence

from silcrow.observational.observation import Observation
from silcrow.workspace.place import Place, SourceText
from silcrow_tui.panes.detail_text import Later
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.words import counted


def sources_later(place: Place, observation: Observation, signs: Signs) -> Later:
    """The sources of an observation, read from the session when they are looked at."""

    async def read() -> Sequence[Line]:
        return source_lines(await place.sources_of(observation), signs)

    return Later(observation, read, "reading the session…")


def source_lines(sources: Sequence[SourceText], signs: Signs = UNICODE) -> list[Line]:
    """The entries that an observation rests on, one after the other."""
    if not sources:
        return [line(Piece("None of its source entries is in this session.", "dim"))]
    lines: list[Line] = []
    for source in sources:
        head = f"{source.role} · {source.timestamp[:19].replace('T', ' ')} · {counted(len(source.text), 'char')}"
        lines += [line(Piece(shown(head, 200, signs), "run", bold=True)), *text_lines(source.text, most=8_000), ()]
    return lines[:-1]
