"""The built-in consolidator: appends observations to topic files, by part of the project or by kind.

It works in a copy of the topics and the journey, never rewrites what stands there, and accounts for each observation.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from silcrow.files import read_bytes, write_atomic
from silcrow.observational.journey import append_segment, read_journey
from silcrow.observational.topics import (
    JOURNEY_FILE,
    SUMMARY_LIMIT,
    TopicFile,
    TopicHeader,
    is_safe_topic_name,
    parse_topic,
    render_topic,
)
from silcrow.workers.extractive.kinds import KINDS, TITLES, Kind
from silcrow.workers.extractive.noting import folded
from silcrow.workers.extractive.sentences import bounded
from silcrow.workers.extractive.subjects import kind_of, part_of, paths_in, slug

FULL_TOPIC = 24 << 10
"""Bytes after which a topic is continued in another file."""
PARTS_MOST = 8
"""Topics for parts of the project that one run may begin."""
_PART_NEEDS = 2
"""Observations about a part of the project that earn it a topic of its own; more than that its files were changed."""
_OF_THE_USER = frozenset[Kind]({"preference", "deadline"})
"""Kinds that stay together, whatever files they name."""


class Item(Struct, frozen=True):
    """One observation that was handed out."""

    timestamp: str
    content: str
    content_hash: str
    kind: Kind | None
    parts: tuple[str, ...]

    @property
    def line(self) -> str:
        return f"- {self.content} ({self.timestamp[:16].replace('T', ' ')})"


class Group(Struct, frozen=True):
    """Observations that go to one topic."""

    slug: str
    title: str
    items: tuple[Item, ...]


@dataclass(slots=True)
class Filing:
    """One consolidation at work in its copy."""

    folder: Path
    now: str
    """Local time, ``YYYY-MM-DD HH:MM``."""
    items: tuple[Item, ...]
    dispositions: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    topics: dict[str, int] = field(default_factory=dict[str, int])
    """File name to the observations that it took in."""

    @classmethod
    def open(cls, folder: Path, payload: Mapping[str, Any]) -> "Filing":
        observations: Sequence[Mapping[str, Any]] = payload["observations"]
        return cls(folder, payload["now"], tuple(map(_item, observations)))

    def groups(self) -> tuple[Group, ...]:
        """Which observation goes where.

        What the user wants goes by its kind. The rest goes by the part of the project that it names, where that has a
        topic or earns one, else by its kind as well.
        """
        own = set(self._parts_with_topic())
        about = [item for item in self.items if item.kind not in _OF_THE_USER]
        told = {part for item in about if item.kind != "file" for part in item.parts}
        named = Counter(part for item in about for part in item.parts if part in told and part not in own)
        earned = [part for part, number in named.most_common() if number >= _PART_NEEDS]
        own.update(earned[:PARTS_MOST])
        grouped: dict[str, list[Item]] = {}
        for item in self.items:
            part = next((part for part in item.parts if part in own), None)
            by_kind = KINDS[item.kind].topic if item.kind else "notes"
            grouped.setdefault(by_kind if item.kind in _OF_THE_USER or part is None else part, []).append(item)
        return tuple(Group(name, _title(name, items), tuple(items)) for name, items in grouped.items())

    def file(self, group: Group) -> None:
        """Append the group to its topic; what stands there already is merged."""
        path, topic = self._topic_for(group)
        known = {folded(line) for line in _facts(topic.body)}
        fresh: list[Item] = []
        for item in group.items:
            is_known = folded(item.content) in known
            known.add(folded(item.content))
            self._dispose(item, "merged" if is_known else "filed", path.name)
            if not is_known:
                fresh.append(item)
        if not fresh:
            return
        between = "\n" if any(_facts(topic.body)) else "\n\n"
        body = topic.body.rstrip() + between + "".join(f"{item.line}\n" for item in fresh)
        header = replace(topic.header, summary=_summary(body, fresh), updated=self.now[:10])
        write_atomic(path, render_topic(header, body).encode("utf-8", "surrogatepass"), durable=False)
        self.topics[path.name] = len(fresh)

    def write_journey(self) -> None:
        """One segment about this batch: counts and names, nothing else."""
        if self.items:
            text = append_segment(read_journey(self.folder), self.now, self._segment())
            write_atomic(self.folder / JOURNEY_FILE, text.encode("utf-8", "surrogatepass"), durable=False)

    def progress(self) -> str:
        return f"{len(self.dispositions)} filed in {len({each['topic'] for each in self.dispositions})} topics so far"

    def _segment(self) -> str:
        kinds: Counter[Kind | None] = Counter(item.kind for item in self.items)
        counted = [f"{number} {_kind_words(kind, number)}" for kind, number in kinds.most_common()]
        number = len(self.items)
        filed = "1 observation was" if number == 1 else f"{number} observations were"
        sentences = [
            f"{filed} filed, made {_span([item.timestamp for item in self.items])}: {_listed(counted)}.",
            f"They went to {_listed(sorted(name.removesuffix('.md') for name in self.topics))}." if self.topics else "",
            *(bounded(item.content, 120) for item in self.items if item.kind == "commit"),
            self._files_named(),
        ]
        return " ".join(sentence for sentence in sentences if sentence)

    def _files_named(self) -> str:
        named = Counter(path for item in self.items for path in paths_in(item.content))
        most = [path for path, _ in named.most_common(3)]
        return f"Files named most: {_listed(most)}." if most else ""

    def _dispose(self, item: Item, how: str, topic: str) -> None:
        told = {"timestamp": item.timestamp, "content_hash": item.content_hash, "how": how, "topic": topic}
        self.dispositions.append(told)

    def _topic_for(self, group: Group) -> tuple[Path, TopicFile]:
        """The topic to append to: the group's own, else its continuation where that is unreadable or full."""
        number = 1
        while True:
            name = slug(group.slug) + (f"-{number}" if number > 1 else "")
            path = self.folder / f"{name}.md"
            number += 1
            if not is_safe_topic_name(path.name):
                continue
            if not path.exists():
                title = group.title + (f", part {number - 1}" if number > 2 else "")
                return path, TopicFile(TopicHeader(name, title), f"\n# {title}\n")
            if path.stat().st_size < FULL_TOPIC:
                topic = _readable(path)
                if topic is not None:
                    return path, topic

    def _parts_with_topic(self) -> Iterator[str]:
        for path in self.folder.glob("*.md"):
            if path.stem not in TITLES and is_safe_topic_name(path.name):
                yield path.stem


