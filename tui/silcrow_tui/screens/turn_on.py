"""Turning memory on: what it would cost, then from where."""

from typing import Literal

from silcrow.workspace.place import OnForecast
from silcrow_tui.screens.dialogs import Choice, Menu
from silcrow_tui.widgets.words import counted, elapsed, usd

Since = Literal["start", "now"]
_ANSWERS: dict[str, Since] = {"s": "start", "w": "now"}


class TurnOn(Menu[Since | None]):
    """Answers ``"start"``, ``"now"``, or None for leaving it off, on which it starts: nothing is spent unasked."""

    NO = None

    def __init__(self, forecast: OnForecast, session_cap: float | None = None, session: str = "") -> None:
        super().__init__(
            f"Turn memory on for {session}?" if session else "Turn memory on for this session?",
            (
                Choice("s", "from start", f"{counted(forecast.chunks, 'chunk')} at once"),
                Choice("w", "from now", "what was said so far is left out for good"),
                Choice("n", "not now", "nothing is read, run or spent"),
            ),
            forecast_words(forecast, session_cap),
            start="n",
        )

    def answer(self, key: str) -> Since | None:
        return _ANSWERS.get(key)


def forecast_words(forecast: OnForecast, cap: float | None) -> tuple[str, ...]:
    """What turning on from the start would take, and where the cap would hold it."""
    price = "an unknown price" if forecast.usd is None else usd(forecast.usd)
    cost = (
        f"{forecast.tokens:,} tokens so far = {counted(forecast.chunks, 'chunk')}, about {price} and "
        f"{elapsed(forecast.seconds)} min with {forecast.model}."
    )
    if forecast.usd == 0:
        cost = cost.removesuffix(".") + ": the built-in worker is free."
    if cap is None or not forecast.usd or forecast.usd <= cap or not forecast.chunks:
        return (cost,)
    held = int(cap / (forecast.usd / forecast.chunks))
    return cost, f"The session cap of {usd(cap)} will hold it after about {counted(held, 'chunk')}."
