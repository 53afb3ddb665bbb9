"""INDEX.md: what the topics are, one bounded line each, rendered from their headers."""

from collections.abc import Iterable

from silcrow.observational.status import Topic
from silcrow.observational.topics import SUMMARY_LIMIT

_TITLE_LIMIT = 80
_UPDATED_LIMIT = 32
_INTRO = "# Index\n\nThe topics of this session's memory, from their headers. Rendered anew after each run.\n\n"


def render_index(topics: Iterable[Topic]) -> str:
    """The whole file, in the order of file names; the same topics give the same bytes."""
    lines = [_line(topic) for topic in sorted(topics, key=lambda topic: topic.path)]
    return _INTRO + ("".join(f"{line}\n" for line in lines) or "No topics yet.\n")


def _line(topic: Topic) -> str:
    if topic.problem is not None:
        return f"- `{topic.path}` — header unreadable"
    summary = _bounded(topic.summary, SUMMARY_LIMIT) or "(no summary)"
    updated = _bounded(topic.updated, _UPDATED_LIMIT)
    return f"- `{topic.path}` — {_bounded(topic.title, _TITLE_LIMIT)}: {summary}" + (
        f" (updated {updated})" if updated else ""
    )


def _bounded(text: str, limit: int) -> str:
    printable = "".join(character if character.isprintable() else " " for character in text)
    line = " ".join(printable.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
