"""Moments as session files and the ledger write them."""

from datetime import UTC, datetime, timedelta, timezone


def iso_instant(unix: float) -> str:
    """ISO 8601 in UTC with milliseconds and ``Z``, as the pi coding agent stamps its entries."""
    moment = datetime.fromtimestamp(unix, UTC)
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def unix_seconds(iso: str) -> float | None:
    """Unix seconds of an ISO 8601 moment; one without a zone is UTC. None for anything else."""
    try:
        moment = datetime.fromisoformat(iso)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None


def local_day(unix: float, utc_offset: int) -> str:
    """``YYYY-MM-DD`` at a fixed offset of so many seconds east of UTC."""
    return datetime.fromtimestamp(unix, timezone(timedelta(seconds=utc_offset))).date().isoformat()
