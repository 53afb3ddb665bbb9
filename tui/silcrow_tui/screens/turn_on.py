"""Turning memory on: what it would cost, then from where."""

from typing import TYPE_CHECKING, Literal

from silcrow.workspace.place import OnForecast
from silcrow_tui.screens.dialogs import Choice, Menu
from silcrow_tui.screens.value_dialog import ValueDialog
from silcrow_tui.widgets.words import counted, elapsed, usd

if TYPE_CHECKING:
    from silcrow.pipeline.since import Since
    from silcrow_tui.app import SilcrowApp

From = Literal["start", "compaction", "tokens", "now"]
_ANSWERS: dict[str, From] = {"s": "start", "c": "compaction", "t": "tokens", "w": "now"}


class TurnOn(Menu[From | None]):
    """Answers the point to start from, or None for leaving it off, on which it starts: nothing is spent unasked.

    ``"tokens"`` is still to be given its number.
    """

    NO = None

    def __init__(self, forecast: OnForecast, session_cap: float | None = None, session: str = "") -> None:
        super().__init__(
            f"Turn memory on for {session}?" if session else "Turn memory on for this session?",
            (
                Choice("s", "from start", f"{counted(forecast.chunks, 'chunk')} at once"),
                _since_compaction(forecast.since_compaction),
                Choice("t", "the last … tokens", "you say how many"),
                Choice("w", "from now", "what was said is left out for good"),
                Choice("n", "not now", "nothing is read, run or spent"),
            ),
            forecast_words(forecast, session_cap),
            start="n",
        )

    def answer(self, key: str) -> From | None:
        return _ANSWERS.get(key)


def _since_compaction(tokens: int | None) -> Choice:
    none = "there was none" if tokens is None else None
    return Choice("c", "since the last compaction", f"{tokens or 0:,} tokens", none)


async def ask_since(app: "SilcrowApp") -> "Since | None":
    """Ask from where the session is observed; None for leaving memory off."""
    limit = app.state.settings.observational.limits.session_usd
    point = await app.push_screen_wait(TurnOn(await app.place.forecast(), limit))
    return await _ask_tokens(app) if point == "tokens" else point


async def _ask_tokens(app: "SilcrowApp") -> "Since | None":
    from silcrow.pipeline.since import since_of

    def why_not(typed: str) -> str | None:
        return None if isinstance(since_of(typed), int) else "must be a number of tokens above 0"

    tail = app.state.settings.observational.tail_tokens
    lines = ("So many tokens before the end of the session are observed. What was said before is left out for good.",)
    typed = await app.push_screen_wait(ValueDialog("The last tokens", f"{tail or 1:,}", why_not, lines))
    return None if typed is None else since_of(typed)


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
