"""``/om`` in a host: the clocks of the session, by hand."""

from collections.abc import Callable

from silcrow.hosts.command import OM, CommandAnswer, split_verb
from silcrow.pipeline import NotDone
from silcrow.pipeline.reverting import revertible
from silcrow.pipeline.since import Since
from silcrow.workers import Role
from silcrow.workspace.engine import Engine
from silcrow.workspace.place import Answer
from silcrow.workspace.state import WorkspaceState
from silcrow.workspace.taking_back import revert_sentences

_ROLES: tuple[Role, ...] = ("observer", "consolidator")
_NAMED: dict[str, Since] = {"": "start", "start": "start", "now": "now", "compaction": "compaction"}


async def run_om(engine: Engine, arguments: str, describe: Callable[[WorkspaceState], str]) -> CommandAnswer:
    """Carry out what a person typed behind ``/om``, in a session whose file is there; ``compact`` is the host's own.

    ``describe`` gives the whole status as text.
    """
    verb, rest = split_verb(arguments)
    if verb == "status":
        return CommandAnswer(describe(engine.read()))
    if verb == "on":
        since = since_of(rest)
        if since is None:
            return CommandAnswer("/om on takes: start, now, compaction, or a number of tokens.", is_error=True)
        return _told(await engine.set_enabled(True, since))
    if verb == "off":
        return _told(await engine.set_enabled(False, "start"))
    if verb not in dict(OM.subcommands):
        return OM.unknown(verb)
    state = engine.read().observational
    if state is None or not state.enabled:
        return CommandAnswer("Observing is off for this session; /om on turns it on.", is_error=True)
    match verb:
        case "observe":
            return _told(await engine.driving.observe(flush=True))
        case "consolidate":
            return _told(await engine.driving.consolidate())
        case "pause":
            return _told(
                await engine.pause(_ROLES, "by you"), "Paused: no worker starts by itself. /om resume resumes."
            )
        case "resume":
            return _told(await engine.pause(_ROLES, None))
        case "retry":
            return await _retry(engine)
        case "revert":
            return _revert(engine, rest.strip() or None)
        case _:
            return await _stop(engine)


def since_of(text: str) -> Since | None:
    """From where on to observe; None where that is none of the known points."""
    word = text.strip().lower()
    if word in _NAMED:
        return _NAMED[word]
    digits = word.replace(",", "").replace("_", "")
    return int(digits) if digits.isascii() and digits.isdigit() and int(digits) > 0 else None


async def _retry(engine: Engine) -> CommandAnswer:
    state = engine.state.observational
    given_up = [chunk for chunk in state.chunks if chunk.outcome == "parked"] if state is not None else []
    if not given_up:
        return CommandAnswer("Nothing to try again: no text was given up.")
    for chunk in given_up:
        answer = await engine.retry(chunk.range)
        if not answer.done:
            return _told(answer)
    return CommandAnswer(f"{_counted(len(given_up), 'chunk')} queued again.")


async def _stop(engine: Engine) -> CommandAnswer:
    running = [run for run in engine.state.runs if run.state == "running"]
    stopped = [answer for run in running if (answer := await engine.driving.stop_run(run.run_id)).done]
    return CommandAnswer(f"{_counted(len(stopped), 'worker')} stopped." if stopped else "No worker is running.")


def _revert(engine: Engine, run_id: str | None) -> CommandAnswer:
    driver, memory = engine.driving.driver, engine.reader.memory
    if driver is None or memory is None:
        return CommandAnswer("Another process drives this session: revert it there.", is_error=True)
    newest = revertible(memory)[:1]
    if run_id is None and not newest:
        return CommandAnswer("No consolidation to take back.", is_error=True)
    taken_back = driver.revert(run_id or newest[0].run_id)
    engine.driving.changed()
    if isinstance(taken_back, NotDone):
        return CommandAnswer(taken_back.words, is_error=True)
    return CommandAnswer(
        " ".join((*revert_sentences(taken_back), "Filing waits until you start it with /om consolidate."))
    )


def _told(answer: Answer, words: str | None = None) -> CommandAnswer:
    if not answer.done:
        return CommandAnswer(answer.words, is_error=True)
    return CommandAnswer(words or answer.words)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
