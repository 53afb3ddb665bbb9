"""What a person takes out of the pool by hand."""

import secrets
import time
from datetime import UTC, datetime

from silcrow.observational import drafts
from silcrow.observational.archive import Archived, append_archive, archive_lines
from silcrow.observational.records import DROP_PREFIX
from silcrow.pipeline.answers import NotDone
from silcrow.pipeline.session_memory import SessionMemory


def drop(memory: SessionMemory, observation_id: str, *, now: float) -> str | NotDone:
    """Take an observation of the current path out of the pool, into the archive; the id to take that back with.

    The archive line comes first, so a crash leaves the observation in both places and never in none. No lock is
    needed: both are single appends.
    """
    memory.refresh()
    view = memory.view()
    found = [each for each in view.pool if each.timestamp == observation_id]
    if not found:
        return NotDone("gone", f"{observation_id} is not in the pool.")
    run_id = f"{DROP_PREFIX}{time.strftime('%Y%m%d%H%M%S', time.gmtime(now))}-{secrets.token_hex(4)}"
    at = datetime.fromtimestamp(now, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    append_archive(memory.folder, archive_lines(Archived(each, run_id, "dropped", at) for each in found))
    draft = drafts.dropped(
        found,
        covers_up_to=view.source[-1].id if view.source else None,
        run_id=run_id,
        session_id=memory.session.session_id,
    )
    memory.ledger.append(*draft, now=now, durable=True)
    memory.ledger.refresh()
    return run_id
