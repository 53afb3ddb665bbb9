"""Sharing a bounded prompt between two stores, and choosing what of a store goes into its share."""

from collections.abc import Collection, Sequence


def share_room(needed: Sequence[int], room: int) -> tuple[int, ...]:
    """Room for each of two: what it needs up to half, and what the other one leaves over."""
    first, second = needed
    half = room // 2
    if first + second <= room:
        return (first, second)
    if first <= half:
        return (first, room - first)
    if second <= half:
        return (room - second, second)
    return (half, half)


def choose_entries(costs: Sequence[int], room: int, *, later: Collection[int] = ()) -> list[int]:
    """Places, in order, of the entries that fit: in order of place, but those in ``later`` after all others.

    One that is too long is passed over, so that a single giant does not hide what stands behind it.
    """
    chosen: list[int] = []
    first_those = [place for place in range(len(costs)) if place not in later]
    for place in (*first_those, *sorted(later)):
        if costs[place] <= room:
            chosen.append(place)
            room -= costs[place]
    return sorted(chosen)
