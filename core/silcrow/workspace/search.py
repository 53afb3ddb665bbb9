"""Search over everything that is remembered: which texts a question is found in, newest first."""

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct

from silcrow.workspace.excerpts import excerpt
from silcrow.workspace.search_query import Query, Span

Standing = Literal["in context now", "in memory", "past"]
"""The agent sees it now; it could, since it is kept where memory is read from; or it does not any more."""

Kind = Literal[
    "entry",
    "prompt block",
    "proposal",
    "history",
    "observation",
    "archive",
    "topic",
    "journey",
    "compaction block",
    "session",
]

LIMIT = 100
"""Hits that are kept unless more are asked for."""


class Passage(Struct, frozen=True):
    """A text that can be found, with where it is and whether the agent sees it."""

    kind: Kind
    id: str
    """Names it among its kind: an entry's number, a change's, observation's or session entry's id, a file name."""
    where: str
    """In a few words for people."""
    time: float | None
    """Unix seconds of its last change; None where nobody knows."""
    standing: Standing
    text: str


class Hit(Struct, frozen=True):
    """A passage that holds what was searched for, once for all its matches."""

    kind: Kind
    id: str
    where: str
    time: float | None
    standing: Standing
    excerpt: str
    """The text around the first match, without secrets; ``…`` at an end means that it goes on there."""
    span: Span
    """The match in the excerpt, in code points; of a match in a secret, what stands in its place."""
    matches: int


class Findings(Struct, frozen=True):
    """The newest hits, and how many there are of each kind."""

    hits: tuple[Hit, ...]
    counts: Mapping[Kind, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def search(passages: Iterable[Passage], query: Query, *, limit: int | None = LIMIT) -> Findings:
    """The newest ``limit`` hits (all with None), those without a time last; of equal times the order given stays.

    Passages are looked at one after the other, and only those of the hits are kept: a long session costs no more
    memory than its hits.
    """
    counts: Counter[Kind] = Counter()
    kept: list[tuple[float, int, Passage]] = []
    for number, passage in enumerate(passages):
        if not query.is_in(passage.text):
            continue
        counts[passage.kind] += 1
        # The number decides before the passages are compared: of two at one time the first is worth more.
        ranked = (float("-inf") if passage.time is None else passage.time, -number, passage)
        if limit is None or len(kept) < limit:
            heapq.heappush(kept, ranked)
        elif limit > 0:
            heapq.heappushpop(kept, ranked)
    newest = sorted(kept, key=lambda each: each[:2], reverse=True)
    return Findings(tuple(_hit(passage, query) for _, _, passage in newest), dict(counts))


def find(passage: Passage, query: Query) -> Hit | None:
    """The passage as a hit; None when it does not hold what is searched for."""
    return _hit(passage, query) if query.is_in(passage.text) else None


def _hit(passage: Passage, query: Query) -> Hit:
    spans = query.spans(passage.text)
    shown, span = excerpt(passage.text, next(spans))
    matches = 1 + sum(1 for _ in spans)
    return Hit(passage.kind, passage.id, passage.where, passage.time, passage.standing, shown, span, matches)


def findings_document(findings: Findings, query: Query) -> dict[str, Any]:
    """The JSON of ``search``."""
    return {
        "query": query.text,
        "regex": query.regex,
        "total": findings.total,
        "counts": dict(findings.counts),
        "hits": [_hit_document(hit) for hit in findings.hits],
    }


def _hit_document(hit: Hit) -> dict[str, Any]:
    return {
        "kind": hit.kind,
        "id": hit.id,
        "where": hit.where,
        "time": hit.time,
        "standing": hit.standing,
        "excerpt": hit.excerpt,
        "start": hit.span[0],
        "end": hit.span[1],
        "matches": hit.matches,
    }
