"""The looks that the palette switches, for this window; ``config.toml`` has them for good."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from silcrow_tui.preferences.config_file import config_path
from silcrow_tui.theme import OFFERED_THEMES

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


def next_theme(app: "SilcrowApp") -> None:
    """The next of the offered themes; the next window starts with it, unless the preferences name one."""
    names = [name for name in OFFERED_THEMES if name in app.available_themes]
    at = names.index(app.theme) + 1 if app.theme in names else 0
    app.theme = names[at % len(names)]
    app.window = replace(app.window, theme=app.theme)
    wanted = app.preferences.theme
    app.hint(f"Theme {app.theme}." + (f" config.toml names {wanted}: the next window has that." if wanted else ""))


def switch_compact(app: "SilcrowApp") -> None:
    """One pane at a time without frames, or as many as fit."""
    app.compact = not app.compact
    app.main.lay_out_again()
    app.hint("Compact: one pane at a time." if app.compact else "As many panes as fit.")


def switch_motion(app: "SilcrowApp") -> None:
    """Whether anything moves by itself."""
    moves = app.animation_level == "none"
    app.animation_level = "full" if moves else "none"
    app.hint("Motion is on." if moves else "Motion is off: nothing moves by itself.")


def switch_mouse(app: "SilcrowApp") -> None:
    """Take the mouse, or leave it to the terminal, which can then select text as ever."""
    app.mouse_taken = not app.mouse_taken
    driver: Any = app._driver
    act = getattr(driver, "_enable_mouse_support" if app.mouse_taken else "_disable_mouse_support", None)
    if act is not None:
        act()
    app.hint("The mouse is taken." if app.mouse_taken else "The mouse is the terminal's: it selects text as ever.")


def tell_symbols(app: "SilcrowApp") -> None:
    """Signs are drawn everywhere, so they are chosen when the workbench starts."""
    app.hint(f'symbols = "unicode" or "ascii" in {config_path(app.environ)}; the next start takes it.')


def tell_report(app: "SilcrowApp", folder: Path) -> None:
    """Name the newest report of a crash."""
    try:
        reports = sorted(folder.glob("crash-*.txt"), key=lambda path: path.stat().st_mtime)
    except OSError:
        reports = []
    app.hint(f"The newest report: {reports[-1]}" if reports else f"No report of a crash in {folder}.")
