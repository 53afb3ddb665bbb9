"""The review queue: what background actors may not do on their own, and what a person makes of it."""

from collections.abc import Sequence

from silcrow.curated import refusals, review_refusals
from silcrow.curated.changes import Intent
from silcrow.curated.changing import change_one
from silcrow.curated.gate import Refused
from silcrow.curated.memory_folder import MemoryFolder
from silcrow.curated.operations import Outcome, add_entry, remove_entry, replace_entry
from silcrow.curated.proposals import Proposal, checked
from silcrow.curated.results import Failure, Result, Target
from silcrow.curated.seen import entries_now


def waiting(folder: MemoryFolder) -> tuple[Proposal, ...]:
    """The queue, oldest first, each proposal checked against what the files hold now."""
    found = folder.proposals.waiting()
    if not found:
        return ()
    entries: dict[Target, tuple[str, ...]] = {target: entries_now(file) for target, file in folder.files.items()}
    return checked(found, entries)


def accept(folder: MemoryFolder, proposal_id: str, content: str | None) -> Result:
    """Do what was proposed, or an edited form of it, as a person."""
    proposal = _named(folder, proposal_id)
    if isinstance(proposal, Failure):
        return proposal
    file = folder.files[proposal.target]
    text, notes = "", ()
    if proposal.op != "remove":
        admitted = folder.screen.admit(proposal.new or "" if content is None else content)
        if isinstance(admitted, Refused):
            return refusals.refused_content(file.target, admitted)
        text, notes = admitted.text, admitted.notes
    elif content is not None:
        return review_refusals.nothing_to_edit(file.target)

    def operation(entries: tuple[str, ...]) -> Outcome | Failure:
        old = proposal.old
        if old is None:
            return add_entry(file.target, entries, text, file.limit, notes)
        if old not in entries and proposal.op == "replace" and text in entries:
            return Outcome(entries, f"{file.name} says so already; nothing was changed.", notes=notes)
        if old not in entries:
            return review_refusals.stale_proposal(proposal)
        if proposal.op == "remove":
            return remove_entry(file.target, entries, old, file.limit)
        return replace_entry(file.target, entries, old, text, file.limit, notes)

    details = {"proposal": proposal.id, "proposer": proposal.actor}
    result = change_one(folder, file, operation, Intent(proposal.op, "user", proposal.origin, details=details))
    if not isinstance(result, Failure):
        edited = content is not None and text != proposal.new
        _settle(folder, proposal, edited=edited)
    return result


def reject(folder: MemoryFolder, proposal_ids: Sequence[str]) -> tuple[Proposal, ...] | Failure:
    """Take proposals out of the queue undone; all of them or none."""
    found: list[Proposal] = []
    for proposal_id in proposal_ids:
        proposal = _named(folder, proposal_id)
        if isinstance(proposal, Failure):
            return proposal
        found.append(proposal)
    for proposal in found:
        try:
            folder.proposals.settle(proposal, "rejected", folder.clock())
        except OSError as error:
            return review_refusals.queue_failed(error)
    return tuple(found)


def _settle(folder: MemoryFolder, proposal: Proposal, *, edited: bool) -> None:
    try:
        folder.proposals.settle(proposal, "edited" if edited else "accepted", folder.clock())
    except OSError:
        # The change is made. What is left in the queue asks for something that is so already.
        return


def _named(folder: MemoryFolder, proposal_id: str) -> Proposal | Failure:
    found = folder.proposals.find(proposal_id)
    if len(found) == 1:
        return found[0]
    return review_refusals.no_such_proposal(proposal_id, [each.id for each in found])
