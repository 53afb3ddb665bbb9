"""Names inside a session's memory folder."""

LEDGER_FILE = "ledger.jsonl"
ARCHIVE_FILE = "archive.jsonl"
INDEX_FILE = "INDEX.md"
JOURNEY_FILE = "JOURNEY.md"
