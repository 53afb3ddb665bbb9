"""``silcrow om compact``: put the memory of a session in place of its oldest text."""

import sys
import time

import click

from silcrow.observational import ObservationalState
from silcrow.observational.compaction import CompactionPreview, preview_document
from silcrow.pipeline.compacting import Compacted, compact, observers_at_work, preview
from silcrow_tui.cli import exits
from silcrow_tui.cli.om_place import OmPlace, answer, open_place, refuse
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, say
from silcrow_tui.widgets.words import counted

_LOOK_AGAIN_SECONDS = 0.2


@click.command("compact", cls=Command)
@click.option("--preview", "only_look", is_flag=True, help="Show block, cut and sizes; write nothing.")
@click.option("--force", is_flag=True, help="Also when the file changed just now, or pi runs in its folder.")
@click.option("--no-wait", is_flag=True, help="Do not wait for observers that are at work.")
@pass_options
@click.pass_context
def compact_command(context: click.Context, options: Options, only_look: bool, force: bool, no_wait: bool) -> None:
    """Put the session's memory in place of its oldest text.

    Only what is observed is cut, and the newest text stays word for word. The session file gets one more entry, which
    pi takes up when it opens the session next. A session that pi has open is refused.
    """
    place = open_place(options)
    state = _state(context, place)
    if only_look:
        _show(context, options, preview(place.memory, state))
    if not state.enabled:
        refuse(context, options, "off", "Memory is off for this session; `silcrow om on` turns it on.")
    place.must_be_writable(context)
    if not no_wait:
        state = _wait_for_observers(context, place) or state
    done = compact(place.memory, state, force=force)
    if not isinstance(done, Compacted):
        hint = " `--force` does it all the same." if done.code == "busy" and not force else ""
        refuse(context, options, done.code, done.words + hint)
    ahead = done.preview
    words = (
        f"Compacted: {ahead.tokens_before:,} tokens became {ahead.tokens_after:,}, with "
        f"{counted(ahead.observations, 'observation')} in place of the text before {ahead.first_kept}."
    )
    answer(context, place, words, compacted={**preview_document(ahead), "entryId": done.entry_id})


def _state(context: click.Context, place: OmPlace) -> ObservationalState:
    state = place.state.observational
    if state is None:
        session = place.state.session
        refuse(context, place.options, "read_only", f"This session can only be read: {session and session.reason}.")
    return state


def _show(context: click.Context, options: Options, ahead: CompactionPreview) -> None:
    if options.json:
        emit_json(preview_document(ahead))
    elif ahead.first_kept is None:
        say(ahead.reason)
    else:
        say(
            ahead.reason,
            f"A compaction would keep the text from {ahead.first_kept} on: {ahead.tokens_before:,} tokens would become "
            f"{ahead.tokens_after:,}. Before it would stand:",
            "",
            ahead.block,
        )
    context.exit(exits.DONE)


def _wait_for_observers(context: click.Context, place: OmPlace) -> ObservationalState | None:
    """Wait for observers at work, as long as the settings say; the state after that, None when none was at work.

    Ctrl-C ends the waiting, not the command.
    """
    if not observers_at_work(place.memory):
        return None
    limit = place.reader.settings.observational.limits.compact_wait_seconds
    words = f"for at most {limit:,.0f} seconds" if limit is not None else "until they are done"
    until = None if limit is None else time.monotonic() + limit
    try:
        if not place.options.quiet:
            complain(f"Observers are at work; waiting {words}. Ctrl-C goes on without them.")
        while observers_at_work(place.memory) and (until is None or time.monotonic() < until):
            time.sleep(_LOOK_AGAIN_SECONDS)
    except KeyboardInterrupt:
        print(file=sys.stderr)
    place.read_again()
    return _state(context, place)
