"""The scanner's word on the texts of a block; most of them stand in the next block again."""

from functools import lru_cache

_REMEMBERED = 8_192


@lru_cache(maxsize=_REMEMBERED)
def blocking_threats(text: str) -> tuple[str, ...]:
    """Ids of what the scanner blocks in a text, each once, in its order."""
    from silcrow.threats import scan

    return tuple(dict.fromkeys(finding.id for finding in scan(text).blocking))
