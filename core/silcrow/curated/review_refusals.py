"""Failures around the review queue, in words."""

from collections.abc import Sequence

from msgspec.structs import replace

from silcrow.curated.matching import preview
from silcrow.curated.proposals import Proposal
from silcrow.curated.results import FILE_NAMES, Failure, Target
from silcrow.curated.store_file import os_words


def no_such_proposal(proposal_id: str, found: Sequence[str]) -> Failure:
    if found:
        return Failure(
            "ambiguous",
            f"{len(found):,} proposals have an id that starts with {preview(proposal_id)!r}.",
            "",
            matches=tuple(found[:20]),
            remediation="Give more of the id.",
        )
    return Failure(
        "no_match",
        f"No proposal {preview(proposal_id)!r} waits.",
        "",
        remediation="`silcrow review list` lists what waits.",
    )


def stale_proposal(proposal: Proposal) -> Failure:
    return Failure(
        "stale",
        f"The entry that this proposal is about is no longer in {FILE_NAMES[proposal.target]} as it was.",
        proposal.target,
        remediation="Reject it, or make the change by hand on the entry as it reads now.",
        details={"proposal": proposal.id, "old": proposal.old, "new": proposal.new},
    )


def nothing_to_edit(target: Target) -> Failure:
    return Failure("invalid", "A removal has no text to edit.", target, remediation="Accept it as it is, or reject it.")


def queue_failed(error: OSError) -> Failure:
    return Failure(
        "io", f"The review queue could not be written: {os_words(error)}.", "", remediation="Nothing was changed."
    )


def held(failure: Failure, proposals: Sequence[Proposal]) -> Failure:
    """A refusal of a background actor whose wishes wait for a person now."""
    return replace(
        failure,
        code="held",
        error=f"{failure.error} It waits for review.",
        remediation="A person accepts or rejects it with `silcrow review`.",
        details={**failure.details, "proposals": [proposal.id for proposal in proposals]},
    )
