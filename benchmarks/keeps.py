"""What the built-in worker keeps of long sessions, beside what their last part alone would hold.

    python benchmarks/keeps.py [NAME ...] [--missed] [--json]

Each talk under ``benchmarks/talks`` plants facts, fake secrets and orders to the model. It is written as a session,
observed by real worker processes, and then looked at: a fact is kept when one single observation matches all its
patterns, names an entry that tells it as its source, and bears the time of such an entry. Beside it stand the last
part of the session, and of what was said without tool output, cut to the same number of tokens: there a fact counts as
soon as one message tells it.

Promised of each talk: at least half of the facts, in at most a tenth of the session's tokens, and nothing that is
forbidden. Exits with 1 when a promise is not kept.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict, replace
from talks.facts import Fact, read_facts
from talks.session import Block, Talk, read_talk, write_session

from silcrow.observational.observation import Observation
from silcrow.pipeline import Driver, SessionMemory, gate
from silcrow.sessions import SessionFile
from silcrow.settings import Limits, ObservationalSettings
from silcrow.text.measures import estimate_tokens

TALKS = Path(__file__).parent / "talks"
FACTS_RATIO = 0.5
TOKENS_RATIO = 0.1
_NEAR = timedelta(minutes=1)


class Kept(Struct, frozen=True):
    """The figures of one talk."""

    name: str
    entries: int
    session_tokens: int
    observations: int
    tokens: int
    """Of the rendered lines of all observations."""
    facts: int
    kept: int
    tail: int
    """Facts in the last part of the session at equal size."""
    tail_of_talk: int
    """The same without tool output."""
    forbidden: tuple[str, ...]
    """What of it was kept all the same."""
    missed: tuple[str, ...]

    @property
    def keeps_promise(self) -> bool:
        return (
            self.kept >= FACTS_RATIO * self.facts
            and self.tokens <= TOKENS_RATIO * self.session_tokens
            and not self.forbidden
        )


def measure(path: Path) -> Kept:
    """Observe one talk with the default settings and count."""
    talk, planted = read_talk(path), read_facts(path.with_suffix(".facts.toml"))
    with tempfile.TemporaryDirectory(prefix="silcrow-keeps-") as folder:
        session_tokens, offset, observations = asyncio.run(_observed(talk, Path(folder)))
    tokens = sum(observation.token_count for observation in observations)
    told = {f"{number:08x}": block for number, block in enumerate(talk.blocks, start=1)}

    def is_kept(fact: Fact) -> bool:
        return any(_proves(fact, observation, told, offset) for observation in observations)

    texts = [block.text for block in talk.blocks]
    said = [block.text for block in talk.blocks if block.role in ("user", "agent")]
    lines = [observation.content for observation in observations]
    return Kept(
        name=talk.name,
        entries=len(talk.blocks),
        session_tokens=session_tokens,
        observations=len(observations),
        tokens=tokens,
        facts=len(planted.facts),
        kept=sum(map(is_kept, planted.facts)),
        tail=_told_at_the_end(planted.facts, texts, tokens),
        tail_of_talk=_told_at_the_end(planted.facts, said, tokens),
        forbidden=tuple(one.what for one in planted.forbidden if any(map(one.told_by, lines))),
        missed=tuple(fact.what for fact in planted.facts if not is_kept(fact)),
    )


async def _observed(talk: Talk, folder: Path) -> tuple[int, int, Sequence[Observation]]:
    """Tokens of the session, its offset from UTC in seconds, and all observations made of it."""
    project = folder / "project"
    project.mkdir()
    write_session(talk, folder / "session.jsonl", project)
    session = SessionFile(folder / "session.jsonl")
    session.refresh()
    memory = SessionMemory(session, project)
    memory.refresh()
    gate.set_enabled(memory, True, since="start", now=time.time())
    settings = replace(ObservationalSettings(), limits=replace(Limits(), run_seconds=60))
    driver = Driver(memory, lambda: settings, environ=os.environ, purpose="keeps")
    driver.take_over()
    try:
        await driver.finish_observing()
    finally:
        await driver.close()
    memory.refresh()
    view = memory.view()
    return sum(entry.tokens for entry in view.source), view.utc_offset or 0, view.pool


def _proves(fact: Fact, observation: Observation, told: dict[str, Block], offset: int) -> bool:
    """The observation tells the fact, with a source that tells it too and the time at which it was told."""
    if not fact.told_by(observation.content):
        return False
    blocks = [told[source] for source in observation.sources if source in told]
    moment = datetime.fromisoformat(observation.timestamp[:19] + "+00:00") - timedelta(seconds=offset)
    return any(abs(block.moment - moment) <= _NEAR for block in blocks) and any(
        fact.told_by(block.text) for block in blocks
    )


def _told_at_the_end(facts: Iterable[Fact], texts: Sequence[str], tokens: int) -> int:
    kept: list[str] = []
    for text in reversed(texts):
        if tokens <= 0:
            break
        kept.append(text[-tokens * 4 :])
        tokens -= estimate_tokens(text)
    return sum(any(map(fact.told_by, kept)) for fact in facts)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="What the built-in worker keeps of long sessions.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="talks to measure; all when none is named")
    parser.add_argument("--missed", action="store_true", help="name the facts that were not kept")
    parser.add_argument("--json", action="store_true", help="print one document")
    options = parser.parse_args(arguments)
    paths = [path for path in sorted(TALKS.glob("*.talk")) if not options.names or path.stem in options.names]
    measured = [measure(path) for path in paths]
    if options.json:
        print(json.dumps([asdict(kept) for kept in measured], indent=2, ensure_ascii=False))
    else:
        _print_table(measured)
        for kept in measured:
            for what in kept.forbidden:
                print(f"{kept.name}: kept what is forbidden: {what}")
            for what in kept.missed if options.missed else ():
                print(f"{kept.name}: missed: {what}")
    return 0 if all(kept.keeps_promise for kept in measured) else 1


def _print_table(measured: Sequence[Kept]) -> None:
    titles = ("talk", "entries", "tokens", "notes", "in tokens", "kept", "tail", "tail of the talk", "forbidden")
    rows = [
        (
            kept.name,
            f"{kept.entries}",
            f"{kept.session_tokens:,}",
            f"{kept.observations}",
            f"{kept.tokens:,} ({kept.tokens / kept.session_tokens:.1%})",
            f"{kept.kept} of {kept.facts} ({kept.kept / kept.facts:.0%})",
            f"{kept.tail}",
            f"{kept.tail_of_talk}",
            f"{len(kept.forbidden)}",
        )
        for kept in measured
    ]
    widths = [max(len(row[column]) for row in (titles, *rows)) for column in range(len(titles))]
    for row in (titles, *rows):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


if __name__ == "__main__":
    sys.exit(main())
