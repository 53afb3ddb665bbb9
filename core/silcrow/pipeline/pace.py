"""How patient a driver is."""

from msgspec import Struct

from silcrow.observational import RETRY_DELAYS


class Pace(Struct, frozen=True):
    """The demo is less patient than real life."""

    retry_delays: tuple[float, ...] = RETRY_DELAYS
    """Seconds after the first, second, third failure of a chunk."""
    worker_seconds: float = 0.0
    """How long the built-in worker takes for a run, so that it can be watched."""
