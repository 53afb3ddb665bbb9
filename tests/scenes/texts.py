"""What the scenes say: invented notes, observations, topics and worker papers of a tide-gauge project."""

MEMORY_ENTRIES: tuple[str, ...] = (
    "Project runs on uv and Python 3.12; never call pip here.",
    "Run `just verify` before saying that a task is done.",
    "Tests: run `just verify`, not pytest directly.",
    "Never touch files under migrations/ without asking first; the port authority replays them on its own machines.",
    "Gauge readings live in tidewatch/gauges.py; every level is in millimetres above chart datum, never metres.",
    "The parquet cache is only a cache: losing it must cost time, never a reading.",
    "Feed keys are in ~/.config/tidewatch/feeds.toml on the ingest box; nothing of it belongs into this repository.",
    "Error replies are problem+json (RFC 9457) with a stable `type` per kind of fault.",
    "Release: tag vX.Y.Z on main, wait for both jobs, then `just publish`; the harbour pulls at 04:00 UTC.",
    "Local services start with `just up`; ports 8080 (api), 5433 (postgres), 9000 (minio).",
    "Config precedence: flag, environment variable, tidewatch.toml, default. `tidewatch config why KEY` says which.",
    "The staging feed is delayed by 20 minutes on purpose; don't report that as a fault again.",
    "Daylight saving: stations report in UTC, people read local time; convert at the edge only.",
    "Station codes are four letters (`OBAN`, `LERW`); the numeric ids of the old feed are gone since May.",
    "Property tests for the harmonic fit need `--hypothesis-profile=ci`, else they take nine minutes.",
    "2026-10-02: moved from cron to systemd timers; `systemctl list-timers 'tide*'` shows the next run.",
    "Logs are JSON lines; `just tail ingest` pretty-prints them.",
    "Alert thresholds come from thresholds.csv, owned by the harbour master: propose changes, don't make them.",
    "API responses are cached for 60 s; add `?fresh=1` when comparing with a gauge by hand.",
    "If the fit diverges, look at missing hours first: it was that in 4 of 5 cases.",
    "Screenshots for the manual are made by `just pictures`; never edit them by hand.",
    "The map tiles are ours, not a service: see tiles/README before changing zoom levels.",
    "Commit messages: imperative, body says why; one change each.",
)

USER_ENTRIES: tuple[str, ...] = (
    "Prefers short answers: code first, prose after.",
    "Works in UTC+1, usually 09:00-18:30.",
    "Wants failing output quoted, not described.",
    "Dislikes new dependencies; ask with the reason and the size.",
    "Reads diffs on a phone: keep lines under 100 characters.",
    "Numbers carry their unit, always.",
)

USER_DRIFT_NOTES = """Deploys on Tuesdays and Thursdays only, never on Fridays.

## Working agreements
- Ask before touching anything under migrations/.
- Fish shell, helix, uv, ripgrep; no heavy editors. The terminal is 80 columns over ssh from the boat.
- CI has two cores: keep the whole suite under ten minutes.
- Branches are type/short-topic.
- Allergic to the word “leverage”; says so every time it appears.
- On call in odd weeks: expects a summary of the night's failures first thing.
""" + "\n".join(
    f"- Watch list, week {week}: read the summary of station {week * 37 % 90 + 10} twice." for week in range(1, 20)
)

