"""What keys do to the chosen entries: each a short conversation that ends in a notice of what changed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from silcrow.curated.results import FILE_NAMES, TARGETS, Failure, Target
from silcrow.curated.states import Entry, MemoryFile
from silcrow.workspace.curating import Acknowledge, BlockAgain, Curated, Move, Pin, Tidy, Unpin
from silcrow_tui.panes.curated_lines import TITLES
from silcrow_tui.panes.entry_lines import EntryRow
from silcrow_tui.widgets.words import counted

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp
    from silcrow_tui.screens.editor import Saved
    from silcrow_tui.screens.entry_task import EntryTask


def why_no_write(file: MemoryFile) -> str | None:
    """Why a file can't be written now, in one line."""
    name = FILE_NAMES[file.target]
    if file.unreadable is not None:
        return f"{name} is unreadable: writes are refused, the file is untouched."
    if file.drift is not None:
        return f"{name} has drifted: writes are refused, nothing is lost. 2 shows it."
    return None


def other(target: Target) -> Target:
    """The other of the two files."""
    return "user" if target == "memory" else "memory"


def _names(rows: Sequence[EntryRow]) -> str:
    return " and ".join(TITLES[target] for target in TARGETS if any(row.target == target for row in rows))


def _entries(count: int) -> str:
    return counted(count, "entry", "entries")


async def edit(app: "SilcrowApp", task: "EntryTask") -> "Saved | None":
    """Open the editor for a task and say what was saved."""
    from silcrow_tui.screens.editor import EntryEditor

    saved = await app.push_screen_wait(EntryEditor(app.place, task, environ=app.environ))
    if saved is None:
        return None
    name, room = FILE_NAMES[saved.target], ""
    if saved.made_room:
        room = f", {_entries(saved.made_room)} made room"
    if saved.moved:
        app.toast(f"Moved to {TITLES[saved.target]} · {app.key('memory.undo')} undoes")
    elif task.kind == "merge":
        freed = sum(map(len, task.replaced)) + 3 * (len(task.replaced) - 1) - len(saved.text)
        app.toast(f"Merged {len(task.replaced)} into 1, {freed:,} chars freed · {app.key('memory.undo')} undoes")
    elif saved.old is None:
        app.toast(f"Added to {name}{room}, now {saved.result.usage} · {app.key('memory.undo')} undoes")
    else:
        app.toast(f"Changed in {name}{room}, now {saved.result.usage} · {app.key('memory.undo')} undoes")
    return saved


async def remove(app: "SilcrowApp", rows: Sequence[EntryRow]) -> bool:
    """Ask, then remove these; True when they are gone."""
    from silcrow_tui.screens.dialogs import YesNo

    quoted = [row.entry.text for row in rows[:5]]
    more = [f"and {len(rows) - 5} more"] if len(rows) > 5 else []
    pinned = sum(row.entry.pinned for row in rows)
    pins = [f"{counted(pinned, 'of them is', 'of them are')} pinned."] if pinned else []
    question = f"Remove {_entries(len(rows))} from {_names(rows)}?"
    if not await app.push_screen_wait(YesNo(question, [*quoted, *more, *pins], yes="Remove", no="Keep")):
        return False
    if (refused := await _removed(app, rows)) is not None:
        gone = refused.code == "no_match"
        app.toast("This entry is no longer in the file; the list is fresh now." if gone else refused.error, "warning")
        return False
    app.toast(f"Removed {_entries(len(rows))} · {app.key('memory.undo')} undoes")
    return True


async def _removed(app: "SilcrowApp", rows: Sequence[EntryRow]) -> Failure | None:
    """Remove rows, of both files as one action; why not, when it was refused."""
    targets: list[Target] = [target for target in TARGETS if any(row.target == target for row in rows)]
    answer: object
    if len(targets) == 1:
        answer = await app.place.remove(targets[0], [row.entry.text for row in rows])
    else:
        removals = [{"op": "remove", "target": row.target, "oldText": row.entry.text} for row in rows]
        answer = await app.place.several(removals, "remove")
    return answer if isinstance(answer, Failure) else None


async def move(app: "SilcrowApp", rows: Sequence[EntryRow]) -> Curated:
    """Move each to the other file, as one action; what has no room there stays."""
    moved = await app.place.curate(Move(tuple(row.named for row in rows)))
    where = TITLES[other(rows[0].target)] if len({row.target for row in rows}) == 1 else "the other file"
    some = f"{moved.count} of {_entries(len(rows))}" if moved.count < len(rows) else _entries(len(rows))
    what = "" if len(rows) == 1 else f" {some}"
    done = f"Moved{what} to {where} · {app.key('memory.undo')} undoes"
    _tell(app, moved, done)
    return moved


async def pin(app: "SilcrowApp", rows: Sequence[EntryRow]) -> None:
    """Pin what is not pinned; take the pins away when all are."""
    loose = [row for row in rows if not row.entry.pinned]
    if not loose:
        unpinned = await app.place.curate(Unpin(tuple(row.named for row in rows)))
        count = "" if len(rows) == 1 else f" {_entries(unpinned.count)}"
        _tell(app, unpinned, f"Unpinned{count}: silcrow's workers can change it again · {app.key('entries.pin')} pins")
        return
    pinned = await app.place.curate(Pin(tuple(row.named for row in loose)))
    what, it = ("Pinned", "it") if len(loose) == 1 else (f"Pinned {_entries(pinned.count)}", "them")
    waits = f"If one does, it waits for you in {app.key('go.waiting')}."
    words = f"{what}: silcrow's workers cannot change {it}. Other programs can. {waits}"
    _tell(app, pinned, words)


async def acknowledge(app: "SilcrowApp", entry: Entry) -> None:
    """Accept exactly this text in spite of what the scanner finds."""
    _tell(
        app,
        await app.place.curate(Acknowledge((entry.text,))),
        f"Reviewed: passes silcrow's scan; another program may still block it · {app.key('entries.why')} takes it back",
    )


async def block_again(app: "SilcrowApp", entry: Entry) -> None:
    """End the acceptance of a text."""
    _tell(app, await app.place.curate(BlockAgain(entry.text)), "Blocked again: the agent gets a placeholder")


async def tidy(app: "SilcrowApp", target: Target) -> None:
    """Write the same entries as every program on these files spells them."""
    tidied = await app.place.curate(Tidy(target))
    message = tidied.result.message if tidied.result is not None and tidied.result.message else "Tidied."
    undo = f" {app.key('memory.undo')} undoes" if tidied.made else ""
    _tell(app, tidied, f"{FILE_NAMES[target]}: {message}{undo}")


def _tell(app: "SilcrowApp", curated: Curated, done: str) -> None:
    if curated.count and curated.refused is not None:
        app.toast(f"{done} · the rest stays: {curated.refused.error}", "warning")
    elif curated.refused is not None:
        app.toast(curated.refused.error, "warning")
    else:
        app.toast(done)


async def ask_why(app: "SilcrowApp", row: EntryRow) -> str | None:
    """Explain an entry; answers what the person decided on there: ``accept``, ``block``, ``edit``, or None."""
    from silcrow_tui.screens.why_entry import WhyEntry

    return await app.push_screen_wait(WhyEntry(app.place, row))
