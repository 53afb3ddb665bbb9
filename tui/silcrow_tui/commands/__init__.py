"""All commands of the workbench, as data.

A context is declared in a module here and listed in ``REGISTRY``; a screen or widget takes part by mixing in
``CommandHost``, naming its ``CONTEXT`` and taking its ``BINDINGS`` from the registry. Footer, hint line, help, palette
and key overrides follow from that.
"""

from silcrow_tui.commands import (
    entries,
    everywhere,
    full_screens,
    lists,
    main,
    reading,
    recovering,
    watch_screens,
    watching,
)
from silcrow_tui.commands.command import Command, Context, KeyOf, shown_key
from silcrow_tui.commands.host import CommandHost, hosts_from, run_command
from silcrow_tui.commands.registry import Meaning, Registry

REGISTRY = Registry(
    (
        entries.ENTRIES,
        entries.GAUGES,
        watching.DRIFT,
        watching.POOL,
        watching.WORKERS,
        watching.COST,
        watching.DETAIL,
        *full_screens.CONTEXTS,
        *watch_screens.CONTEXTS,
        *recovering.CONTEXTS,
        reading.READER,
        lists.LIST,
        lists.FILTER,
        main.MAIN,
        everywhere.EVERYWHERE,
    )
)

__all__ = [
    "REGISTRY",
    "Command",
    "CommandHost",
    "Context",
    "KeyOf",
    "Meaning",
    "Registry",
    "hosts_from",
    "run_command",
    "shown_key",
]
