"""The copy of topics and journey on which a consolidator works: every path confined, every text through the gate.

What is refused here would be refused when the run is taken over; saying it at once lets the model do better.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from silcrow.files import read_bytes, write_atomic
from silcrow.observational.file_names import JOURNEY_FILE
from silcrow.observational.journey import append_segment, read_journey
from silcrow.observational.status import Topic
from silcrow.observational.topics import (
    SUMMARY_LIMIT,
    TopicFile,
    TopicHeader,
    clashes_with,
    is_safe_topic_name,
    parse_topic,
    read_topics,
    render_topic,
    topic_paths,
)
from silcrow.workers.admission import DOCUMENT_LIMIT, Refused, admit_document, admit_line
from silcrow.workers.work_copy import FILES_MOST

_SHRINKS_AT_MOST: Final = 5
"""How many times shorter a text may be told in another topic; less of it is a loss."""
_ONLY_NAMES: Final = "a topic has a plain name such as rate-limiting.md"


class TopicDesk:
    """``work`` is the folder that may be changed, ``base`` the same as it was; ``today`` is ``YYYY-MM-DD``."""

    def __init__(self, work: Path, base: Path, today: str) -> None:
        self.changed: set[str] = set()
        """Topics that were written here and stand."""
        self.journey_grew = False
        self._owed: dict[str, int] = {}
        """Topic to code points of those that were removed because it has their text now."""
        self._work = work
        self._base = base
        self._today = today

    def topics(self) -> Sequence[Topic]:
        return read_topics(self._work)

    def read(self, name: str) -> str | Refused:
        """The text of a topic, without its front matter."""
        topic = self._topic(name)
        return topic if isinstance(topic, Refused) else topic.body

    def write(self, name: str, title: str, summary: str, text: str) -> Refused | None:
        """Make a topic, or replace title, summary and text of one; keys that are not ours stay."""
        if not is_safe_topic_name(name):
            return Refused(_ONLY_NAMES)
        names = self._names()
        if other := clashes_with(name, names):
            return Refused(f"{name} is the same name as {other} where case does not count")
        if name not in names and len(names) >= FILES_MOST - 1:
            return Refused(f"there are {len(names)} topics, which is the most")
        line, brief = admit_line(title), admit_line(summary)
        if isinstance(line, Refused) or isinstance(brief, Refused):
            bad = line if isinstance(line, Refused) else brief
            return Refused(f"title or summary: {bad.reason}" if isinstance(bad, Refused) else "")
        if len(brief) > SUMMARY_LIMIT:
            return Refused(f"the summary has {len(brief)} characters, {SUMMARY_LIMIT} are allowed")
        before = self._topic(name) if name in names else None
        if isinstance(before, Refused):
            return before
        old = before.header if before is not None else TopicHeader(name.removesuffix(".md"), line)
        return self._save(name, TopicHeader(old.id, line, brief, self._today, old.others), text)

    def edit(self, name: str, old: str, new: str) -> Refused | None:
        """Replace the one place in a topic where ``old`` stands."""
        topic = self._topic(name)
        if isinstance(topic, Refused):
            return topic
        places = topic.body.count(old) if old else 0
        if places != 1:
            found = f"stands there {places} times" if places else "does not stand there"
            return Refused(
                f"the old text {found}; give a passage that stands there once, exactly as read_topic shows it"
            )
        header = topic.header
        renewed = TopicHeader(header.id, header.title, header.summary, self._today, header.others)
        return self._save(name, renewed, topic.body.replace(old, new))

    def delete(self, name: str, into: str) -> Refused | None:
        """Remove a topic whose text went into another one, which has to have grown by a fair part of it."""
        topic, taker = self._topic(name), self._topic(into)
        if isinstance(topic, Refused):
            return topic
        if isinstance(taker, Refused) or into == name or into not in self.changed:
            return Refused(f"{into} has not taken its text in; write it there first")
        owed = self._owed.get(into, 0) + len(topic.body)
        if (len(taker.body) - self._length_before(into)) * _SHRINKS_AT_MOST < owed:
            return Refused(f"{into} has not grown enough to hold its text; write it there first")
        (self._work / name).unlink()
        self.changed.discard(name)
        self._owed[into] = owed
        return None

    def stands(self, name: str) -> bool:
        """Whether there is such a topic that can be read."""
        return not isinstance(self._topic(name), Refused)

    def journey(self) -> str:
        return read_journey(self._work)

    def add_to_journey(self, date: str, prose: str) -> Refused | None:
        """Add a segment at the end; ``date`` is its heading."""
        return self._save_journey(append_segment(self.journey(), date, prose)) if prose.strip() else Refused("no text")

    def write_journey(self, text: str) -> Refused | None:
        return self._save_journey(f"{text.rstrip()}\n") if text.strip() else Refused("the journey can't be emptied")

    def _length_before(self, name: str) -> int:
        before = self._before(name)
        topic = parse_topic(before.decode("utf-8", "replace"), name) if before is not None else ""
        return len(topic if isinstance(topic, str) else topic.body)

    def _names(self) -> tuple[str, ...]:
        return tuple(path.name for path in topic_paths(self._work))

    def _topic(self, name: str) -> TopicFile | Refused:
        if not is_safe_topic_name(name):
            return Refused(_ONLY_NAMES)
        if name not in self._names():
            return Refused(f"there is no topic {name}")
        try:
            text = read_bytes(self._work / name, limit=DOCUMENT_LIMIT).decode("utf-8")
        except (OSError, UnicodeDecodeError):
            return Refused(f"{name} can't be read; leave it alone")
        topic = parse_topic(text, name)
        return Refused(f"{name} has no readable header; leave it alone") if isinstance(topic, str) else topic

    def _save(self, name: str, header: TopicHeader, text: str) -> Refused | None:
        if not text.strip():
            return Refused("a topic without text is not kept; delete_topic removes one")
        refused = self._put(name, render_topic(header, f"\n{text.strip()}\n"))
        if refused is None:
            self.changed.add(name)
        return refused

    def _save_journey(self, text: str) -> Refused | None:
        refused = self._put(JOURNEY_FILE, text)
        self.journey_grew = self.journey_grew or refused is None
        return refused

    def _put(self, name: str, text: str) -> Refused | None:
        content = text.encode("utf-8", "replace")
        admitted = admit_document(content, self._before(name))
        if isinstance(admitted, Refused):
            return admitted
        path = self._work / name
        if path.is_symlink() or (path.exists() and not path.is_file()):
            # A write would go through it, to a place that is none of ours.
            return Refused(f"{name} is no plain file; leave it alone")
        write_atomic(path, content, durable=False)
        return None

    def _before(self, name: str) -> bytes | None:
        try:
            return read_bytes(self._base / name, limit=DOCUMENT_LIMIT)
        except OSError:
            return None
