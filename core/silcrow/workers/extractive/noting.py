"""The built-in observer: quotes what a cue marks in a chunk, and what tools say of failures, tests, commits, files."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from msgspec import Struct

from silcrow.workers.extractive import tool_facts
from silcrow.workers.extractive.choosing import CHUNK_BUDGET, chosen
from silcrow.workers.extractive.cue import Speaker
from silcrow.workers.extractive.cues import cue_of, is_hedged_or_planned, is_question
from silcrow.workers.extractive.kinds import KINDS, Kind
from silcrow.workers.extractive.note import Note
from silcrow.workers.extractive.sentences import SENTENCE_LIMIT, count_words, finished, paragraphs, plain, sentences
from silcrow.workers.extractive.weighing import specificity, telling

_FIRST_PERSON = re.compile(r"\b(?:I|I'm|I've|I'll|I'd|[Ww]e|[Ww]e're|[Ww]e've|[Ww]e'll|[Mm]y|[Oo]ur)\b")
_LEANS_BACK = re.compile(
    r"^(?:it|its|this|that|these|those|they|he|she|the same|which|otherwise|so|therefore|hence)\b", re.I
)
_FOLD = re.compile(r"[\W_]+")
_SHORTEST = 12
"""Code points of a sentence that may stand alone."""
_SPECIFIC_ENOUGH = 0.5
_OF_THE_USER = 1.5
"""What a sentence of the user weighs more: it stands nowhere else."""
_CONCLUSION = 1.0
"""What a sentence weighs more with which the agent ends its turn: it tells what came out."""


class _Call(Struct, frozen=True):
    tool: str
    entry_id: str
    """The message that made it; empty when that is not in the chunk."""
    arguments: Mapping[str, Any]


class _Touch(Struct, frozen=True):
    """One successful write or edit of a file."""

    time: str
    entry_id: str
    lines: int | None
    """None for an edit."""


@dataclass(slots=True)
class Notebook:
    """Notes of one chunk, as they are found entry by entry; ``best`` makes the choice at the end."""

    project: str = ""
    """Absolute paths below it are shown relative."""
    seen: set[str] = field(default_factory=set[str])
    notes: list[Note] = field(default_factory=list[Note])
    _units: int = 0
    """Code points read so far, of words and calls."""
    _calls: dict[str, _Call] = field(default_factory=dict[str, _Call])
    _files: dict[str, list[_Touch]] = field(default_factory=dict[str, list[_Touch]])

    def read(self, entry: Mapping[str, Any]) -> None:
        """Take in one entry of the chunk, in order."""
        role = entry.get("role")
        self._units += len(str(entry.get("text", ""))) + sum(len(str(each)) for each in _mappings(entry.get("calls")))
        if role in ("user", "assistant"):
            self._read_words(entry, role)
            self._read_calls(entry)
        elif role in ("tool", "bash"):
            self._read_output(entry)

    def best(self, budget: int = CHUNK_BUDGET) -> tuple[Note, ...]:
        """The heaviest notes within the budget, in the order of the chunk."""
        return chosen(_last_test_runs([*self.notes, *self._file_notes()]), self._units // 4, budget)

    def _read_words(self, entry: Mapping[str, Any], speaker: Speaker) -> None:
        concludes = speaker == "assistant" and not entry.get("calls")
        for paragraph in paragraphs(str(entry.get("text", ""))):
            before = ""
            for sentence in (plain(part) for part in sentences(paragraph)):
                kind = cue_of(sentence, speaker) or _statement(sentence)
                words = whole_thought(sentence, before)
                if kind and words and count_words(words) >= KINDS[kind].words:
                    if words != finished(sentence):
                        self._take_back(attributed(finished(before), speaker))
                    bonus = _OF_THE_USER if speaker == "user" else _CONCLUSION if concludes else 0.0
                    self._note(kind, entry, attributed(words, speaker), bonus=bonus)
                before = sentence

    def _take_back(self, content: str) -> None:
        """The last note, when it is the sentence that another one now brings along."""
        if self.notes and self.notes[-1].content == content:
            self.notes.pop()

    def _read_calls(self, entry: Mapping[str, Any]) -> None:
        for call in _mappings(entry.get("calls")):
            made = _Call(str(call.get("name", "")), str(entry["id"]), _mapping(call.get("arguments")))
            self._calls[str(call.get("id", ""))] = made

    def _read_output(self, entry: Mapping[str, Any]) -> None:
        output = str(entry.get("text", ""))
        call = self._call_behind(entry)
        sources = (call.entry_id, str(entry["id"])) if call.entry_id else (str(entry["id"]),)
        is_shell = "command" in call.arguments or "cmd" in call.arguments
        summary = tool_facts.last_test_line(output) if is_shell else None
        if summary:
            command = tool_facts.command_of(call.tool, call.arguments, tool_facts.TEST_COMMAND)
            self._note("tests", entry, f"{command}: {summary}.", sources)
        if is_shell:
            for commit in tool_facts.commits(output):
                self._note("commit", entry, f"{commit}.", sources)
        if entry.get("failed"):
            error = tool_facts.first_error_line(output)
            wanted = tool_facts.TEST_COMMAND if summary else None
            command = tool_facts.command_of(call.tool, call.arguments, wanted)
            if error and error != summary:
                self._note("failure", entry, f"{command} failed: {error}", sources)
        else:
            self._read_writing(call, entry)

    def _call_behind(self, entry: Mapping[str, Any]) -> _Call:
        if entry.get("role") == "bash":
            return _Call("bash", "", {"command": entry.get("tool", "")})
        known = self._calls.get(str(entry.get("callId", "")))
        return known or _Call(str(entry.get("tool", "")), "", {})

    def _read_writing(self, call: _Call, entry: Mapping[str, Any]) -> None:
        path = tool_facts.path_of(call.arguments)
        writes = call.tool.lower() in tool_facts.WRITING_TOOLS
        if path and (writes or call.tool.lower() in tool_facts.EDITING_TOOLS):
            lines = tool_facts.written_lines(call.arguments) or 0 if writes else None
            touch = _Touch(str(entry.get("time", "")), call.entry_id or str(entry["id"]), lines)
            self._files.setdefault(self._shown(path), []).append(touch)

    def _file_notes(self) -> Iterator[Note]:
        for order, (path, touches) in enumerate(self._files.items(), start=len(self.notes)):
            sources = tuple(dict.fromkeys(touch.entry_id for touch in touches))
            yield Note("file", order, touches[-1].time, _told(path, touches), sources, KINDS["file"].weight)

    def _note(
        self,
        kind: Kind,
        entry: Mapping[str, Any],
        content: str,
        sources: tuple[str, ...] = (),
        bonus: float | None = None,
    ) -> None:
        """``bonus`` is for what somebody said; the lines of tools weigh by their kind alone."""
        key = folded(content)
        if not key or key in self.seen:
            return
        self.seen.add(key)
        weight = KINDS[kind].weight + (0.0 if bonus is None else bonus + specificity(content))
        time, order = str(entry.get("time", "")), len(self.notes)
        from_entries = sources or (str(entry["id"]),)
        self.notes.append(Note(kind, order, time, content, from_entries, weight, frozenset(telling(content))))

    def _shown(self, path: str) -> str:
        return path.removeprefix(self.project.rstrip("/") + "/") if self.project else path


def notebook_for(payload: Mapping[str, Any]) -> Notebook:
    """An empty notebook that knows the observations made just before, so that it does not repeat them."""
    earlier = cast("Iterable[object]", payload.get("before") or ())
    return Notebook(project=str(payload.get("project") or ""), seen={folded(str(content)) for content in earlier})


def whole_thought(sentence: str, before: str) -> str | None:
    """The sentence as it can stand alone: with the one before it if it leans on that; None if it can't."""
    leans = bool(_LEANS_BACK.match(sentence))
    if leans and before and len(before) + len(sentence) + 1 <= SENTENCE_LIMIT:
        return f"{finished(before)} {finished(sentence)}"
    words = count_words(sentence)
    if len(sentence) < _SHORTEST or words < 3 or sentence.endswith(":") or (leans and words < 7):
        return None
    return finished(sentence)


