"""``silcrow config``: settings in force, and where they come from."""

import click

from silcrow_tui.cli.options import Group, Options, pass_options
from silcrow_tui.cli.output import emit_json, say, table
from silcrow_tui.cli.places import where


@click.group(cls=Group)
def config() -> None:
    """Settings in force, and where they come from."""


@config.command()
@pass_options
def show(options: Options) -> None:
    """Show every value in force, with its origin."""
    settings = where(options).settings
    rows = [(key, value, str(settings.origins.get(key, "default"))) for key, value in sorted(settings.raw.items())]
    if options.json:
        emit_json({key: {"value": value, "origin": origin} for key, value, origin in rows})
    else:
        say(*table([(key, str(value), origin) for key, value, origin in rows]))
