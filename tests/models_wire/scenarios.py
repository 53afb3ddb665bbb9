"""What the loopback model does, by the name of the model that is asked for: a script that depends on its turn alone."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

NOTE = {"timestamp": "2026-11-30 10:00:00", "content": "The user wants tabs, not spaces.", "sources": ["e1"]}
SECOND_NOTE = {"timestamp": "2026-11-30 10:00:05", "content": "The linter takes 4 s.", "sources": ["e2"]}
TOPIC = {"name": "habits.md", "title": "Habits", "summary": "How we work.", "text": "Tabs, not spaces."}
SEGMENT = {"text": "The habits were written down."}


class Usage(Struct, frozen=True):
    """Tokens of one reply; ``fresh`` are those that came neither from a cache nor into it."""

    fresh: int
    cached: int
    written: int
    output: int


class Called(Struct, frozen=True):
    tool: str
    arguments: Mapping[str, Any] | str
    """A text is sent as it is, where the format allows that."""


class Answer(Struct, frozen=True):
    """One reply, or one fault of a provider."""

    calls: tuple[Called, ...] = ()
    text: str = ""
    usage: Usage | None = None
    status: int = 200
    words: str = ""
    headers: Mapping[str, str] = {}
    fault: str = ""
    """``hang``, ``broken`` (no JSON), ``empty`` (a reply without content)."""


class Asked(Struct, frozen=True):
    """A request, whatever the format it came in."""

    model: str
    tools: frozenset[str]
    prompt: str
    """The first message of the user."""
    turn: int
    """Replies that were given before in this conversation."""
    request: int
    """Requests that named this model before."""


def usage_of(turn: int) -> Usage:
    """Different for each turn, so that a sum shows which replies are in it."""
    return Usage(1_000 + 100 * turn, 300, 200, 50 + turn)


def answer_to(asked: Asked) -> Answer:
    """The answer of the scenario that the model's name is; a number in it is its measure."""
    name, _, measure = asked.model.rpartition("/")[2].partition(":")
    return SCENARIOS[name](asked, int(measure or 0))


def steps_of(asked: Asked) -> Sequence[Called]:
    """What a model that does its work calls, in order."""
    if "record_observations" in asked.tools:
        last = {"observations": [SECOND_NOTE], "last": True}
        return (Called("record_observations", {"observations": [NOTE]}), Called("record_observations", last))
    if "dispose" in asked.tools:
        numbers = [int(number) for number in re.findall(r"^(\d+)\. \d{4}-", asked.prompt, re.MULTILINE)]
        filed = {"dispositions": [{"numbers": numbers, "how": "filed", "topic": TOPIC["name"]}]}
        return (Called("write_topic", TOPIC), Called("add_to_journey", SEGMENT), Called("dispose", filed))
    if "memory_add" in asked.tools:
        session, entry = re.findall(r"^--- session (\S+) entry (\S+) ", asked.prompt, re.MULTILINE)[0]
        fact = {"target": "memory", "content": "Uses uv, never pip."}
        return (
            Called("memory_read", {"target": "memory"}),
            Called("memory_add", fact),
            Called("memory_add", {**fact, "evidence": {"session": session, "entry": "made-up"}}),
            Called("memory_add", {**fact, "evidence": {"session": session, "entry": entry}}),
        )
    return (Called("confirm", {"word": "silcrow"}),)


def _ok(asked: Asked, _: int) -> Answer:
    return _reply(asked, *(steps_of(asked) if asked.turn == 0 else ()))


def _tool_loop(asked: Asked, _: int) -> Answer:
    steps = steps_of(asked)
    return _reply(asked, *steps[asked.turn : asked.turn + 1])


def _after(first: Called) -> Callable[[Asked, int], Answer]:
    def scenario(asked: Asked, _: int) -> Answer:
        return _reply(asked, *((first,) if asked.turn == 0 else steps_of(asked) if asked.turn == 1 else ()))

    return scenario


def _busy_then_ok(asked: Asked, _: int) -> Answer:
    return _busy(asked, 0) if asked.request < 2 else _ok(asked, 0)


def _busy(_asked: Asked, seconds: int) -> Answer:
    return Answer(status=429, words="Rate limit reached", headers={"Retry-After": str(seconds)})


def _never_stops(asked: Asked, _: int) -> Answer:
    """Says something new each turn, and never that it is done."""
    if "record_observations" in asked.tools:
        note = {**NOTE, "content": f"Fact number {asked.turn}."}
        return _reply(asked, Called("record_observations", {"observations": [note]}))
    reads = Called("read_journey", {}) if "dispose" in asked.tools else Called("memory_read", {"target": "memory"})
    return _reply(asked, reads)


def _hangs_after(asked: Asked, replies: int) -> Answer:
    return Answer(fault="hang") if asked.turn >= replies else _never_stops(asked, 0)


def _fails_after(asked: Asked, replies: int) -> Answer:
    return Answer(status=401, words="Key expired") if asked.turn >= replies else _never_stops(asked, 0)


def _no_usage(asked: Asked, _: int) -> Answer:
    loop = _tool_loop(asked, 0)
    return Answer(loop.calls, loop.text, usage=None if asked.turn == 0 else loop.usage)


def _talks(asked: Asked, _: int) -> Answer:
    return _reply(asked, text="Nice conversation. Shall I go on with it?")


def _reminded(asked: Asked, _: int) -> Answer:
    return _talks(asked, 0) if asked.turn == 0 else _reply(asked, *(steps_of(asked) if asked.turn == 1 else ()))


def _reply(asked: Asked, *calls: Called, text: str = "Done.") -> Answer:
    return Answer(tuple(calls), "" if calls else text, usage_of(asked.turn))


SCENARIOS: Mapping[str, Callable[[Asked, int], Answer]] = {
    "ok": _ok,
    "tool-loop": _tool_loop,
    "malformed": _after(Called("record_observations", '{"observations": [')),
    "unknown-tool": _after(Called("bash", {"command": "ls /"})),
    "401": lambda _asked, _: Answer(status=401, words="Incorrect API key provided: sk-loopback-0123456789"),
    "404": lambda _asked, _: Answer(status=404, words="The model does not exist"),
    "402": lambda _asked, _: Answer(status=402, words="Your credit balance is too low"),
    "429-twice": _busy_then_ok,
    "429": _busy,
    "500": lambda _asked, _: Answer(status=500, words="The server had an error", headers={"Retry-After": "0"}),
    "too-long": lambda _asked, _: Answer(status=400, words="This model's maximum context length is 8192 tokens"),
    "bad-request": lambda _asked, _: Answer(status=400, words="Unsupported parameter"),
    "hang": _hangs_after,
    "expires": _fails_after,
    "broken-json": lambda _asked, _: Answer(fault="broken"),
    "empty-choices": lambda _asked, _: Answer(fault="empty"),
    "no-usage": _no_usage,
    "never-stops": _never_stops,
    "same-error": lambda asked, _: _reply(asked, Called("bash", {"command": "ls /"})),
    "talks": _talks,
    "reminded": _reminded,
}
