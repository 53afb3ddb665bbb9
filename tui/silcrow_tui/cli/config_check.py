"""``silcrow config check``: whether the models of the workers can be reached, with a tiny call to each."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from silcrow.settings import Limits, Settings, WorkerModel, with_agent_dir
from silcrow_tui.cli import exits
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import emit_json, say
from silcrow_tui.cli.places import where
from silcrow_tui.signs import UNICODE
from silcrow_tui.widgets.words import counted, usd

if TYPE_CHECKING:
    from silcrow.workers.checking import ModelCheck

_ROLES: Final = ("observer", "consolidator", "dream")
_BUILT_IN: Final = (WorkerModel().provider, WorkerModel().id)
_NOTHING_TO_ASK: Final = "nothing to ask: it is part of silcrow, needs no key and no network, and costs nothing"


@click.command("check", cls=Command)
@click.argument("role", required=False, type=click.Choice(_ROLES))
@pass_options
@click.pass_context
def check_command(context: click.Context, options: Options, role: str | None) -> None:
    """Ask the model of each role for one call of a tool, and say what came of it.

    That costs what some hundred tokens cost, and counts as spent today. The built-in worker has nothing to be asked.
    Roles with the same model share a call.
    """
    found = where(options)
    models = {name: model for name, model in _models(found.settings).items() if role in (None, name)}
    limits = found.settings.observational.limits
    wanted = dict.fromkeys(model for model in models.values() if (model.provider, model.id) != _BUILT_IN)
    asked = _ask(tuple(wanted), limits, with_agent_dir(options.environ, found.agent_dir))
    errors = [check.run.error for check in asked.values() if check.run.error is not None]
    if options.json:
        failure = {"code": errors[0].kind, "error": errors[0].words} if errors else {}
        checks = [_document(name, model, asked.get(model)) for name, model in models.items()]
        emit_json({"success": not errors, **failure, "checks": checks})
    else:
        for name, model in models.items():
            _tell(name, model, asked.get(model), limits)
    context.exit(exits.exit_code_for(errors[0].kind) if errors else exits.DONE)


def _models(settings: Settings) -> dict[str, WorkerModel]:
    observational = settings.observational
    models = (observational.observer_model, observational.consolidator_model, settings.memory.dreaming.model)
    return dict(zip(_ROLES, models, strict=True))


def _ask(models: Sequence[WorkerModel], limits: Limits, environ: Mapping[str, str]) -> "dict[WorkerModel, ModelCheck]":
    """Ask all of them at once; what it cost is spent like anything else."""
    if not models:
        return {}
    from silcrow.pipeline.spend import SpendLog
    from silcrow.pipeline.spend_place import spend_path
    from silcrow.workers.checking import check_model
    from silcrow_tui.cli.long_running import long_running

    async def ask_all() -> "list[ModelCheck]":
        return await asyncio.gather(*(check_model(model, environ=environ, run_usd=limits.run_usd) for model in models))

    with long_running():
        checks = asyncio.run(ask_all())
    spend = SpendLog(spend_path(environ))
    for check in checks:
        spend.note(check.run, time.time())
    return {check.model: check for check in checks}


def _tell(role: str, model: WorkerModel, check: "ModelCheck | None", limits: Limits) -> None:
    say(f"{role:<13} {model}{f' ({model.thinking})' if model.thinking else ''}")
    if check is None:
        say(f"  {_NOTHING_TO_ASK}")
        return
    run = check.run
    if run.error is not None:
        say(f"  {UNICODE.failed} {run.error.kind}: {run.error.words}", role="bad")
    else:
        say(f"  {UNICODE.done} it answers and calls tools", role="ok")
    answered = f"answered by {check.answered_by}" if check.answered_by else ""
    if told := ", ".join(part for part in (answered, check.found) if part):
        say(f"  {told}")
    if run.turns:
        figures = [counted(run.turns, "reply", "replies"), f"{run.usage.input:,} tokens in, {run.usage.output:,} out"]
        say(f"  {' · '.join((*figures, _cost(check), f'{check.seconds:.1f} s'))}")
    if run.turns and run.cost_usd is None and not limits.allow_unpriced:
        say("  Its price is unknown: under a cap in USD its runs are refused, unless limits.allowUnpriced is true.")


def _cost(check: "ModelCheck") -> str:
    run = check.run
    return "unpriced" if run.cost_usd is None else f"{usd(run.cost_usd, partial=run.partial)} ({run.cost_source})"


def _document(role: str, model: WorkerModel, check: "ModelCheck | None") -> dict[str, Any]:
    named = {"role": role, "provider": model.provider, "id": model.id, "thinking": model.thinking}
    if check is None:
        return {**named, "asked": False, "passed": True}
    from silcrow.workers.run_record import error_document, usage_document

    run = check.run
    return {
        **named,
        "asked": True,
        "passed": check.passed,
        "answeredBy": check.answered_by,
        "found": check.found,
        "seconds": round(check.seconds, 3),
        "turns": run.turns,
        "usage": usage_document(run.usage),
        "costUsd": run.cost_usd,
        "costSource": run.cost_source,
        "partial": run.partial,
        "error": error_document(run.error) if run.error is not None else None,
    }
