"""Putting preferences into effect in a running workbench."""

from typing import TYPE_CHECKING

from silcrow_tui.preferences.choices import PreferencesProblem

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


def apply_preferences(app: "SilcrowApp") -> None:
    """Keys and motion; what could not be taken is told, each with its file and key."""
    preferences = app.preferences
    if not preferences.motion:
        app.animation_level = "none"
    problems: tuple[PreferencesProblem, ...] = preferences.problems
    if preferences.keys:
        from silcrow_tui.preferences.config_file import config_path
        from silcrow_tui.preferences.key_overrides import overridden

        made = overridden(app.registry, preferences.keys, config_path(app.environ))
        app.registry = made.registry
        app.set_keymap(dict(made.keymap))
        problems += made.problems
    for problem in problems:
        app.toast(str(problem), "warning")
