"""What a person takes out of the pool by hand."""

import secrets
import time
from collections.abc import Sequence

from msgspec.structs import replace

from silcrow.observational import drafts
from silcrow.observational.archive import Archived, append_archive, archive_lines
from silcrow.observational.records import DROP_PREFIX
from silcrow.pipeline.answers import NotDone
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.text.instants import iso_instant


def drop(memory: SessionMemory, observation_id: str, *, now: float) -> str | NotDone:
    """Take an observation of the current path out of the pool, into the archive; the id to take that back with.

    The archive line comes first, so a crash leaves the observation in both places and never in none. No lock is
    needed: both are single appends.
    """
    memory.refresh()
    found = [each for each in memory.view().pool if each.timestamp == observation_id]
    if not found:
        return NotDone("gone", f"{observation_id} is not in the pool.")
    return retire(memory, [Archived(each, "", "dropped", "") for each in found], now=now)


def retire(memory: SessionMemory, archived: Sequence[Archived], *, now: float) -> str:
    """Put these into the archive and out of the pool, without a run; the id that stands for one.

    Run and time of what is given are filled in here.
    """
    run_id = f"{DROP_PREFIX}{time.strftime('%Y%m%d%H%M%S', time.gmtime(now))}-{secrets.token_hex(4)}"
    stamped = [replace(each, run_id=run_id, archived_at=iso_instant(now)) for each in archived]
    append_archive(memory.folder, archive_lines(stamped))
    source = memory.view().source
    draft = drafts.dropped(
        [each.observation for each in stamped],
        covers_up_to=source[-1].id if source else None,
        run_id=run_id,
        session_id=memory.session.session_id,
    )
    memory.ledger.append(*draft, now=now, durable=True)
    memory.ledger.refresh()
    return run_id
