"""What a pane says when it has no rows: why, and which key fills it."""

from collections.abc import Sequence

from silcrow.observational.status import ObservationalState
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.commands import KeyOf
from silcrow_tui.signs import Role
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.wrapping import wrapped


def sentences(words: str, width: int, role: Role = "dim") -> Sequence[Line]:
    """Words wrapped with a margin of one cell."""
    return [line(Piece(" "), *row) for row in wrapped((Piece(words, role),), max(10, width - 2))]


def no_session_line(state: WorkspaceState, width: int, key: KeyOf) -> Sequence[Line]:
    folder = shown(str(state.project), 60) if state.project else "this folder"
    return sentences(
        f"No session for {folder}. {key('go.sessions')} lists {state.other_sessions:,} others; "
        "or start pi in this folder, it shows up here.",
        width,
    )


def pool_empty_lines(observing: ObservationalState, width: int, key: KeyOf) -> Sequence[Line]:
    if not observing.enabled:
        return sentences(
            "Observing is off for this session: nothing is read, run or spent. "
            f"{key('session.switch')} shows what it would cost, then asks.",
            width,
        )
    if observing.total:
        return sentences(f"All observations are filed. {key('go.topics')} opens the topics.", width)
    return sentences(
        f"Nothing observed yet. The first observer starts at {observing.chunk_tokens:,} tokens; "
        f"{observing.raw_tokens:,} so far. {key('session.run')} o starts one now.",
        width,
    )
