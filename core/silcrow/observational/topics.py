"""Topic files: a front matter of known keys, then prose.

Front matter is written by models and by people, so it may be anything. A file whose front matter can't be read is
listed with the problem and left alone, byte for byte.
"""

import os
import re
import stat
from collections.abc import Collection
from pathlib import Path
from typing import Any

from msgspec import Struct

from silcrow.files import read_bytes
from silcrow.observational.file_names import INDEX_FILE, JOURNEY_FILE
from silcrow.observational.status import Topic

SUMMARY_LIMIT = 140
"""Code points of a topic's summary."""
TOPIC_LIMIT = 1 << 20
"""Bytes of a topic file that are read."""
_HEADER_LIMIT = 16 << 10
_KEYS = ("id", "title", "summary", "updated")
_FENCE = re.compile(r"^---[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
_SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.md", re.ASCII)
_DEVICE_NAME = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)\..*", re.ASCII)
_PLAIN = re.compile(r"[A-Za-z(][A-Za-z0-9 _()/,.;+—–-]*", re.ASCII)
_OWN_LINE = re.compile(
    rf'([a-z]+): (?:"([ !#-\[\]-~\u00a0-\u2027\u202a-\ud7ff]*)"|({_PLAIN.pattern}|\d{{4}}-\d\d-\d\d))', re.ASCII
)
"""A line of a front matter as `render_topic` writes nearly all of them: it reads the same without a YAML parser."""
_WORDS_WITH_MEANING = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})


class TopicHeader(Struct, frozen=True):
    """The front matter of a topic; all values are single-line texts."""

    id: str
    title: str
    summary: str = ""
    updated: str = ""
    others: tuple[tuple[str, str], ...] = ()
    """Keys that are not ours, as they came; they are kept behind ours."""


class TopicFile(Struct, frozen=True):
    """A topic's text, taken apart."""

    header: TopicHeader
    body: str


def parse_topic(text: str, name: str = "topic.md") -> TopicFile | str:
    """Header and body of a topic file, or the problem in a few words. ``name`` stands in for a missing id or title."""
    text = text.removeprefix("\ufeff")
    start = _FENCE.match(text)
    if start is None:
        return "no front matter"
    end = _FENCE.search(text, start.end())
    if end is None:
        return "front matter is not closed"
    if end.start() - start.end() > _HEADER_LIMIT:
        return "front matter is too long"
    values = _mapping(text[start.end() : end.start()])
    if isinstance(values, str):
        return values
    stem = name.removesuffix(".md")
    topic_id = values.get("id") or stem
    header = TopicHeader(
        id=topic_id,
        title=values.get("title") or topic_id,
        summary=values.get("summary", ""),
        updated=values.get("updated", ""),
        others=tuple((key, value) for key, value in values.items() if key not in _KEYS),
    )
    return TopicFile(header, text[end.end() :])


def render_topic(header: TopicHeader, body: str) -> str:
    """The file's text: our keys in their fixed order, then the others; reads back as the same header and body."""
    known = [(key, getattr(header, key)) for key in _KEYS]
    block = "".join(f"{_scalar(key)}: {_scalar(value)}\n" for key, value in (*known, *header.others))
    return f"---\n{block}---\n{body}"


def read_topics(folder: Path) -> tuple[Topic, ...]:
    """All topic files directly in ``folder``, by name; links, hidden files and everything that is no topic left out."""
    topics: list[Topic] = []
    for path in topic_paths(folder):
        try:
            content = read_bytes(path, limit=TOPIC_LIMIT + 1)
        except OSError:
            # Gone or out of reach since the folder was listed.
            continue
        topics.append(topic_of(path.name, content))
    return tuple(topics)


def topic_paths(folder: Path) -> tuple[Path, ...]:
    """Plain files with safe names that are topics, sorted by name as code points."""
    try:
        with os.scandir(folder) as entries:
            names = [each.name for each in entries if is_safe_topic_name(each.name) and _is_plain(each)]
    except OSError:
        return ()
    return tuple(folder / name for name in sorted(names))


def topic_of(name: str, content: bytes) -> Topic:
    """A topic as it is listed, whatever its content."""
    problem, text = None, ""
    if len(content) > TOPIC_LIMIT:
        problem = "too large"
    else:
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            problem = "not UTF-8"
    parsed = problem or parse_topic(text, name)
    if isinstance(parsed, str):
        words = f"header unreadable: {parsed}"
        return Topic(name, name.removesuffix(".md"), name, "", "", len(text or content), problem=words)
    header = parsed.header
    return Topic(name, header.id, header.title, header.summary, header.updated, len(text))


def is_safe_topic_name(name: str) -> bool:
    """Whether a name is a plain one inside the folder: not a path, hidden, reserved, the index or the journey."""
    folded = name.lower()
    return (
        _SAFE_NAME.fullmatch(name) is not None
        and folded not in (INDEX_FILE.lower(), JOURNEY_FILE.lower())
        and _DEVICE_NAME.fullmatch(folded) is None
    )


def clashes_with(name: str, names: Collection[str]) -> str | None:
    """Another name that is the same file on a disk that ignores case."""
    return next((each for each in sorted(names) if each != name and each.lower() == name.lower()), None)


def _is_plain(entry: os.DirEntry[str]) -> bool:
    try:
        return stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode)
    except OSError:
        return False


def _mapping(block: str) -> dict[str, str] | str:
    return _own_mapping(block) or _yaml_mapping(block)


def _own_mapping(block: str) -> dict[str, str] | None:
    """The keys of a front matter in our own plain form; None for any other, which may still be good YAML."""
    lines = [_OWN_LINE.fullmatch(line) for line in block.removesuffix("\n").split("\n")]
    values = {line[1]: line[3].rstrip(" ") if line[2] is None else line[2] for line in lines if line is not None}
    return values if len(values) == len(lines) else None


def _yaml_mapping(block: str) -> dict[str, str] | str:
    # Costs a tenth of a status, so it is only loaded for what somebody else wrote.
    import yaml

    # Only the nodes are looked at, never built: aliases cost nothing, and a key that stands twice is seen.
    make_loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        loader = make_loader(block)
        try:
            root = loader.get_single_node()
        finally:
            loader.dispose()
    except (yaml.YAMLError, RecursionError, ValueError):
        return "no valid YAML"
    if root is None:
        return {}
    if not isinstance(root, yaml.MappingNode):
        return "not a list of keys"
    values: dict[str, str] = {}
    for key, value in root.value:
        if not isinstance(key, yaml.ScalarNode) or key.value in values:
            return "a key stands twice" if isinstance(key, yaml.ScalarNode) else "a key is no text"
        if not isinstance(value, yaml.ScalarNode):
            return f"{key.value} is no text" if key.value in _KEYS else "a value is no text"
        values[key.value] = value.value
    return values


def _scalar(text: str) -> str:
    """Text as YAML reads it back: plain where that is safe, else in double quotes."""
    if _PLAIN.fullmatch(text) and text == text.strip() and text.lower() not in _WORDS_WITH_MEANING:
        return text
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
        return text
    return '"' + "".join(_quoted(character) for character in text) + '"'


def _quoted(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    point = ord(character)
    if character.isprintable() or character == "\u00a0":
        return character
    return f"\\x{point:02x}" if point < 0x100 else f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"
