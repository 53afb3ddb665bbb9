"""Deciding on what waits: held changes are accepted or rejected, entries that went are brought back or given up."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from silcrow.curated.proposals import Proposal
from silcrow.curated.results import TARGETS
from silcrow.workspace.curating import Accept, BringBack, Curated, GiveUp, Named, Reject, Unpin
from silcrow_tui.commands import KeyOf
from silcrow_tui.screens.matters import Matter
from silcrow_tui.widgets.words import counted

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


def why_no_decision(chosen: Sequence[Matter], key: KeyOf) -> str | None:
    """Why neither yes nor no can be said to these."""
    if not chosen:
        return "Nothing waits for you."
    if any(matter.kind not in ("held", "gone") for matter in chosen):
        there = f"{key('waiting.open')} goes where this one is answered"
        return f"Only a held change or an entry that is gone is decided on here; {there}."
    return None


async def accept(app: "SilcrowApp", chosen: Sequence[Matter]) -> None:
    """Make the held changes, each on its own, as one action; bring back what is gone."""
    held = [matter.proposal for matter in chosen if matter.proposal is not None]
    if held:
        fresh = [proposal for proposal in held if not proposal.stale]
        texts = tuple(text for proposal in fresh for text in (proposal.old, proposal.new) if text is not None)
        accepted = await app.place.curate(Accept(tuple(proposal.id for proposal in fresh), texts=texts))
        _tell(app, accepted, len(held), "Accepted", _stale_words(len(held) - len(fresh)))
    for target in TARGETS:
        gone = tuple(matter.text for matter in chosen if matter.kind == "gone" and matter.target == target)
        texts_gone = tuple(text for text in gone if text is not None)
        if texts_gone:
            _tell(app, await app.place.curate(BringBack(target, texts_gone)), len(texts_gone), "Brought back", "")


async def reject(app: "SilcrowApp", chosen: Sequence[Matter]) -> None:
    """Ask, then take these out of the list undone; the memory stays as it is."""
    from silcrow_tui.screens.dialogs import YesNo

    if len(chosen) > 1:
        question = f"Reject {counted(len(chosen), 'change')}?"
        words = [_quoted(matter) for matter in chosen]
        if not await app.push_screen_wait(YesNo(question, [*words, "The memory stays as it is."], yes="Reject")):
            return
    held = [matter.proposal.id for matter in chosen if matter.proposal is not None]
    if held:
        _tell(app, await app.place.curate(Reject(tuple(held))), len(held), "Rejected", "")
    gone = [matter for matter in chosen if matter.kind == "gone"]
    if gone:
        await _give_up(app, gone)


async def _give_up(app: "SilcrowApp", gone: Sequence[Matter]) -> None:
    changes = tuple(dict.fromkeys(matter.change for matter in gone if matter.change is not None))
    given_up = await app.place.curate(GiveUp(changes))
    lost = {target: set(app.state.memory.file(target).lost_pins) for target in TARGETS}
    pins: list[Named] = [
        (each.target, each.text)
        for each in gone
        if each.target is not None and each.text is not None and each.text in lost[each.target]
    ]
    unpinned = await app.place.curate(Unpin(tuple(pins)))
    refused = given_up.refused or unpinned.refused
    left = "Left as it is" if len(gone) == 1 else f"{len(gone)} left as they are"
    words = f"{left}; {app.key('go.history')} keeps the texts."
    app.toast(refused.error if refused else words, "warning" if refused else "information")


async def edit(app: "SilcrowApp", proposal: Proposal) -> None:
    """Change the proposed text, then take it."""
    from silcrow_tui.screens.editor import EntryEditor
    from silcrow_tui.screens.entry_task import accepting

    saved = await app.push_screen_wait(EntryEditor(app.place, accepting(proposal), environ=app.environ))
    if saved is not None:
        app.toast(f"Accepted as edited, now {saved.result.usage} · {app.key('memory.undo')} undoes")


def _stale_words(count: int) -> str:
    return f"{counted(count, 'stale one stays', 'stale ones stay')}" if count else ""


def _tell(app: "SilcrowApp", curated: Curated, asked: int, done: str, rest: str) -> None:
    what = f"{done} {curated.count} of {asked}" if curated.count != asked or asked > 1 else done
    undo = f" · {app.key('memory.undo')} undoes" if curated.made else ""
    if curated.refused is not None:
        app.toast(f"{what}{undo} · {curated.refused.error}", "warning")
    else:
        app.toast(f"{what}{undo}{' · ' if rest else ''}{rest}", "warning" if rest else "information")


def _quoted(matter: Matter) -> str:
    return f"{matter.about}: {matter.words}"
