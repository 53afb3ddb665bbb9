"""A role and a model in conversation, whatever the model is: calls answered, caps kept, each reply paid for at once."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from silcrow.workers.assignment import Assignment, WorkFailed
from silcrow.workers.roles import KnowsItsEnd, RoleWork, ToolReply, answer_call
from silcrow.workers.worker_spend import ReplyCost

SAME_ERRORS_MOST: Final = 5
"""Equal errors of calls in a row, after which a model is taken to be going round in circles."""
TRIES: Final = 3
"""Of one request that the provider turned down because it is busy."""
WAIT_MOST: Final = 10.0
"""Seconds that a provider may make one request wait; whoever asks for more is asked again by a later run."""
_FIRST_WAIT: Final = 1.0
_SAID_MOST: Final = 120


class Call(Struct, frozen=True):
    """A call of a tool, as the model made it."""

    id: str
    name: str
    arguments: object
    """An object where the model wrote one, else the text that is none."""


class Reply(Struct, frozen=True):
    calls: tuple[Call, ...]
    text: str
    cost: ReplyCost


class Message(Struct, frozen=True):
    """What the model is told next: answers to all of its calls, or words."""

    words: str = ""
    answers: tuple[tuple[Call, ToolReply], ...] = ()


class TurnedDown(WorkFailed):
    """The provider took no request, so nothing is owed for it."""


class Voice(Protocol):
    """A model that remembers what was said."""

    async def ask(self, message: Message) -> Reply:
        """The next reply. Raises WorkFailed, and TurnedDown where nothing was spent."""
        ...


Sleep = Callable[[float], Awaitable[None]]


async def converse(assignment: Assignment, role: RoleWork, voice: Voice, sleep: Sleep) -> Mapping[str, Any]:
    """The result of the role, once the model is done with it. Raises WorkFailed with what is in hand kept."""
    message, reminded, errors = Message(role.prompt), False, SameError()
    while True:
        reply = await _asked(assignment, voice, message, sleep)
        assignment.paid(reply.cost, role.progress())
        answers = tuple((call, answer_call(role.tools, call.name, call.arguments)) for call in reply.calls)
        if answers:
            assignment.keep(role.result())
            assignment.flush(role.progress())
        if isinstance(role, KnowsItsEnd) and role.done():
            return role.result()
        if answers:
            message = Message(answers=answers)
        else:
            unfinished = role.unfinished() if isinstance(role, KnowsItsEnd) else None
            if unfinished is None or (reminded and not unfinished.nothing_yet):
                return role.result()
            if reminded:
                raise WorkFailed("no_result", f"no result: the model called no tool{_said(reply.text)}")
            message, reminded = Message(unfinished.words), True
        errors.heed(answers)
        _keep_to_caps(assignment)


async def _asked(assignment: Assignment, voice: Voice, message: Message, sleep: Sleep) -> Reply:
    """The reply, after a few tries where the provider only asks for a moment."""
    for attempt in range(TRIES):
        try:
            return await voice.ask(message)
        except TurnedDown as failure:
            assignment.spend.refused()
            wait = _FIRST_WAIT * 2**attempt if failure.retry_after is None else failure.retry_after
            if failure.kind not in ("rate_limit", "busy") or attempt == TRIES - 1 or wait > WAIT_MOST:
                raise
            await sleep(wait)
        except BaseException:
            # It may have been worked on, and paid for, without our hearing of it.
            assignment.spend.partial = True
            raise
    raise AssertionError("the last try answers or raises")


def _keep_to_caps(assignment: Assignment) -> None:
    spend, usd, turns = assignment.spend, assignment.run_usd, assignment.run_turns
    if usd is not None and spend.usd is not None and float(spend.usd) > usd:
        raise WorkFailed("budget", f"run cap: {spend.usd:.2f} USD spent, {usd:.2f} allowed")
    if turns is not None and spend.replies >= turns:
        raise WorkFailed("timeout", f"turn cap: {spend.replies} turns taken, {turns} allowed")


class SameError:
    """Tells when a model makes the same mistake again and again."""

    def __init__(self) -> None:
        self._last = ""
        self._count = 0

    def heed(self, answers: Sequence[tuple[Call, ToolReply]]) -> None:
        for call, reply in answers:
            said = f"{call.name}: {reply.text}" if reply.is_error else ""
            self._count = self._count + 1 if said and said == self._last else int(bool(said))
            self._last = said
            if self._count >= SAME_ERRORS_MOST:
                words = f"the model made the same invalid call {self._count} times in a row ({said[:_SAID_MOST]})"
                raise WorkFailed("invalid_result", words)


def _said(text: str) -> str:
    line = " ".join(text.split())
    return f"; it said: {line[:_SAID_MOST]}" if line else ""
