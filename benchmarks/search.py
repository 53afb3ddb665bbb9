"""How long a search over everything that is remembered takes, in a place with many observations and topics.

    python benchmarks/search.py [OBSERVATIONS]

Prints processor seconds: of reading the place, which a window has done already, and then of each search, for what only
the topics hold, for what nothing holds, for what is in most observations, and for a pattern. Promised at 100,000
observations and 500 topics: half a second, or one second for a pattern and for what most observations hold. Exits with
1 when that is not kept.
"""

import sys
import tempfile
import time
from pathlib import Path

from large_place import LargePlace

from silcrow.workspace.passages import passages
from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.search import search
from silcrow.workspace.search_query import BadQuery, Query, literal, regular

SECONDS, LONGEST_SECONDS = 0.5, 1.0
TOPICS = 500
REPEATS = 3
_LINE = "- The limiter keeps one bucket for each key, and the parser reads what is left of it.\n"


def main(observations: int) -> int:
    with tempfile.TemporaryDirectory(prefix="silcrow-search-") as folder:
        place = LargePlace(Path(folder), observations)
        memory = place.project / ".memory" / place.id
        for number in range(TOPICS):
            head = f"---\nid: part-{number}\ntitle: Part {number}\nsummary: what is known\nupdated: 2026-03-02\n---\n"
            (memory / f"part-{number}.md").write_text(head + _LINE * 40)
        reader = PlaceReader(place.where(), place.environ)
        began = time.process_time()
        reader.read(time.time())
        print(f"{observations:,} observations, {TOPICS} topics: read in {time.process_time() - began:.2f} s")
        rare = [_time(reader, literal(text)) for text in ("what is known", "zebra crossing")]
        frequent = [_time(reader, query) for query in (literal("cursor"), regular(r"(?i)retry.*flush"))]
    return 0 if max(rare) <= SECONDS and max(frequent) <= LONGEST_SECONDS else 1


def _time(reader: PlaceReader, query: Query | BadQuery) -> float:
    assert isinstance(query, Query)
    took = float("inf")
    for _ in range(REPEATS):
        began = time.process_time()
        found = search(passages(reader, query.is_in), query)
        took = min(took, time.process_time() - began)
    print(f"  {query.text!r:<22}{took:6.3f} s  {found.total:,} hits")
    return took


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
