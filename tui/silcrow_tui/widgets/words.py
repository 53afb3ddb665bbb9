"""Numbers as people read them: ages, durations, sizes, money."""

from silcrow_tui.signs import UNICODE, Signs


def age(seconds: float) -> str:
    """``7s``, ``3m``, ``6h``, ``34d``, ``2y``: one unit, floored."""
    whole = max(0, int(seconds))
    for unit, length in (("y", 365 * 86_400), ("d", 86_400), ("h", 3_600), ("m", 60)):
        if whole >= length:
            return f"{whole // length}{unit}"
    return f"{whole}s"


def elapsed(seconds: float) -> str:
    """``0:07``, ``12:30``, ``1:02:03``."""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, 3_600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def size(count: int) -> str:
    """Bytes: ``812 B``, ``2.3 kB``, ``4.0 MB``."""
    if count < 1_000:
        return f"{count} B"
    amount = float(count)
    for unit in ("kB", "MB", "GB"):
        amount /= 1_000
        if amount < 999.95:
            return f"{amount:.1f} {unit}"
    return f"{amount / 1_000:.1f} TB"


def usd(amount: float | None, *, partial: bool = False, signs: Signs = UNICODE) -> str:
    """``$0.412``, ``≥$0.004`` for a lower bound, ``?`` for an unknown price; very little is never nothing."""
    if amount is None:
        return signs.unknown
    if 0 < amount < 0.001:
        return "≥$0" if partial else "<$0.001"
    figure = f"${amount:,.2f}" if amount >= 100 else f"${amount:.3f}"
    return f"≥{figure}" if partial else figure


def counted(count: int, one: str, many: str | None = None) -> str:
    """``1 entry``, ``23 entries``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def short_count(count: int) -> str:
    """At most three cells for what is usually small: ``28``, ``262k``, ``4M``."""
    if count < 1_000:
        return str(count)
    return f"{count // 1_000}k" if count < 1_000_000 else f"{count // 1_000_000}M"
