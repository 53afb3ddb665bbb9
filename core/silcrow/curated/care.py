"""Store calls of people who look after the memory: pins, the scanner's findings, and the review queue."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from silcrow.curated import refusals
from silcrow.curated.actors import Actor, Origin
from silcrow.curated.changes import Intent
from silcrow.curated.entry_format import strip, unify_line_ends
from silcrow.curated.pins import Pin, read_pins
from silcrow.curated.proposals import Proposal, Wish
from silcrow.curated.results import Failure, Result, Target
from silcrow.curated.screening import Screening
from silcrow.curated.store_parts import StoreParts

if TYPE_CHECKING:
    from silcrow.threats import Acknowledgement


class Care(StoreParts):
    """Pins, acknowledgements, proposals."""

    def pin(self, target: Target | str, text: str) -> Result:
        """Pin the entry that a text names: from now on only people change it through silcrow."""
        from silcrow.curated import pinning

        file = self._file(target)
        return refusals.unknown_target(target) if file is None else pinning.pin(self.folder, file, text)

    def unpin(self, target: Target | str, text: str) -> Result:
        """Take a pin away, also one whose entry is gone."""
        from silcrow.curated import pinning

        file = self._file(target)
        return refusals.unknown_target(target) if file is None else pinning.unpin(self.folder, file, text)

    def pins(self) -> tuple[Pin, ...]:
        """All pins, of memory first; those of entries that vanished outside too."""
        return tuple(pin for file in self.folder.files.values() for pin in read_pins(file))

    def scan(self, text: str) -> Screening:
        """What the gate makes of a text, and whether it was acknowledged here. Nothing is stored."""
        return self.folder.screen.judge(_stored(text))

    def acknowledge(self, text: str, *, by: str = "user") -> Screening:
        """Accept exactly this text in spite of what the scanner finds. It ends when the text changes.

        An entry that holds a threat only together with its neighbours is accepted in their company; the answer is then
        on all of them, and a change of any of them ends it. Raises OSError when it can't be kept.
        """
        from silcrow.curated import accepting

        return accepting.acknowledge(self.folder, _stored(text), by)

    def revoke(self, text_hash: str) -> bool:
        """End an acknowledgement; False when there is none with this hash. Raises OSError."""
        return self.folder.screen.acknowledgements.revoke(text_hash) is not None

    def acknowledged(self) -> "tuple[Acknowledgement, ...]":
        """What people accepted here."""
        return tuple(self.folder.screen.acknowledgements.all())

    def propose(
        self, wishes: Sequence[Wish], *, actor: Actor, origin: Origin | None = None, evidence: str = ""
    ) -> tuple[Proposal, ...] | Failure:
        """Let changes wait for a person instead of making them. The same one waits only once."""
        from silcrow.curated.review_refusals import queue_failed

        try:
            return self.folder.proposals.hold(
                wishes, "asked", Intent("propose", actor, origin), self.folder.clock(), evidence
            )
        except OSError as error:
            return queue_failed(error)

    def proposals(self) -> tuple[Proposal, ...]:
        """What waits, oldest first, each checked again: ``stale`` where the old text is gone."""
        from silcrow.curated import reviewing

        return reviewing.waiting(self.folder)

    def settled_proposals(self) -> tuple[Proposal, ...]:
        """What was decided last, oldest first."""
        return self.folder.proposals.settled()

    def accept(self, proposal_id: str, content: str | None = None) -> Result:
        """Make a proposed change as a person, with another text where one is given. It passes the gate again, and is
        ``stale`` when the entry changed since. A unique beginning of the id is enough."""
        from silcrow.curated import reviewing

        return reviewing.accept(self.folder, proposal_id, content)

    def reject(self, proposal_ids: Sequence[str]) -> tuple[Proposal, ...] | Failure:
        """Take proposals out of the queue undone; all of these or none."""
        from silcrow.curated import reviewing

        return reviewing.reject(self.folder, proposal_ids)


def _stored(text: str) -> str:
    return strip(unify_line_ends(text))
