"""``silcrow config``: settings in force, where they come from, changing one, and asking the models they name."""

import click

from silcrow.settings.places import SettingsPlace, settings_places
from silcrow_tui.cli.options import Group, Options, pass_options
from silcrow_tui.cli.output import emit_json, say, table
from silcrow_tui.cli.places import where
from silcrow_tui.widgets.words import counted


@click.group(
    cls=Group,
    lazy={
        "set": ("silcrow_tui.cli.config_set:set_command", "Change one value and nothing else in its file."),
        "check": (
            "silcrow_tui.cli.config_check:check_command",
            "Ask the model of each role whether it can be reached.",
        ),
    },
)
def config() -> None:
    """Settings in force, where they come from, changing one, and whether the models of the workers answer."""


@config.command()
@pass_options
def show(options: Options) -> None:
    """Show every value in force, with its origin.

    What is wrong in a settings file is told on standard error, with file, line and key.
    """
    settings = where(options).settings
    rows = [(key, value, str(settings.origins.get(key, "default"))) for key, value in sorted(settings.raw.items())]
    if options.json:
        emit_json({key: {"value": value, "origin": origin} for key, value, origin in rows})
    else:
        say(*table([(key, str(value), origin) for key, value, origin in rows]))


@config.command()
@pass_options
def path(options: Options) -> None:
    """Show where settings are looked for, and what is there.

    A place further down wins over those above it.
    """
    found = where(options)
    places = settings_places(found.agent_dir, found.project, options.environ, found.settings)
    if options.json:
        emit_json({"places": [_document(place) for place in places]})
    else:
        say(*table([(place.kind, place.name, _found_words(place)) for place in places]))


def _found_words(place: SettingsPlace) -> str:
    if place.finding == "in use":
        return f"decides {counted(len(place.decides), 'value')}"
    if place.finding == "not trusted":
        return "is ignored: this project is not trusted"
    return {"unreadable": "can't be read", "absent": "is not there"}.get(place.finding, f"says {place.finding}")


def _document(place: SettingsPlace) -> dict[str, object]:
    return {"kind": place.kind, "name": place.name, "found": place.finding, "decides": list(place.decides)}
