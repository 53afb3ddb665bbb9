"""``silcrow rpc``: the host protocol, on standard input and output."""

import contextlib
import logging
import sys
from collections.abc import Mapping
from typing import Any

import click

from silcrow.workspace.state import WorkspaceState
from silcrow_tui.cli.long_running import long_running
from silcrow_tui.cli.options import Command


@click.command(cls=Command)
def rpc() -> None:
    """Serve memory to a host that runs an agent (JSON-RPC over stdio).

    A host starts it, says where it works and hands over the moments of its sessions; docs/rpc.md has the protocol. It
    runs until the host closes it. The folders come from the host, not from the options of this command.
    """
    from silcrow.hosts.rpc import Surface
    from silcrow.hosts.stdio import serve

    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    with long_running(), contextlib.suppress(KeyboardInterrupt):
        serve(Surface(_describe, _documents))


def _describe(state: WorkspaceState) -> str:
    from silcrow_tui.cli.status_lines import observational_lines

    return "\n".join(observational_lines(state))


def _documents(state: WorkspaceState) -> Mapping[str, Any]:
    from silcrow_tui.cli.documents import place_document, status_document

    return {"memory": place_document(state), "om": status_document(state)}