def _readable(path: Path) -> TopicFile | None:
    try:
        topic = parse_topic(read_bytes(path).decode("utf-8"), path.name)
    except UnicodeDecodeError:
        return None
    return None if isinstance(topic, str) else topic


def _item(observation: Mapping[str, Any]) -> Item:
    content: str = observation["content"]
    parts = tuple(dict.fromkeys(map(part_of, paths_in(content))))
    return Item(observation["timestamp"], content, observation["content_hash"], kind_of(content), parts)


def _title(name: str, items: Iterable[Item]) -> str:
    if name in TITLES:
        return TITLES[name]
    paths = [path for item in items for path in paths_in(item.content) if part_of(path) == name]
    plain = [path for path in paths if "test" not in path.lower()]
    return Counter(plain).most_common(1)[0][0] if plain else name.replace("-", " ").capitalize()


def _kind_words(kind: Kind | None, number: int) -> str:
    if kind is None:
        return "other note" if number == 1 else "other notes"
    return KINDS[kind].noun if number == 1 else KINDS[kind].plural


def _facts(body: str) -> Iterator[str]:
    """The contents of the lines that were appended, without their dates."""
    for line in body.splitlines():
        if line.startswith("- "):
            yield line[2:].rsplit(" (", 1)[0]


def _summary(body: str, fresh: Sequence[Item]) -> str:
    number = sum(1 for _ in _facts(body))
    newest = next((item for item in reversed(fresh) if item.kind != "file"), fresh[-1])
    return bounded(f"{number} note{'' if number == 1 else 's'}; newest: {newest.content}", SUMMARY_LIMIT)


def _span(timestamps: Sequence[str]) -> str:
    first, last = (moment[:16].replace("T", " ") for moment in (min(timestamps), max(timestamps)))
    if first == last:
        return f"at {first}"
    return f"from {first} to {last[11:] if last[:10] == first[:10] else last}"


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
