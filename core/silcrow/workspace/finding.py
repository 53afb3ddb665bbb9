"""Find everywhere, for a user interface: what a text is found in, and the whole of one hit."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from silcrow.observational import Observation
from silcrow.sessions import SessionSummary
from silcrow.workspace.excerpts import shows_part_of
from silcrow.workspace.in_context import in_context
from silcrow.workspace.passages import passages
from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.recall import remembered
from silcrow.workspace.search import Findings, Hit, search
from silcrow.workspace.search_query import BadQuery, literal, regular
from silcrow.workspace.where import Where


class WholeHit(Struct, frozen=True):
    """A hit in full."""

    text: str
    observation: Observation | None = None
    """Set for an observation, of the pool, the archive or another branch: its sources can be asked for."""


def reader_of_its_own(
    where: Where, project: Path, session: SessionSummary | None, environ: Mapping[str, str]
) -> PlaceReader:
    """A reader that shares nothing, so that a long search can run in a thread beside the one that shows the state."""
    return PlaceReader(replace(where, project=project, session=session), environ)


def find_everywhere(place: PlaceReader, text: str) -> Findings | BadQuery:
    """The newest hits of a text, or of a regular expression when it begins with ``/``. Only reads."""
    query = regular(text[1:]) if text.startswith("/") else literal(text)
    return query if isinstance(query, BadQuery) else search(passages(place, query.is_in), query)


def whole_hit(place: PlaceReader, hit: Hit) -> WholeHit | None:
    """The text that a hit is an excerpt of; None when it is not there any more. Only reads."""
    for passage in passages(place):
        same = (passage.kind, passage.id, passage.where) == (hit.kind, hit.id, hit.where)
        if same and shows_part_of(hit.excerpt, passage.text):
            return WholeHit(passage.text, _observation(place, hit, passage.text))
    return None


def _observation(place: PlaceReader, hit: Hit, text: str) -> Observation | None:
    if hit.kind not in ("observation", "archive") or place.memory is None or place.session is None:
        return None
    everything = remembered(place.memory, in_context(place.session))
    same = (each.observation for each in everything if each.observation.timestamp == hit.id)
    return next((each for each in same if each.content in text), None)
