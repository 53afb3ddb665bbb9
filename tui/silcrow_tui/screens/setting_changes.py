"""Changing a setting from a screen: ask for the value, write it where it decides, say what became of it."""

from typing import TYPE_CHECKING, Any

from silcrow.workspace.setting import settings_file, why_fixed
from silcrow_tui.readonly import why_readonly
from silcrow_tui.screens.dialogs import Choice, Choose
from silcrow_tui.screens.setting_words import CAPS, MEANINGS, value_of, value_words, why_not
from silcrow_tui.screens.value_dialog import ValueDialog

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


def why_no_change(app: "SilcrowApp", key: str | None) -> str | None:
    """Why a key can't be changed from here; None when it can."""
    if (reason := why_readonly(app.place)) is not None:
        return reason
    if key is None:
        return "There is no setting in this row."
    fixed = why_fixed(app.state.settings, key)
    return None if fixed is None else f"{fixed[0].upper()}{fixed[1:]}."


async def ask_for_value(app: "SilcrowApp", key: str) -> None:
    """Ask for a value in a dialog and write it."""
    state = app.state
    now = state.settings.raw.get(key)
    path = settings_file(state.settings, key, state.agent_dir, state.project)
    dialog = ValueDialog(
        key.partition(".")[2],
        "" if now is None else value_words(now),
        lambda typed: why_not(key, typed),
        [MEANINGS.get(key, "")],
        to=f"is written to {path}",
    )
    typed = await app.push_screen_wait(dialog)
    if typed is not None:
        await change(app, key, value_of(key, typed))


async def change(app: "SilcrowApp", key: str, value: Any, now: str | None = None) -> None:
    """Write one value and say so, in the words of ``now`` where the key's own are not what was asked for."""
    answer = await app.place.set_setting(key, value)
    if answer.done:
        app.toast(now or f"{key.partition('.')[2]} is {value_words(value)} now")
    else:
        app.report(answer)


async def ask_for_cap(app: "SilcrowApp") -> None:
    """Pick a cap, then its value."""
    raw = app.state.settings.raw
    choices = [Choice(letter, words, cap_words(key, raw.get(key))) for letter, words, key in CAPS]
    picked = await app.push_screen_wait(Choose("Caps", choices, start="s"))
    key = next((key for letter, _words, key in CAPS if letter == picked), None)
    if key is None:
        return
    if (reason := why_no_change(app, key)) is not None:
        app.hint(reason)
    elif isinstance(raw.get(key), bool):
        await change(app, key, not raw.get(key))
    else:
        await ask_for_value(app, key)


def cap_words(key: str, value: Any) -> str:
    """``$5.00`` for money, else the value as it is."""
    return f"${value:,.2f}" if key.endswith("Usd") and value is not None else value_words(value)
