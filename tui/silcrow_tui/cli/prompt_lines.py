"""What the prompt of a session was told of memory when it was frozen, beside what the files hold now."""

from msgspec import Struct

from silcrow.curated import FILE_NAMES, Target
from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.state import WorkspaceState


class FrozenFill(Struct, frozen=True):
    """How full the files were when the block was frozen."""

    stored_at: str
    fill: dict[Target, str]
    """Usage as the block's headings tell it; a file that was empty then is not in it."""
    renews: str
    """When the next block takes its place."""


def frozen_fill(reader: PlaceReader) -> FrozenFill | None:
    """Of the block that the open session holds; None when it holds none that reads as one."""
    if reader.session is None or reader.memory is None:
        return None
    # Most places have no session with a block, and their status should not pay for reading one.
    from silcrow.curated.prompt_saved import NotABlock, read_saved
    from silcrow.curated.snapshot import RENEWAL
    from silcrow.workspace.stored_snapshots import stored_snapshot

    try:
        record = stored_snapshot(reader.session, reader.memory.folder)
    except OSError:
        return None
    sections = read_saved(record.block) if record is not None else NotABlock("there is none")
    if record is None or isinstance(sections, NotABlock):
        return None
    headings: dict[Target, str] = {section.target: section.text.split("\n", 2)[1] for section in sections}
    fill: dict[Target, str] = {target: _usage_in(heading) for target, heading in headings.items()}
    return FrozenFill(record.timestamp, fill, RENEWAL)


def prompt_lines(frozen: FrozenFill | None, state: WorkspaceState) -> list[str]:
    """Then and now, and when the prompt will say what holds now."""
    if frozen is None:
        return []
    when = frozen.stored_at[:16].replace("T", " ") or "at an unknown time"
    lines = [f"prompt    frozen {when}"]
    for file in (state.memory.memory, state.memory.user):
        then = frozen.fill.get(file.target, "nothing in it")
        lines.append(f"  {FILE_NAMES[file.target]}  then {then}, now {file.unreadable or file.usage}")
    return [*lines, f"  renews {frozen.renews}; `silcrow memory snapshot --diff`"]


def prompt_document(frozen: FrozenFill | None) -> dict[str, object] | None:
    """The same for ``status --json``."""
    if frozen is None:
        return None
    return {"storedAt": frozen.stored_at or None, "frozen": frozen.fill, "renews": frozen.renews}


def _usage_in(heading: str) -> str:
    return heading.partition("[")[2].rstrip("]")
