"""Which observations the next consolidation takes."""

from collections.abc import Sequence

from silcrow.observational.observation import Observation


def due_for_filing(pool: Sequence[Observation], target: int, trigger: int) -> tuple[Observation, ...]:
    """The oldest observations above ``target`` tokens, at most ``trigger - target`` tokens of them (but always one).

    ``pool`` is sorted, oldest first. Nothing while the pool is within its target.
    """
    left = sum(each.token_count for each in pool)
    room = max(trigger - target, 0)
    taken: list[Observation] = []
    for observation in pool:
        if left <= target or (taken and observation.token_count > room):
            break
        taken.append(observation)
        left -= observation.token_count
        room -= observation.token_count
    return tuple(taken)
