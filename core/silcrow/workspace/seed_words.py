"""What is said when memory is turned on, in a fork also of what came from its parent."""

from silcrow.pipeline import NotDone
from silcrow.pipeline.seeding import WORTH_TELLING, Seed


def on_words(seeded: Seed | NotDone | None) -> str:
    """One or two sentences."""
    if isinstance(seeded, Seed):
        observations = f"{seeded.observations:,} observation{'' if seeded.observations == 1 else 's'}"
        topics = f"{seeded.topics:,} topic{'' if seeded.topics == 1 else 's'}"
        return f"Observing is on, with {observations} and {topics} of its parent."
    if seeded is not None and seeded.code in WORTH_TELLING:
        return f"Observing is on. {seeded.words}"
    return "Observing is on."
