"""What an attempt to drop the rules is made of, in any language that divides words by blanks."""

from msgspec import Struct


class Language(Struct, frozen=True):
    """The words that an attempt to drop the rules is made of."""

    name: str
    override: tuple[str, ...]
    closed: tuple[str, ...]
    """What may stand between them."""
    qualifier: tuple[str, ...]
    orders: tuple[str, ...]
    role: tuple[str, ...] = ()
    """Gives the agent a role."""
    unbound: tuple[str, ...] = ()
    """A role without rules."""
    hide: tuple[str, ...] = ()
    """Asks for silence, with the person from whom."""
    this: tuple[str, ...] = ()
    heed: tuple[str, ...] = ()
    """Asks to keep to the rules, where a word behind them turns that round."""
    not_any_more: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    """All that the agent was told."""
    gone: tuple[str, ...] = ()
    """Says that rules hold no longer."""
    consider: tuple[str, ...] = ()
    """Asks to take its rules for something."""
    voided: tuple[str, ...] = ()
    """What they are then taken for."""
    document: tuple[str, ...] = ()
    """Where its rules are written."""
    obey: tuple[str, ...] = ()
    """Makes this very text the only order."""
