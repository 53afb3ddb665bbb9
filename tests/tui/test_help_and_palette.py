from textual.command import CommandInput, CommandList, CommandPalette

from silcrow_tui.commands import REGISTRY, shown_key
from silcrow_tui.screens.help import HelpScreen, help_lines
from silcrow_tui.screens.palette import palette
from silcrow_tui.screens.sessions import SessionsScreen
from silcrow_tui.widgets.line import plain
from tests.scenes import scene
from tests.tui.stage import Stage, until, words_of


def test_help_shows_the_keys_of_this_place_first_and_every_context_once():
    titles = [context.title for context in REGISTRY.contexts if any(command.keys for command in context.commands)]
    rows = [plain(row) for row in help_lines(("workers", "list", "main"))]
    shown = [row.split("  ")[0] for row in rows if row and not row.startswith(" ")]
    assert shown[:3] == ["Workers", "Lists", "Main screen"]
    assert sorted(shown) == sorted([*titles, "Entry editor", "Dialogs, menus and inputs"])


def test_help_names_every_command_of_the_registry_that_has_a_key():
    text = "\n".join(plain(row) for row in help_lines(()))
    for command in REGISTRY:
        if command.keys:
            assert command.about in text
            assert shown_key(command.keys[0]) in text


def test_help_has_a_note_for_tmux_only_inside_it():
    assert "escape-time" not in plain(help_lines(())[0])
    assert "set -sg escape-time 10" in plain(help_lines((), tmux=True)[0])


async def test_help_can_be_searched_and_left():
    screen = HelpScreen(scene("busy"), ("entries",), {})
    app = Stage(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "here: Entries" in words_of(screen))
        await pilot.press("slash", *"suspend", "enter")
        await until(pilot, lambda: "Suspend to the shell" in words_of(screen))
        await pilot.press("escape", "escape")
        await until(pilot, lambda: app.answer is None)


async def opened_palette(pilot, app) -> CommandPalette:
    await app.push_screen(palette())
    await until(
        pilot, lambda: isinstance(app.screen, CommandPalette) and app.screen.query_one(CommandList).option_count
    )
    return app.screen


async def test_the_palette_offers_what_the_focus_can_reach():
    screen = SessionsScreen(scene("busy"))
    app = Stage(screen)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "6 sessions" in words_of(screen))
        shown = await opened_palette(pilot, app)
        options = shown.query_one(CommandList).options
        prompts = [str(option.prompt) for option in options]
        assert any(prompt.startswith("Open the session   enter") for prompt in prompts)
        assert not any("Retry the chunk" in prompt for prompt in prompts)


async def test_a_command_is_found_by_name_and_run_on_the_screen_below():
    screen = SessionsScreen(scene("busy"))
    app = Stage(screen)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "6 sessions" in words_of(screen))
        shown = await opened_palette(pilot, app)
        await until(pilot, lambda: isinstance(shown.focused, CommandInput))
        await pilot.press(*"sort order")
        await until(pilot, lambda: shown.query_one(CommandList).option_count == 1, "one hit")
        await pilot.press("down", "enter")
        await until(pilot, lambda: "sort: by folder" in words_of(screen), "sorted")
