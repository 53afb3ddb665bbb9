"""Roles keep their contrast in every theme on offer."""

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from silcrow_tui.preferences.switches import next_theme
from silcrow_tui.theme import MINIMUM_CONTRAST, OFFERED_THEMES, contrast, role_variables, with_contrast
from tests.tui.bench import workbench

ROLES = ("role-ok", "role-run", "role-wait", "role-bad", "role-dim", "ink")
GROUNDS = ("ground", "ground-cursor", "ground-bar")


@pytest.mark.parametrize("name", [name for name in OFFERED_THEMES if not BUILTIN_THEMES[name].ansi])
def test_every_role_is_legible_on_every_ground(name: str):
    theme = BUILTIN_THEMES[name]
    made = role_variables(theme, theme.to_color_system().generate())
    for role in ROLES:
        for ground in GROUNDS:
            assert contrast(Color.parse(made[role]), Color.parse(made[ground])) >= MINIMUM_CONTRAST - 0.05, (
                role,
                ground,
            )


@pytest.mark.parametrize("name", [name for name in OFFERED_THEMES if BUILTIN_THEMES[name].ansi])
def test_ansi_themes_keep_the_colours_of_the_terminal(name: str):
    theme = BUILTIN_THEMES[name]
    made = role_variables(theme, theme.to_color_system().generate())
    assert made["role-ok"] == "ansi_green" and made["ground"] == "ansi_default"
    assert made["role-dim-style"] == "dim"


def test_a_colour_that_is_legible_stays_as_it_is():
    red = Color.parse("#ff8080")
    assert with_contrast(red, [Color.parse("black")]) == red
    assert contrast(Color.parse("white"), Color.parse("black")) == pytest.approx(21)


async def test_every_offered_theme_can_be_gone_through():
    app = workbench()
    async with app.run_test(size=(120, 36)) as pilot:
        seen = {app.theme}
        for _ in OFFERED_THEMES:
            next_theme(app)
            await pilot.pause()
            seen.add(app.theme)
        assert seen == set(OFFERED_THEMES)


async def test_roles_are_drawn_anew_when_the_theme_changes():
    app = workbench()
    async with app.run_test(size=(120, 36)) as pilot:
        for name in OFFERED_THEMES:
            app.theme = name
            await pilot.pause()
            if not app.current_theme.ansi:
                drawn = app.export_screenshot().casefold()
                assert app.theme_variables["role-dim"].casefold() in drawn, name
                assert app.theme_variables["ground-cursor"].casefold() in drawn, name
