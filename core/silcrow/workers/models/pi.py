"""The user's own pi as the model of a worker: its logins and its models work, and no key of ours is needed.

Pi runs headless, as a child of the worker and in its process group, with the tools of the role and no others. Those run
here, in the worker. What the run cost is what pi says, added up exactly.
"""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from silcrow.workers.assignment import Assignment, WorkFailed
from silcrow.workers.models.conversing import Call, SameError
from silcrow.workers.models.pi_failure import ended_early, ended_without_answer, not_found, told_failure
from silcrow.workers.models.pi_process import LINE_LIMIT, LineTooLong, running_pi
from silcrow.workers.models.pi_reply import PiReply, reply_of
from silcrow.workers.models.pricing import cost_of
from silcrow.workers.roles import KnowsItsEnd, RoleWork, ToolReply, Unfinished, answer_call, role_work
from silcrow.workers.worker_spend import ReplyCost

PROGRAM: Final = "pi"
ITS_OWN_CHOICE: Final = "default"
"""The id that leaves the choice of the model to pi's settings."""


def work(assignment: Assignment) -> Mapping[str, Any]:
    """Let pi do the order with the tools of its role."""
    program = shutil.which(PROGRAM)
    if program is None:
        raise _unpaid(assignment, not_found())
    role = role_work(assignment)
    talk = _Talk(assignment, role)
    try:
        with running_pi(program, _options(assignment), role, talk) as pi:
            for event in pi.events():
                talk.heed(event)
            exit_code = pi.exit_code()
            if talk.last is None:
                raise _unpaid(assignment, ended_without_answer(program, exit_code, pi.said))
            if not pi.has_tools:
                raise WorkFailed("spawn", f"could not start: {program} did not take up the tools of the worker")
    except LineTooLong:
        raise WorkFailed("exit", f"pi printed a line of more than {LINE_LIMIT >> 20} MiB") from None
    except OSError as error:
        raise WorkFailed("spawn", f"could not start: {program} ({error.strerror or error})") from None
    finally:
        talk.settle()
    talk.must_have_ended_well(exit_code, pi.said)
    return role.result()


def _unpaid(assignment: Assignment, failure: WorkFailed) -> WorkFailed:
    """A failure before any model was asked, which is known to cost nothing."""
    assignment.spend.refused()
    assignment.flush()
    return failure


def _options(assignment: Assignment) -> tuple[str, ...]:
    model = () if assignment.model_id == ITS_OWN_CHOICE else ("--model", assignment.model_id)
    return (*model, "--thinking", assignment.thinking) if assignment.thinking else model


@dataclass(slots=True)
class _Talk:
    """What pi and its model have said so far."""

    assignment: Assignment
    role: RoleWork
    last: PiReply | None = None
    is_asking: bool = False
    """The model is at work on a reply."""
    reminded: bool = False
    errors: SameError = field(default_factory=SameError)

    def answer(self, tool: str, arguments: object) -> ToolReply:
        reply = answer_call(self.role.tools, tool, arguments)
        self.errors.heed([(Call("", tool, arguments), reply)])
        return reply

    def ends_here(self) -> bool:
        return self._took_all_turns() or self._is_done()

    def reminder(self) -> str:
        lacking = self._lacking()
        if lacking is None or self.reminded:
            return ""
        self.reminded = True
        return lacking.words

    def heed(self, event: Mapping[str, Any]) -> None:
        """Take in an event: spend, progress and what is in hand are flushed. A limit that is passed is a failure."""
        reply = reply_of(event)
        if reply is not None:
            self._count(reply)
        elif event.get("type") == "turn_end":
            self.assignment.keep(self.role.result())
            self.assignment.flush(self.role.progress())
        elif event.get("type") == "turn_start":
            self.is_asking = True
            if self._took_all_turns():
                # Answers to calls of tools that are not ours do not end the talk.
                raise self._turn_cap()

    def settle(self) -> None:
        """Once pi is gone: a reply that nobody heard the end of may have been worked on, and be paid for."""
        if self.is_asking:
            self.assignment.spend.partial = True
            self.assignment.flush(self.role.progress())

    def must_have_ended_well(self, exit_code: int, said: str) -> None:
        """Raise the failure that the end of pi is."""
        assert self.last is not None
        if self.last.failed:
            raise told_failure(self.last.error)
        if exit_code != 0:
            raise ended_early(exit_code, said)
        if self.last.stop == "length":
            raise WorkFailed("no_result", "no result: the last reply was cut off at the model's limit")
        if self.last.stop == "toolUse" and not self._is_done():
            raise self._turn_cap()
        lacking = self._lacking()
        if lacking is not None and lacking.nothing_yet:
            raise WorkFailed("no_result", f"no result: {lacking.words}")

    def _count(self, reply: PiReply) -> None:
        self.last, self.is_asking = reply, False
        if reply.failed and not reply.measured:
            # Pi tries again by itself where that makes sense, and what was turned down is not billed.
            self.assignment.spend.refused()
            self.assignment.flush(self.role.progress())
            return
        self.assignment.answered_by = reply.model
        self.assignment.paid(self._cost(reply), self.role.progress())
        usd, allowed = self.assignment.spend.usd, self.assignment.run_usd
        if usd is not None and allowed is not None and usd > allowed:
            raise WorkFailed("budget", f"run cap: {usd:.2f} USD spent, {allowed:.2f} allowed")

    def _cost(self, reply: PiReply) -> ReplyCost:
        price = self.assignment.price
        if price is None:
            return ReplyCost(reply.usage, reply.usd, "pi", reply.measured)
        return ReplyCost(reply.usage, cost_of(reply.usage, price), "settings", reply.measured)

    def _took_all_turns(self) -> bool:
        allowed = self.assignment.run_turns
        return allowed is not None and self.assignment.spend.replies >= allowed

    def _turn_cap(self) -> WorkFailed:
        taken, allowed = self.assignment.spend.replies, self.assignment.run_turns
        return WorkFailed("timeout", f"turn cap: {taken} turns taken, {allowed} allowed")

    def _is_done(self) -> bool:
        return isinstance(self.role, KnowsItsEnd) and self.role.done()

    def _lacking(self) -> Unfinished | None:
        return self.role.unfinished() if isinstance(self.role, KnowsItsEnd) else None
