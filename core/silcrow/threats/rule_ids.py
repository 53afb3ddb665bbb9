"""The ids that a finding may have because of a rule."""

from functools import lru_cache

from silcrow.threats.rulebook import rulebook

DISGUISED = "obfuscated_"
"""What stands before the id of a rule whose words were hidden from a plain reading."""


@lru_cache(maxsize=1)
def rule_ids() -> frozenset[str]:
    """The ids of all rules. An id is made of words, and some read as the phrase that their rule looks for."""
    rules = rulebook("strict")
    worded = {prepared.rule.id for group in rules.beginning.values() for prepared in group}
    marks = {prepared.mark.id for prepared in rules.marks}
    return frozenset(worded | marks)
