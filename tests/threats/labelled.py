"""Labelled texts: what has to be blocked, what may not be."""

import json
from pathlib import Path

from msgspec import Struct

_HERE = Path(__file__).parent


class Labelled(Struct, frozen=True):
    id: str
    text: str
    malicious: bool
    threat_class: str


def labelled(name: str) -> list[Labelled]:
    lines = (_HERE / f"{name}.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [Labelled(row["id"], row["text"], row["label"] == "malicious", row["class"]) for row in rows]


def everyday_notes() -> list[str]:
    """Notes as developers write them, with many of the words that attacks use."""
    return (_HERE / "everyday_notes.txt").read_text("utf-8").splitlines()


def attempts() -> list[str]:
    """Attacks in many languages and guises, none of them worded with the rules in view."""
    lines = (_HERE / "attempts.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["text"] for line in lines]
