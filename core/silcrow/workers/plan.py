"""What a consolidation changes, as a value: built from three states of the folder before anything is touched."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Literal, cast

from msgspec import Struct

from silcrow.observational.observation import Observation, content_hash
from silcrow.observational.topics import JOURNEY_FILE, clashes_with, is_safe_topic_name, parse_topic
from silcrow.workers.admission import Refused, admit_document, admit_line
from silcrow.workers.work_copy import FolderText, Refusal

DISCARD_SHARE = 0.3
"""Of a batch; what is discarded beyond it stays in the pool."""
_TEXT_ELSEWHERE = "kept, since another file of the run is not taken over"
How = Literal["filed", "merged", "discarded"]


class FileStep(Struct, frozen=True):
    """One file that is written or removed."""

    name: str
    before: str | None
    """SHA-256 of the file that the step expects; None when it expects none."""
    text: str | None
    """What it becomes; None removes it."""

    @property
    def after(self) -> str | None:
        return file_hash(self.text.encode()) if self.text is not None else None


class Retirement(Struct, frozen=True):
    """An observation that leaves the pool, with the proof of where it went."""

    observation: Observation
    how: How
    topic: str | None = None
    """File name, for ``filed`` and ``merged``."""
    reason: str | None = None


class Plan(Struct, frozen=True):
    """Everything a consolidation does, in the order of doing: files, archive, drop record, index."""

    run_id: str
    session_id: str
    made_at: str
    """ISO 8601, UTC."""
    steps: tuple[FileStep, ...]
    retired: tuple[Retirement, ...]
    refused: tuple[Refusal, ...] = ()
    """Files of the run that are not taken over."""
    left: int = 0
    """Observations handed out that stay in the pool: the run is incomplete."""
    ignored: int = 0
    """Dispositions that were second, unknown or malformed."""
    finished: bool = False
    """Everything is done, the drop record and the index included."""
    reverted: bool = False
    """Its files are put back, as far as that was possible."""
    revert_only: tuple[str, ...] = ()
    """Files that a revert of this run puts back; empty for all of them."""


def build_plan(
    *,
    run_id: str,
    session_id: str,
    made_at: str,
    handed: Sequence[Observation],
    active: AbstractSet[tuple[str, str]],
    dispositions: Sequence[object],
    base: FolderText,
    work: FolderText,
    live: FolderText,
) -> Plan:
    """The plan for a run that has ended.

    ``handed`` are the observations it was given, ``active`` the keys of those that are in the pool now. ``base`` is the
    folder as it was copied, ``work`` the copy as the run left it, ``live`` the folder now: what changed there meanwhile
    wins. Retired is only what the files that are taken over can hold.
    """
    steps, refused = file_steps(base.files, work.files, live.files, lost=bool(work.refused))
    refused = (*work.refused, *refused)
    # What the run says it merged into a file may stand in the refused text of it only.
    not_taken = {refusal.name for refusal in refused}
    standing = {name: content for name, content in live.files.items() if name not in not_taken}
    retired, ignored = retirements(handed, active, dispositions, steps, standing)
    gone = {item.observation.key for item in retired}
    return Plan(
        run_id=run_id,
        session_id=session_id,
        made_at=made_at,
        steps=steps,
        retired=retired,
        refused=refused,
        left=sum(each.key in active and each.key not in gone for each in handed),
        ignored=ignored,
    )


def file_steps(
    base: Mapping[str, bytes], work: Mapping[str, bytes], live: Mapping[str, bytes], *, lost: bool = False
) -> tuple[tuple[FileStep, ...], tuple[Refusal, ...]]:
    """The files that a run changed and that may be taken over, writes first; and the others with the reason.

    A topic is removed because its text went into others: only when all of these are taken over. ``lost`` tells that
    the run left something that can't even be looked at.
    """
    writes: list[FileStep] = []
    removals: list[FileStep] = []
    refused: list[Refusal] = []
    for name in sorted(base.keys() | work.keys()):
        before, after = base.get(name), work.get(name)
        if before == after:
            continue
        reason = "changed meanwhile; what is there now wins" if live.get(name) not in (before, after) else None
        text = _admitted(name, after, before, names=work.keys() | live.keys()) if reason is None else None
        if isinstance(text, Refused):
            reason = text.reason
        if reason is not None or isinstance(text, Refused):
            refused.append(Refusal(name, reason or ""))
            continue
        step = FileStep(name, file_hash(before) if before is not None else None, text)
        (writes if text is not None else removals).append(step)
    if lost or any(refusal.name != JOURNEY_FILE for refusal in refused):
        refused.extend(Refusal(step.name, _TEXT_ELSEWHERE) for step in removals)
        removals = []
    return (*writes, *removals), tuple(refused)


def retirements(
    handed: Sequence[Observation],
    active: AbstractSet[tuple[str, str]],
    dispositions: Sequence[object],
    steps: Sequence[FileStep],
    standing: Mapping[str, bytes],
) -> tuple[tuple[Retirement, ...], int]:
    """What may leave the pool, and how many dispositions were ignored: second ones, unknown ones.

    ``filed`` needs a topic that this run wrote, ``merged`` that one or a readable one of ``standing``: the files that
    are there and were not to be changed. The first disposition of an observation counts; discards are limited to a
    share of the batch.
    """
    open_ones = {(each.timestamp, content_hash(each.content)): each for each in handed}
    written = {step.name for step in steps if step.text is not None and step.name != JOURNEY_FILE}
    removed = {step.name for step in steps if step.text is None}
    readable = written | {name for name in standing.keys() - removed if _is_readable_topic(name, standing[name])}
    discards_left = int(len(handed) * DISCARD_SHARE)
    retired: list[Retirement] = []
    ignored = 0
    for item in dispositions:
        told = _mapping(item)
        observation = open_ones.pop((str(told.get("timestamp")), str(told.get("content_hash"))), None)
        if observation is None:
            ignored += 1
            continue
        if observation.key not in active:
            continue
        how, topic = told.get("how"), _topic_name(told.get("topic"))
        if how == "filed" and topic in written:
            retired.append(Retirement(observation, "filed", topic=topic))
        elif how == "merged" and topic in readable:
            retired.append(Retirement(observation, "merged", topic=topic))
        elif how == "discarded" and discards_left > 0:
            discards_left -= 1
            reason = admit_line(told.get("reason"))
            retired.append(Retirement(observation, "discarded", reason=reason if isinstance(reason, str) else None))
    return tuple(retired), ignored


def file_hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def plan_document(plan: Plan) -> dict[str, Any]:
    """The JSON of ``<run>.plan.json``."""
    return {
        "runId": plan.run_id,
        "sessionId": plan.session_id,
        "madeAt": plan.made_at,
        "finished": plan.finished,
        "reverted": plan.reverted,
        "revertOnly": list(plan.revert_only),
        "left": plan.left,
        "ignored": plan.ignored,
        "steps": [{"name": step.name, "before": step.before, "text": step.text} for step in plan.steps],
        "refused": [{"name": refusal.name, "reason": refusal.reason} for refusal in plan.refused],
        "retired": [
            {
                "timestamp": item.observation.timestamp,
                "content": item.observation.content,
                "tokenCount": item.observation.token_count,
                "sources": list(item.observation.sources),
                "observedBy": item.observation.run_id,
                "how": item.how,
                "topic": item.topic,
                "reason": item.reason,
            }
            for item in plan.retired
        ],
    }


def plan_from_document(document: Mapping[str, Any]) -> Plan:
    """The plan that was written; raises KeyError, TypeError or ValueError when it is not one of ours."""
    return Plan(
        run_id=document["runId"],
        session_id=document["sessionId"],
        made_at=document["madeAt"],
        finished=document["finished"],
        reverted=document.get("reverted", False),
        revert_only=tuple(document.get("revertOnly", ())),
        left=document["left"],
        ignored=document["ignored"],
        steps=tuple(_step(step) for step in document["steps"]),
        refused=tuple(Refusal(**refusal) for refusal in document["refused"]),
        retired=tuple(_retirement(item) for item in cast("Iterable[Mapping[str, Any]]", document["retired"])),
    )


def _step(item: Mapping[str, Any]) -> FileStep:
    step = FileStep(**item)
    # The folder may have come with a project of somebody else: a path here would aim the text at any file.
    if step.name != JOURNEY_FILE and not is_safe_topic_name(step.name):
        raise ValueError(f"{step.name!r} is not a name for a topic")
    return step


def _retirement(item: Mapping[str, Any]) -> Retirement:
    observation = Observation(
        item["timestamp"], item["content"], item["tokenCount"], tuple(item["sources"]), item["observedBy"]
    )
    return Retirement(observation, item["how"], item["topic"], item["reason"])


def _admitted(name: str, content: bytes | None, before: bytes | None, names: AbstractSet[str]) -> str | Refused | None:
    """The text that a file may become after what it was ``before``, or None for its removal."""
    if content is None:
        return Refused("the journey is not removed") if name == JOURNEY_FILE else None
    text = admit_document(content, before)
    if isinstance(text, Refused):
        return text
    if not text.strip():
        return Refused("it is empty")
    if name == JOURNEY_FILE:
        return text
    if not is_safe_topic_name(name):
        return Refused("not a name for a topic")
    if other := clashes_with(name, names):
        return Refused(f"the same name as {other} where case does not count")
    topic = parse_topic(text, name)
    if isinstance(topic, str):
        return Refused(f"header unreadable: {topic}")
    return text if topic.body.strip() else Refused("it has a header and nothing else")


def _is_readable_topic(name: str, content: bytes) -> bool:
    return name != JOURNEY_FILE and not isinstance(_admitted(name, content, content, names=frozenset()), Refused)


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _topic_name(topic: object) -> str:
    name = str(topic or "")
    return name if name.endswith(".md") else f"{name}.md"
