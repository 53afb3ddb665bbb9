"""Our own theme variables, made from whatever theme is on, with enough contrast in each of them.

``role-ok``, ``role-run``, ``role-wait``, ``role-bad`` and ``role-dim`` colour text on any ground of the workbench.
Several stock themes deliver warning and success text at 2.5:1 to 3.8:1; a colour that falls short here is moved
towards black or white until it keeps 4.5:1 on every ground it can stand on. ANSI themes keep the terminal's own
colours, whose contrast is the user's choice.
"""

from collections.abc import Mapping, Sequence

from textual.color import Color
from textual.theme import Theme

MINIMUM_CONTRAST = 4.5
OFFERED_THEMES = (
    "textual-dark",
    "textual-light",
    "ansi-dark",
    "ansi-light",
    "nord",
    "gruvbox",
    "tokyo-night",
    "catppuccin-mocha",
    "catppuccin-latte",
    "solarized-dark",
    "solarized-light",
)

_ANSI_ROLES = {
    "role-ok": "ansi_green",
    "role-run": "ansi_cyan",
    "role-wait": "ansi_yellow",
    "role-bad": "ansi_red",
    "role-dim": "ansi_default",
    "role-dim-style": "dim",
    "ground": "ansi_default",
    "ground-cursor": "ansi_default",
    "ground-bar": "ansi_default",
    "ink": "ansi_default",
    "frame": "ansi_bright_black",
    "frame-focus": "ansi_cyan",
    "cursor-style": "bold",
}
_SOURCES = {"role-ok": "success", "role-run": "primary", "role-wait": "warning", "role-bad": "error"}


def role_variables(theme: Theme, variables: Mapping[str, str]) -> dict[str, str]:
    """The variables that our own styles use, for one theme and what its colour system made of it."""
    if theme.ansi:
        return dict(_ANSI_ROLES)
    ground = Color.parse(variables["background"])
    ink = Color.parse(variables["foreground"])
    cursor = ground.blend(Color.parse(variables["primary"]), 0.22)
    bar = ground.blend(ink, 0.06)
    grounds = (ground, cursor, bar)
    made = {
        name: with_contrast(Color.parse(variables[f"text-{source}"]), grounds).hex for name, source in _SOURCES.items()
    }
    made["role-dim"] = with_contrast(ground.blend(ink, 0.55), grounds).hex
    made["role-dim-style"] = "none"
    made["ground"] = ground.hex
    made["ground-cursor"] = cursor.hex
    made["ground-bar"] = bar.hex
    made["ink"] = with_contrast(ink, grounds).hex
    made["frame"] = ground.blend(ink, 0.32).hex
    made["frame-focus"] = with_contrast(Color.parse(variables["text-primary"]), grounds).hex
    made["cursor-style"] = "none"
    return made


def with_contrast(colour: Color, grounds: Sequence[Color], minimum: float = MINIMUM_CONTRAST) -> Color:
    """The colour itself, or the nearest one on the way to black or white that keeps the contrast on all grounds."""
    towards = Color.parse("white") if grounds[0].brightness < 0.5 else Color.parse("black")
    for step in range(21):
        candidate = colour.blend(towards, step / 20, alpha=1.0)
        if all(contrast(candidate, ground) >= minimum for ground in grounds):
            return candidate
    return towards


def contrast(one: Color, other: Color) -> float:
    """Contrast ratio of two opaque colours, 1 to 21, as the web's accessibility guidelines define it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Color) -> float:
    red, green, blue = (_linear(part / 255) for part in colour.rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