OBSERVATIONS: tuple[tuple[str, str], ...] = (
    ("2026-11-16T14:02:00", "User asked for a fixed clock in all ingest tests so that they stop failing at midnight."),
    ("2026-11-16T14:06:00", "tidewatch/clock.py added with Clock and FrozenClock; ingest.run takes a clock argument."),
    (
        "2026-11-16T14:15:00",
        "Decided: gaps longer than 3 hours are left empty, shorter ones are filled by the harmonic fit.",
    ),
    (
        "2026-11-16T14:31:00",
        "test_fill_short_gap failed: expected 4 values, got 5; the closing hour was counted twice.",
    ),
    ("2026-11-16T14:38:00", "Fixed the double closing hour in gaps.split_at; all 212 tests pass in 41 s."),
    ("2026-11-16T15:04:00", "User prefers `Station` as a frozen dataclass over a dict with string keys."),
    ("2026-11-16T15:20:00", "OBAN delivers levels in centimetres since 2026-11-01; its adapter multiplies by 10."),
    (
        "2026-11-16T15:47:00",
        "Rejected: retry inside the parser. Retries belong to the fetcher, which knows the feed's limits.",
    ),
    ("2026-11-16T16:12:00", "thresholds.csv has two rows for LERW; the harbour master was asked which one holds."),
    ("2026-11-16T16:40:00", "User: never log a feed key, log its first 4 characters and its length."),
    ("2026-11-16T17:03:00", "Backfill of 2019 took 11 min 20 s and 480 MB; chunks of 30 days brought it to 90 MB."),
    ("2026-11-16T17:26:00", "mypy found 3 uses of Optional level without a check in report.py; all three fixed."),
    ("2026-11-16T18:07:00", "gateway/limits.py made: one token bucket per feed key, 41 lines, no lock needed."),
    ("2026-11-16T18:12:00", "Decided: limits are per feed key, not per address, since two harbours share one address."),
    ("2026-11-16T19:30:00", "User chose 429 with Retry-After over 503 for a feed that asks too often."),
    ("2026-11-16T19:38:00", "The minio script used the bucket name twice; fixed and covered by test_store_names."),
    ("2026-11-16T19:41:00", "User wants the fixed clock in the report tests too, to see the same week each time."),
    ("2026-11-16T19:47:00", "test_refill_per_second failed: got 9, not 10; the bucket lost its fraction on each take."),
    ("2026-11-16T19:49:00", "User: hash the feed key before it becomes a metric label."),
    ("2026-11-16T19:52:00", "Moved burst handling into TokenBucket.take; test_refill_per_second passes."),
)

TOPIC_TEXTS: dict[str, str] = {
    "gauge-ingest.md": """---
id: gauge-ingest
title: How gauge readings come in
summary: Feeds, units, gaps and the clock of the ingest job.
updated: 2026-11-16
---

# How gauge readings come in

Levels are stored in millimetres above chart datum. OBAN delivers
centimetres since 2026-11-01; its adapter multiplies by 10.

## Gaps

- Longer than 3 hours: left empty.
- Shorter: filled by the harmonic fit, marked `filled`.
- The closing hour was once counted twice (`gaps.split_at`), fixed with 212 tests green.

## Clock

`ingest.run` takes a `Clock`. Tests use `FrozenClock`, so that midnight is
no special case.
""",
    "rate-limits.md": """---
id: rate-limits
title: Limits per feed key
summary: One token bucket per feed key; 429 with Retry-After.
updated: 2026-11-16
---

# Limits per feed key

Two harbours share one address, so limits are per feed key. A feed that
asks too often gets 429 with Retry-After; 503 pages the wrong person.

The key is hashed before it becomes a metric label.
""",
    "test-habits.md": """---
id: test-habits
title: How tests are run here
summary: just verify, fixed clocks, hypothesis profile.
updated: 2026-11-15
---

# How tests are run here

`just verify` runs everything. Property tests of the fit need
`--hypothesis-profile=ci`.
""",
    "harbour-master.md": """---
id: harbour-master
title: What the harbour master owns
summary: thresholds.csv and the alert texts.
updated: 2026-11-14
---

# What the harbour master owns

thresholds.csv. Changes are proposed by letter, never made here.
LERW stands there twice; asked on 2026-11-16 which row holds.
""",
}

