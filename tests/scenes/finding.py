"""What can be found in the scenes, and the compaction that they see ahead."""

from silcrow.observational.compaction import CompactionPreview
from silcrow.workspace.search import Passage
from silcrow.workspace.usual_places import UsualPlace
from tests.scenes import texts
from tests.scenes.memory import DAY, FOLDER, HOME, HOUR, MINUTE, NOW

_BLOCK = """<memory>
## The journey so far
2026-10-02: moved from cron to systemd timers after the night in which nothing ran.

## What is filed, and where
gauge-ingest.md: how readings come in, and what is done about gaps.
rate-limits.md: what each feed allows, and how the ingest keeps to it.

## Observations
"""
COMPACTION_AHEAD = CompactionPreview(
    due=False,
    reason="Not due: 61,204 of 100,000 tokens.",
    obstacle="",
    leaf_id="e0263",
    first_kept="e0198",
    cut_after="e0197",
    block=_BLOCK + "\n".join(f"[{when}] {what}" for when, what in texts.OBSERVATIONS),
    observations=len(texts.OBSERVATIONS),
    tokens_before=66_900,
    tokens_after=24_310,
)
NOTHING_TO_CUT = CompactionPreview(
    due=False,
    reason="Not due: 9,120 of 100,000 tokens; nothing is observed yet.",
    obstacle="nothing is observed yet",
    leaf_id="e0021",
    first_kept=None,
    cut_after=None,
    block="",
    observations=0,
    tokens_before=9_120,
    tokens_after=9_120,
)


def passages() -> tuple[Passage, ...]:
    """Of each kind at least one, in the order in which a place gives them."""
    entries = tuple(
        Passage("entry", f"memory {number}", f"MEMORY.md entry {number}", NOW - number * DAY, "in context now", text)
        for number, text in enumerate(texts.MEMORY_ENTRIES, 1)
    )
    noted = tuple(
        Passage("observation", when, "pool", NOW - (40 - n) * MINUTE, "in memory", what)
        for n, (when, what) in enumerate(texts.OBSERVATIONS)
    )
    topics = tuple(
        Passage("topic", name, f"topic {name}", NOW - 3 * HOUR, "in memory", text)
        for name, text in texts.TOPIC_TEXTS.items()
    )
    old = "Tests: run `make test`, not pytest directly."
    return (
        *entries,
        Passage("history", "c0007", "MEMORY.md, removed by replace (user)", NOW - 12 * DAY, "past", old),
        *noted,
        *topics,
        Passage("journey", "2026-10-02", "JOURNEY.md, 2026-10-02", NOW - 45 * DAY, "in memory", texts.JOURNEY_TEXT),
        Passage(
            "session",
            "e0041",
            "session, user",
            NOW - 5 * HOUR,
            "past",
            "The tests fail at midnight. Give the ingest a fixed clock.",
        ),
        Passage(
            "session",
            "e0262",
            "session, assistant",
            NOW - 3 * MINUTE,
            "in context now",
            "All tests pass with the clock.",
        ),
    )


def usual_places() -> tuple[UsualPlace, ...]:
    """Nothing of pi's, something of hermes'."""
    return (UsualPlace(FOLDER, None, "pi"), UsualPlace(HOME / ".hermes" / "memories", 14, "hermes"))
