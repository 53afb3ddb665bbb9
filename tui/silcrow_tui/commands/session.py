"""What keys do to the open session: memory on and off, run now, pause."""

from typing import TYPE_CHECKING

from silcrow.observational.status import ObservationalState
from silcrow.workers.run import Role
from silcrow_tui.readonly import why_readonly

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp

_ROLES: tuple[Role, ...] = ("observer", "consolidator")


def no_session(app: "SilcrowApp") -> str | None:
    if app.state.observational is None:
        return f"No session is open. {app.key('go.sessions')} lists them."
    return None


def nothing_waits(app: "SilcrowApp") -> str | None:
    return None if app.state.waiting else "Nothing waits for you."


def why_no_switch(app: "SilcrowApp") -> str | None:
    """Why memory can't be switched now."""
    if (reason := why_readonly(app.place)) is not None:
        return reason
    session = app.state.session
    if session is not None and not session.writable:
        return session.reason or "This session can't have memory."
    return no_session(app)


def why_no_run(app: "SilcrowApp") -> str | None:
    """Why nothing can be started by hand now."""
    if (reason := why_no_switch(app)) is not None:
        return reason
    observing = app.state.observational
    off = f"Memory is off for this session. {app.key('session.switch')} turns it on."
    return None if observing is not None and observing.enabled else off


def why_no_menu(app: "SilcrowApp") -> str | None:
    """Why nothing at all can be started by hand now; a dream needs no session."""
    if (reason := why_readonly(app.place)) is not None:
        return reason
    dream = app.state.dream
    return None if dream is not None and dream.state != "off" else why_no_run(app)


def why_no_dream(app: "SilcrowApp") -> str | None:
    """Why no dream can be started here now."""
    if (reason := why_readonly(app.place)) is not None:
        return reason
    dream = app.state.dream
    if dream is None:
        return None
    words = f"Dreaming is {dream.words}."
    return words if dream.state in ("off", "running", "locked") else None


def dream_now(app: "SilcrowApp") -> None:
    """Dream, whatever the time and the number of turns since the last one."""
    app.start(_dream(app))


async def _dream(app: "SilcrowApp") -> None:
    app.toast("A dream has begun: it goes through recent sessions.")
    app.report(await app.place.dream())


def switch_memory(app: "SilcrowApp") -> None:
    """Turn memory off, or ask where to start from and turn it on."""
    app.start(_switch(app))


async def _switch(app: "SilcrowApp") -> None:
    observing = app.state.observational
    if observing is not None and observing.enabled:
        app.report(await app.place.set_enabled(False))
        return
    from silcrow_tui.screens.turn_on import ask_since

    since = await ask_since(app)
    if since is not None:
        app.report(await app.place.set_enabled(True, since=since))


def run_now(app: "SilcrowApp") -> None:
    """Offer what can be started, each with how far it is from due."""
    app.start(_run_now(app))


async def _run_now(app: "SilcrowApp") -> None:
    observing = app.state.observational if why_no_run(app) is None else None
    from silcrow_tui.screens.run_menu import RunMenu

    picked = await app.push_screen_wait(RunMenu(observing, app.state.dream))
    if picked == "o":
        app.report(await app.place.observe())
    elif picked == "c":
        app.report(await app.place.consolidate())
    elif picked == "p":
        app.open_screen("compaction")
    elif picked == "d":
        await _dream(app)


def pause(app: "SilcrowApp") -> None:
    """Pause both clocks, or resume whatever is paused."""
    app.start(_pause(app))


async def _pause(app: "SilcrowApp") -> None:
    observing: ObservationalState | None = app.state.observational
    if observing is not None and observing.paused:
        app.report(await app.place.pause(_ROLES, None))
    else:
        app.report(await app.place.pause(_ROLES, "by you"))