def _statement(sentence: str) -> Kind | None:
    """A sentence that no cue marks, when it has specifics enough to be kept for them."""
    if is_question(sentence) or is_hedged_or_planned(sentence) or specificity(sentence) < _SPECIFIC_ENOUGH:
        return None
    return "statement"


def attributed(words: str, speaker: Speaker) -> str:
    """Who said it, where the words alone would not tell."""
    if speaker == "user":
        return f"User: {words}"
    return f"Agent: {words}" if _FIRST_PERSON.search(words) else words


def folded(content: str) -> str:
    """Letters and digits only, without case: equal for texts that say the same in the same words."""
    return _FOLD.sub("", content).casefold()


def _last_test_runs(notes: Sequence[Note]) -> list[Note]:
    """Of several runs of one test command only the last counts."""
    last = {note.content.split(": ", 1)[0]: note for note in notes if note.kind == "tests"}
    kept = set(map(id, last.values()))
    return [note for note in notes if note.kind != "tests" or id(note) in kept]


def _told(path: str, touches: Sequence[_Touch]) -> str:
    writes = [touch.lines for touch in touches if touch.lines is not None]
    edits = len(touches) - len(writes)
    edited = f"edited {edits} times" if edits > 1 else "edited"
    if not writes:
        return f"{path} was {edited}."
    size = f", {_counted(writes[-1], 'line')}" if writes[-1] else ""
    return f"Wrote {path}{size}{f', then {edited}' if edits else ''}."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _mappings(value: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list):
        for item in cast("list[object]", value):
            if isinstance(item, Mapping):
                yield cast("Mapping[str, Any]", item)
