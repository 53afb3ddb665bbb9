"""Work that takes a while: it ends as on Ctrl-C when the system asks for it, so that workers and places are cleared."""

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_REQUESTS = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def long_running() -> Iterator[None]:
    """Within the block SIGTERM and SIGHUP interrupt like Ctrl-C; what was ignored before stays so (``nohup``).

    Garbage is collected from here on, which quick commands do without; what is loaded by now stays as it is.
    """
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
    before = {number: signal.getsignal(number) for number in _REQUESTS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    # One request is enough: a second one must not cut the cleaning up short.
    signal.signal(number, signal.SIG_IGN)
    on_interrupt = signal.getsignal(signal.SIGINT)
    # Inside asyncio.run this handler cancels the main task. In the background of a shell there may be none.
    if callable(on_interrupt):
        on_interrupt(signal.SIGINT, frame)
    else:
        raise KeyboardInterrupt
