"""``silcrow memory``: pins, and what the scanner makes of a text."""

import click

from silcrow.curated import TARGETS
from silcrow.curated.screening import Screening
from silcrow_tui.cli import exits
from silcrow_tui.cli.memory import finish, given, target_option, text_argument
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, one_line, say, table
from silcrow_tui.cli.places import store


@click.command(cls=Command)
@target_option
@text_argument
@pass_options
@click.pass_context
def pin(context: click.Context, options: Options, target: str, text: str | None) -> None:
    """Pin the entry that TEXT names: silcrow's workers and the model's tools can no longer change it.

    Other programs still can.
    """
    finish(context, options, store(options).pin(target, given(text)))


@click.command(cls=Command)
@target_option
@text_argument
@pass_options
@click.pass_context
def unpin(context: click.Context, options: Options, target: str, text: str | None) -> None:
    """Take the pin from the entry that TEXT names."""
    finish(context, options, store(options).unpin(target, given(text)))


@click.command(cls=Command)
@text_argument
@click.option("--target", type=click.Choice(TARGETS), help="Scan the entries of this file instead of TEXT.")
@pass_options
@click.pass_context
def scan(context: click.Context, options: Options, text: str | None, target: str | None) -> None:
    """Say what the scanner makes of TEXT; nothing is stored.

    Ends with 3 where the text would be refused.
    """
    place = store(options)
    if target is not None:
        _scan_entries(context, options, target)
        return
    screening = place.scan(given(text))
    if options.json:
        emit_json({**screening.scan.to_dict(), "acknowledged": screening.acknowledged})
    elif not options.quiet:
        say(*_scan_lines(screening))
    context.exit(exits.REFUSED if screening.blocked else exits.DONE)


@click.command(cls=Command)
@text_argument
@click.option("--list", "lists", is_flag=True, help="List what was accepted.")
@click.option("--revoke", metavar="HASH", help="End an acceptance, by its hash or the beginning of it.")
@pass_options
@click.pass_context
def ack(context: click.Context, options: Options, text: str | None, lists: bool, revoke: str | None) -> None:
    """Accept exactly TEXT in spite of what the scanner finds in it.

    It ends when the text changes. Other programs may still block it.
    """
    place = store(options)
    if lists:
        _list_accepted(options)
        return
    if revoke is not None:
        if not place.revoke(revoke):
            complain(f"no_match: nothing accepted has the hash {revoke}")
            context.exit(exits.REFUSED)
        if options.json:
            emit_json({"revoked": revoke})
        elif not options.quiet:
            say("Revoked.")
        return
    screening = place.acknowledge(given(text))
    if options.json:
        emit_json({**screening.scan.to_dict(), "acknowledged": screening.acknowledged})
    elif not options.quiet:
        accepted = "Accepted. It passes silcrow's scan; another program may still block it."
        say(accepted if screening.scan.findings else "Clean: there is nothing to accept.")


def _scan_entries(context: click.Context, options: Options, target: str) -> None:
    file = store(options).state().file(target)  # type: ignore[arg-type]
    found = [entry for entry in file.entries if entry.findings]
    if options.json:
        entries = [
            {"entry": entry.number, "acknowledged": entry.acknowledged, "findings": list(entry.findings)}
            for entry in found
        ]
        worst = "block" if file.blocked else "note" if found else "clean"
        emit_json({"verdict": worst, "findings": [f for entry in found for f in entry.findings], "entries": entries})
    elif not options.quiet:
        rows = [
            (
                str(entry.number),
                "blocked" if entry.blocked else "accepted" if entry.acknowledged else "note",
                one_line("; ".join(str(finding["message"]) for finding in entry.findings), beside=20),
            )
            for entry in found
        ]
        say(*(table(rows, right=(0,)) or ["clean"]))
    context.exit(exits.REFUSED if file.blocked else exits.DONE)


def _list_accepted(options: Options) -> None:
    accepted = store(options).acknowledged()
    if options.json:
        emit_json({"acknowledged": [each.to_dict() for each in accepted]})
    else:
        rows = [(each.hash[:12], ", ".join(each.findings), one_line(each.preview, beside=50)) for each in accepted]
        say(*(table(rows) or ["Nothing was accepted."]))


def _scan_lines(screening: Screening) -> list[str]:
    lines: list[str] = []
    for finding in screening.scan.findings:
        place = f"{finding.threat_class}, characters {finding.start + 1}-{finding.end}"
        lines.append(f"{finding.severity}: it {finding.message} ({place})")
    if screening.acknowledged:
        lines.append("accepted here: this exact text passes")
    return lines or ["clean"]
