"""``silcrow memory snapshot``: what an agent's prompt holds of the memory, live and frozen."""

from typing import Any

import click

from silcrow.curated import FILE_NAMES, PromptBlock
from silcrow.curated.prompt_block import Section
from silcrow.curated.prompt_judging import Judge
from silcrow.curated.snapshot import RENEWAL
from silcrow.workspace.agents_view import Frozen, frozen_block
from silcrow.workspace.where import Where
from silcrow_tui.cli import exits
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, say
from silcrow_tui.cli.places import store_of, where
from silcrow_tui.widgets.words import counted


@click.command(cls=Command)
@click.option("--diff", is_flag=True, help="Show what a renewal would change in the frozen block.")
@pass_options
@click.pass_context
def snapshot(context: click.Context, options: Options, diff: bool) -> None:
    """Show what the agent's prompt holds of both files.

    The live block is what the files make now. A host freezes it for a session, so that the prompt stays the same:
    where the session holds a frozen one, that is told too, with when it will be renewed.
    """
    found = where(options)
    opened = store_of(found)
    live = opened.current_block()
    frozen = _frozen(found, opened.judge())
    changes = _difference(frozen.text or "", live.text) if frozen else []
    if options.json:
        emit_json(snapshot_document(live, frozen, changes))
    else:
        say(*headlines(live, frozen), "")
        if not diff:
            say(live.text or "(nothing: both files are empty)")
        elif frozen is None:
            say("There is nothing to compare with.")
        else:
            say(*(changes or ["(no difference)"]))
    unread = [FILE_NAMES[section.target] for section in live.sections if not section.current]
    if unread:
        complain(f"unreadable: {' and '.join(unread)} can't be read. A block like this is never frozen.")
    context.exit(exits.UNREADABLE if unread else exits.DONE)


def snapshot_document(live: PromptBlock, frozen: Frozen | None, changes: list[str]) -> dict[str, Any]:
    """``memory snapshot --json``."""
    return {
        "live": {
            "block": live.text,
            "length": len(live.text),
            "complete": live.complete,
            "sections": {section.target: _section_document(section) for section in live.sections},
        },
        "frozen": None if frozen is None else _frozen_document(frozen, live),
        "renews": RENEWAL,
        "diff": changes,
    }


def headlines(live: PromptBlock, frozen: Frozen | None) -> list[str]:
    """Both blocks in a few lines: how much is in them, what is not, and when the frozen one renews."""
    lines = [f"live    {len(live.text):,} chars{_what_is_missing(live)}"]
    if frozen is None:
        lines.append("frozen  none: no host has stored a block in this session")
        return lines
    since = frozen.stored_at[:16].replace("T", " ") or "an unknown time"
    if frozen.text is None:
        lines.append(f"frozen  stored {since}, not usable: {frozen.refused}")
    else:
        same = "the same as the live one" if frozen.text == live.text else "differs from the live one (--diff)"
        lines.append(f"frozen  {len(frozen.text):,} chars, stored {since}, {same}")
    lines.append(f"renews  {RENEWAL}; each renewal that changes it costs one miss of the prompt cache")
    return lines


def _what_is_missing(live: PromptBlock) -> str:
    words: list[str] = []
    for section in live.sections:
        name = FILE_NAMES[section.target]
        words += [f"{name} entry {each.number:,} is blocked ({', '.join(each.ids)})" for each in section.blocked]
        if section.left_out:
            words.append(f"{counted(section.left_out, 'entry', 'entries')} of {name} had no room")
        if section.damage:
            words.append(f"{name} needs repair ({section.damage})")
    return "".join(f"\n        {word}" for word in words)


def _section_document(section: Section) -> dict[str, Any]:
    return {
        "shown": section.shown,
        "leftOut": section.left_out,
        "blocked": [{"entry": each.number, "ids": list(each.ids)} for each in section.blocked],
        "drift": section.damage,
        "readable": section.current,
    }


def _frozen_document(frozen: Frozen, live: PromptBlock) -> dict[str, Any]:
    return {
        "sessionId": frozen.session_id,
        "recordId": frozen.record_id,
        "storedAt": frozen.stored_at or None,
        "block": frozen.text,
        "refused": frozen.refused or None,
        "sameAsLive": frozen.text == live.text,
    }


def _frozen(found: Where, judge: Judge) -> Frozen | None:
    if found.session is None:
        return None
    from silcrow.sessions import SessionFile

    session = SessionFile(found.session.path)
    session.refresh()
    return frozen_block(session, found.project / ".memory" / session.session_id, judge)


def _difference(frozen: str, live: str) -> list[str]:
    from difflib import unified_diff

    lines = unified_diff(frozen.split("\n"), live.split("\n"), "frozen", "live", lineterm="", n=1)
    return list(lines)
