"""What observing will cost, said before it is begun: an estimate from the price of the model, where that is known."""

from collections.abc import Mapping
from typing import Final

from silcrow.observational.status_of import Forecast
from silcrow.settings import ModelPrice, WorkerModel

CHUNK_SECONDS: Final = 15.0
"""What a provider's model takes for a chunk, more or less."""
_BESIDE: Final = 1_800
"""Tokens that an observer is given beside its chunk: rules, tools, labels, what was noted before."""
_NOTED: Final = 600
"""Tokens of the notes of a chunk, with what the model thinks on the way."""
_PER: Final = 1_000_000


def expected_usd(model: WorkerModel, environ: Mapping[str, str], ahead: Forecast) -> float | None:
    """USD for observing what is ahead; None when the price is not known. May take a moment: it asks a program.

    Filing what they note comes on top.
    """
    if model.builtin or not ahead.chunks:
        return 0.0
    price = price_of(model, environ)
    if price is None:
        return None
    given = ahead.tokens + ahead.chunks * _BESIDE
    return (given * price.input + ahead.chunks * _NOTED * price.output) / _PER


def price_of(model: WorkerModel, environ: Mapping[str, str]) -> ModelPrice | None:
    """The price that a run of this model would be booked with, if it can be known without one."""
    from silcrow.settings.load import agent_dir_from
    from silcrow.workers.models.pi_models import ModelsUnreadable, models_path, read_pi_providers
    from silcrow.workers.models.price_list import listed_price

    if model.price is not None:
        return model.price
    try:
        described = read_pi_providers(models_path(agent_dir_from(environ))).get(model.provider)
    except ModelsUnreadable:
        return None
    entry = described.model(model.id) if described is not None else None
    return (entry.price if entry is not None else None) or listed_price(model.provider, model.id)
