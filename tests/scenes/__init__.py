"""Fixed pictures of a place, for pilot tests, snapshots and screenshots.

``SCENES`` names them all; each is a function that makes a fresh ``ScenePlace``. Nothing here reads a disk or a clock:
the time is ``NOW``, so the same scene gives the same picture each time. ``ScenePlace`` answers as a real place would,
on lists in memory: what it was asked stands in ``asked``, and ``set_state`` pushes a new state as an outside change
would.
"""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from silcrow.dreaming.report import Report
from silcrow.dreaming.steps import Evidence, Refused, Step
from silcrow.workspace.agents_view import Frozen
from silcrow.workspace.place import Answer, FileChange, RunDetail, SourceText
from silcrow.workspace.search import Passage
from tests.scenes import texts
from tests.scenes.finding import COMPACTION_AHEAD, passages, usual_places
from tests.scenes.memory import NOW, sessions
from tests.scenes.observing import topics
from tests.scenes.place import ScenePlace
from tests.scenes.recovering import history
from tests.scenes.states import (
    busy_state,
    calm_state,
    crowded_state,
    empty_state,
    first_run_state,
    hostile_state,
    legacy_state,
    no_session_state,
    off_state,
    unreadable_state,
)
from tests.scenes.tending import hostile_tended, tended_frozen, tended_state

__all__ = ["NOW", "SCENES", "ScenePlace", "hostile", "scene"]


def hostile_details() -> dict[str, RunDetail]:
    everything = "\n".join(texts.HOSTILE)
    state = hostile_state()
    rows = {row.run_id: row for row in state.runs}
    noted = state.observational.pool if state.observational else ()
    changes = (FileChange(f"{texts.HOSTILE[2]}{texts.HOSTILE[5]}.md", everything, everything + texts.ONE_MEGABYTE),)
    return {
        key: RunDetail(row, texts.ONE_MEGABYTE, everything, everything + texts.ONE_MEGABYTE[:80_000], noted, changes)
        for key, row in rows.items()
    }


def hostile_passages() -> tuple[Passage, ...]:
    everything = "leak " + "\n".join(texts.HOSTILE)
    return tuple(
        replace(each, id=f"{each.id}{texts.HOSTILE[2]}", where=f"{each.where} {texts.HOSTILE[2]}", text=text)
        for each in passages()[::6]
        for text in (everything, f"leak {texts.ONE_MEGABYTE}")
    )


def hostile_dream() -> Report:
    everything = "\n".join(texts.HOSTILE)
    evidence = (Evidence(texts.HOSTILE[2], texts.HOSTILE[5], NOW, everything),)
    step = Step("replace", "memory", everything, everything + texts.ONE_MEGABYTE[:80_000], evidence)
    refused = (Refused(step, "blocked", everything),)
    return Report("dream-20261116000000-1-1", NOW, NOW, texts.HOSTILE[2], refused=refused, error=everything)


def hostile() -> ScenePlace:
    """Whatever a person, a model or a file can bring in is an attack on the terminal or on the markup parser."""
    everything = "\n".join(texts.HOSTILE)
    state = hostile_tended(hostile_state())
    names = [topic.path for topic in topics()]
    return ScenePlace(
        state,
        details=hostile_details(),
        topic_texts=dict.fromkeys([*names, "INDEX.md", "JOURNEY.md"], everything + "\n" + texts.ONE_MEGABYTE),
        sources=tuple(SourceText("e0041", texts.HOSTILE[2], texts.HOSTILE[6], text) for text in texts.HOSTILE),
        catalogue=tuple(
            replace(row, name=everything, cwd=f"/{texts.HOSTILE[2]}{texts.HOSTILE[5]}") for row in sessions()
        ),
        answer=Answer(True, everything),
        changes=tuple(
            replace(change, operation=texts.HOSTILE[2], old=(everything,), new=texts.HOSTILE, undoes=texts.HOSTILE[5])
            for change in history()
        ),
        passages=hostile_passages(),
        compaction_ahead=replace(COMPACTION_AHEAD, reason=everything, block=everything + texts.ONE_MEGABYTE),
        places=tuple(
            replace(each, path=Path(f"/home/user/{texts.HOSTILE[2]}{texts.HOSTILE[5]}"), program=texts.HOSTILE[4])
            for each in usual_places()
        ),
        dreamt=hostile_dream(),
        frozen=Frozen("s", "e1", texts.HOSTILE[2], everything),
        decided=everything + texts.ONE_MEGABYTE,
        backup_text="\n§\n".join([*texts.HOSTILE[:12], f"{texts.HOSTILE[4]}\n{texts.HOSTILE[6]}", texts.ONE_MEGABYTE]),
    )


SCENES: dict[str, Callable[[], ScenePlace]] = {
    "busy": lambda: ScenePlace(busy_state()),
    "calm": lambda: ScenePlace(calm_state()),
    "off": lambda: ScenePlace(off_state()),
    "empty": lambda: ScenePlace(empty_state()),
    "no_session": lambda: ScenePlace(no_session_state()),
    "first_run": lambda: ScenePlace(first_run_state()),
    "unreadable": lambda: ScenePlace(unreadable_state()),
    "legacy": lambda: ScenePlace(legacy_state()),
    "crowded": lambda: ScenePlace(crowded_state()),
    "readonly": lambda: ScenePlace(busy_state(), readonly=True),
    "tended": lambda: ScenePlace(tended_state(), frozen=tended_frozen()),
    "hostile": hostile,
}


def scene(name: str) -> ScenePlace:
    """A fresh place of that name."""
    return SCENES[name]()