INDEX_TEXT = """# Index

- [How gauge readings come in](gauge-ingest.md): feeds, units, gaps and the clock of the ingest job.
- [Limits per feed key](rate-limits.md): one token bucket per feed key; 429 with Retry-After.
- [How tests are run here](test-habits.md): just verify, fixed clocks, hypothesis profile.
- [What the harbour master owns](harbour-master.md): thresholds.csv and the alert texts.
"""

JOURNEY_TEXT = """# Journey

Began with an ingest job whose tests failed at midnight; a clock became an
argument. Then the gaps: three hours became the border between empty and
filled. Since this evening the work is on limits per feed key: the bucket
works, its metric labels are next.
"""

OBSERVER_PROMPT = """Read the part of a coding session below and note what must not be forgotten.

[1] user, 19:28
What should a feed see that asks too often? I'd say 429 with Retry-After, 503 pages the wrong person.

[2] assistant, 19:30
429 it is. The bucket knows when the next token comes, so Retry-After can be exact.

[3] result of bash, 19:36
FAILED tests/test_store.py::test_store_names - bucket named twice in script
1 failed, 218 passed in 40.31s

[4] user, 19:41
Use the fixed clock in the report tests as well. I want to see the same week each time.

Repeat: note facts only, one each, with the numbers of the entries they rest on.
"""

OBSERVER_OUTPUT = """{"complete": true, "observations": [
  {"timestamp": "2026-11-16T19:30:00", "content": "User chose 429 over 503 ...", "sources": ["1", "2"]},
  {"timestamp": "2026-11-16T19:38:00", "content": "The minio script used the bucket name twice ...", "sources": ["3"]}
]}
"""

OBSERVER_LOG = """19:52:03 start obs-20261116T195203-1c55 pid 48211 builtin/extractive
19:52:03 chunk of 22 entries, 4,870 tokens
19:52:05 20 sentences kept of 61
19:52:06 result written, 2 observations
"""

FAILED_LOG = """19:55:10 start obs-20261116T195510-1931 pid 48377 acme/large-4
19:55:11 POST /v1/messages
19:55:12 429 Too many requests, retry after 60 s
19:55:12 giving up: the caller decides when to try again
"""

DECISIONS = """2026-11-16T19:12:01Z  consolidator  due: 20,140 of 20,000 tokens
2026-11-16T19:14:22Z  consolidator  started cons-20261116T191422-7a02
2026-11-16T19:52:03Z  observer      started obs-20261116T195203-1c55
2026-11-16T19:55:40Z  observer      chunk 9 failed: rate limit, next try in 30 s
"""

TOPIC_BEFORE = (
    TOPIC_TEXTS["rate-limits.md"]
    .replace(
        """
The key is hashed before it becomes a metric label.
""",
        "",
    )
    .replace("2026-11-16", "2026-11-14")
)

HOSTILE: tuple[str, ...] = (
    "[/red] done",
    'ports [8080] and {"a":[true]}',
    "[@click=app.quit]x[/]",
    "[b]bold[/b] [link=file:///etc/passwd]x[/link] $primary",
    "clip \x1b]52;c;T1NDNTItTEVBSw==\x07 end",
    "title \x1b]0;TITLE-LEAK\x07 end",
    "csi \x1b[31mRED-LEAK\x1b[0m \x1b[2J\x1b[10;10H end",
    "c1 \x9b31mC1-LEAK\x9dOSC-LEAK\x9c end",
    "bidi \u202egnp.exe\u202c \u2066iso\u2069 end",
    "zero\u200bwidth\u200d and tag \U000e0041\U000e0042 end",
    "bell \x07 back \x08\x08 del \x7f nul \x00 cr \r end",
    "joined 👩\u200d💻 family 👨\u200d👩\u200d👧 flag 🇳🇴 漢字テスト é",
    "§ is not alone here",
    "two\nlines [/]\n[@click=app.bell]z[/]",
)
ONE_MEGABYTE = "long \x1b]0;LONG-LEAK\x07" + "word [/x] " * 105_000
