"""The two lines at the top: where we are, and what waits."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from msgspec import Struct
from msgspec.structs import replace

from silcrow.observational.status import NOBODY_DRIVES
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.commands import KeyOf
from silcrow_tui.signs import UNICODE, Role, Signs
from silcrow_tui.widgets.line import Line, Piece, fitted, line, line_width, shown, spread
from silcrow_tui.widgets.line_bar import LineBar
from silcrow_tui.widgets.words import usd

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp

WAITING_KEYS: Mapping[str, str] = {
    "1": "go.entries",
    "2": "go.drift",
    "3": "go.pool",
    "4": "go.workers",
    "5": "go.cost",
    "b": "main.flagged",
    "w": "go.waiting",
    "S": "go.sessions",
}
"""The command behind a key that a waiting thing names."""


_LIVE_SIGNS = {"live": UNICODE.running, "checking": UNICODE.checking, "missing": UNICODE.failed}


class Place(Struct, frozen=True):
    """What the left part of the header names, each at full length."""

    folder: str
    project: str
    session: str
    short_id: str


def place_of(state: WorkspaceState, home: str) -> Place:
    """Folder with ``~`` for the home folder, name of the project, name and short id of the session."""
    folder = str(state.memory.folder)
    if home and folder.startswith(home.rstrip("/") + "/"):
        folder = "~" + folder[len(home.rstrip("/")) :]
    session = state.session
    return Place(
        folder,
        "" if state.project is None else Path(state.project).name,
        "" if session is None else session.name or "unnamed session",
        "" if session is None else session.summary.id[:4],
    )


def header_line(
    state: WorkspaceState, width: int, key: KeyOf, *, home: str, readonly: bool, live: bool, signs: Signs
) -> Line:
    """The first line. Too narrow: first the id goes, then the middle of the folder, then the session's name; what
    memory costs and ``READ ONLY`` never go."""
    right = _header_right(state, width, key, readonly=readonly, live=live, signs=signs)
    room = width - line_width(right)
    place = place_of(state, home)
    short = Place(_short_folder(place.folder, signs), place.project, place.session, "")
    spare = room - line_width(_place_pieces(replace(short, session=""), signs)) - 3
    attempts = (
        place,
        replace(place, short_id=""),
        short,
        replace(short, session=shown(place.session, max(4, spare), signs)),
    )
    left = next(
        (pieces for attempt in attempts if line_width(pieces := _place_pieces(attempt, signs)) <= room),
        _place_pieces(attempts[-1], signs),
    )
    return (*fitted(left, max(0, room), signs), *right)


def _short_folder(folder: str, signs: Signs) -> str:
    parts = folder.split("/")
    return folder if len(parts) <= 3 else "/".join([parts[0], signs.cut, parts[-1]])


def _place_pieces(place: Place, signs: Signs) -> Line:
    pieces = [Piece(f" {signs.house} ", "run", bold=True), Piece(shown(place.folder, 200, signs), "dim")]
    if place.project:
        pieces += [Piece(f" {signs.between} ", "dim"), Piece(shown(place.project, 60, signs))]
    if place.session:
        pieces += [Piece(f" {signs.separator} ", "dim"), Piece(shown(place.session, 80, signs), bold=True)]
    if place.short_id:
        pieces.append(Piece(f" ({shown(place.short_id, 8, signs)})", "dim"))
    return tuple(pieces)


def _header_right(state: WorkspaceState, width: int, key: KeyOf, *, readonly: bool, live: bool, signs: Signs) -> Line:
    roomy = width >= 100
    gap = Piece("   " if roomy else "  ")
    observing = state.observational
    middle: list[Piece] = []
    if state.session is not None and state.session.pi_open and roomy:
        middle += [Piece("pi open", "dim"), gap]
    driver = "no session" if observing is None else observing.driver.words or observing.driver.state
    if driver == NOBODY_DRIVES:
        driver += f": {key('session.run')} starts here"
    middle.append(Piece(shown(driver, 44, signs), "normal" if observing is not None and observing.enabled else "dim"))
    if live:
        middle += [gap, live_piece(state, signs)]
    ends: list[Piece] = []
    if observing is not None:
        cost = observing.cost
        ends += [gap, Piece(usd(cost.own_usd, partial=cost.partial, signs=signs), bold=True, command="go.cost")]
        if cost.unpriced:
            ends.append(Piece(signs.unknown, "wait"))
    ends.append(Piece(" "))
    mode = [Piece("READ ONLY", "wait", bold=True), gap] if readonly else []
    most = max(12, width * 3 // 5 - line_width(ends) - line_width(mode))
    kept = fitted(middle, most, signs) if line_width(middle) > most else middle
    return (Piece("  "), *mode, *kept, *ends)


def live_piece(state: WorkspaceState, signs: Signs) -> Piece:
    """``● live`` and its relatives."""
    sign, role = {
        "live": (signs.running, "run"),
        "checking": (signs.checking, "wait"),
        "missing": (signs.failed, "bad"),
    }[state.live.state]
    kind = cast(Role, role)
    words = (state.live.words or state.live.state).removeprefix(_LIVE_SIGNS[state.live.state]).strip()
    return Piece(f"{sign} {shown(words, 60, signs)}", kind)


def waits_line(
    state: WorkspaceState, width: int, now: float, key: KeyOf, *, live: bool, signs: Signs = UNICODE
) -> Line:
    """``waits: [2] 1 drift  [4] 1 gap``: by urgency, what does not fit is counted behind ``[w]``."""
    right = stopped_pieces(state, now, signs, key, short=live)
    if live:
        right = line(*right, Piece("  " if right else ""), live_piece(state, signs), Piece(" "))
    elif right:
        right = (*right, Piece(" "))
    most = max(width // 2, width - _chips_width(state) - 2)
    if line_width(right) > most and state.waiting:
        right = fitted(right, most, signs)
    room = width - line_width(right) - 1
    if not state.waiting:
        return spread((Piece(" nothing waits", "dim"),), right, width, signs)
    pieces: list[Piece] = [Piece(" waits:", "dim")]
    rest = len(state.waiting)
    for waiting in state.waiting:
        command = WAITING_KEYS.get(waiting.key, "go.waiting")
        role: Role = "bad" if waiting.kind in ("unreadable", "failed_run") else "wait"
        chip = (
            Piece(" "),
            Piece(f"[{key(command)}]", "run", bold=True, command=command),
            Piece(f" {shown(waiting.words, 30, signs)} ", role, command=command),
        )
        reserve = 8 if rest > 1 else 0
        if line_width(pieces) + line_width(chip) > room - reserve:
            pieces += [
                Piece(" "),
                Piece(f"[{key('go.waiting')}]", "run", bold=True, command="go.waiting"),
                Piece(f" +{rest}", "wait"),
            ]
            break
        pieces += chip
        rest -= 1
    return spread(pieces, right, width, signs)


def _chips_width(state: WorkspaceState) -> int:
    return 7 + sum(len(waiting.words) + 7 for waiting in state.waiting)


def stopped_pieces(state: WorkspaceState, now: float, signs: Signs, key: KeyOf, *, short: bool = False) -> Line:
    """Why nothing starts at the moment, and what resumes it; ``short`` leaves just the sign and a word."""
    observing = state.observational
    if observing is None or not observing.enabled:
        return ()
    if observing.paused:
        if short:
            return (Piece(f"{signs.paused} paused", "wait", command="session.pause"),)
        reasons = " and ".join(dict.fromkeys(shown(reason, 40, signs) for reason in observing.paused.values()))
        return (
            Piece(f"{signs.paused} paused {reasons} {signs.between} ", "wait"),
            Piece(key("session.pause"), "run", bold=True, command="session.pause"),
            Piece(" resumes", "wait"),
        )
    due = [chunk.due_at for chunk in observing.chunks if chunk.outcome == "failed" and chunk.due_at is not None]
    if due and min(due) > now:
        if short:
            return (Piece(f"{signs.paused} {int(min(due) - now)} s", "wait"),)
        kind = observing.last_error.kind.replace("_", " ") if observing.last_error else "failed"
        return (Piece(f"{signs.paused} {shown(kind, 20, signs)}: next try in {int(min(due) - now)} s", "wait"),)
    return ()


class Header(LineBar):
    """Folder, project, session; who drives; live sign and cost."""

    DEFAULT_CSS = """
    Header { background: $ground-bar; }
    """

    def lines(self, width: int) -> Sequence[Line]:
        app = cast("SilcrowApp", self.app)
        home = app.environ.get("HOME", "")
        return (
            header_line(
                app.state,
                width,
                app.key,
                home=home,
                readonly=app.place.readonly,
                live=width >= 100,
                signs=self.signs,
            ),
        )


class WaitsLine(LineBar):
    """What waits for a person, each with the key that leads there."""

    def lines(self, width: int) -> Sequence[Line]:
        app = cast("SilcrowApp", self.app)
        return (waits_line(app.state, width, app.clock(), app.key, live=width < 100, signs=self.signs),)
