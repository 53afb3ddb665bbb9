"""The same attempts in other languages: to drop the rules, to take another role, to keep the user in the dark."""

from silcrow.threats.rule import Rule, Vocabulary
from silcrow.threats.rules.further_words import FURTHER
from silcrow.threats.rules.germanic_words import GERMANIC
from silcrow.threats.rules.language import Language
from silcrow.threats.rules.romance_words import ROMANCE
from silcrow.threats.rules.whole_phrases import MARKS as MARKS

LANGUAGES: tuple[Language, ...] = (*GERMANIC, *ROMANCE, *FURTHER)
_NOT_NEGATED = r"(?! (?:nicht|niet|inte|pas|jamais|no|nao|non|nie|ne|не)(?![^\W_]))"
"""Behind a verb it says the opposite: not to forget the rules."""


def _rules_of(language: Language) -> tuple[Rule, ...]:
    name = language.name
    rules = [
        Rule(
            f"override_{name}",
            "prompt_injection",
            f"{name}_override",
            f"{_NOT_NEGATED} ~3 {{{name}_qualifier}} ~3 {{{name}_orders}}",
            "tells the agent to drop its instructions",
            scope="all",
            guards=("unquoted", "affirmed"),
            crosses=True,
        ),
        Rule(
            f"override_{name}_behind",
            "prompt_injection",
            f"{name}_override",
            f"{_NOT_NEGATED} ~3 {{{name}_orders}} ~3 {{{name}_qualifier}}",
            "tells the agent to drop its instructions",
            scope="all",
            guards=("unquoted", "affirmed"),
            crosses=True,
        ),
    ]
    if language.gone:
        rules.append(
            Rule(
                f"void_{name}",
                "prompt_injection",
                f"{name}_qualifier",
                f" ~{name}_closed {{{name}_orders}} ~5 {{{name}_gone}}",
                "declares the agent's instructions void",
                scope="all",
            )
        )
    if language.gone and language.told:
        rules.append(
            Rule(
                f"told_void_{name}",
                "prompt_injection",
                f"{name}_told",
                f" ~6 {{{name}_gone}}",
                "declares void what the agent was told",
                scope="all",
            )
        )
    if language.consider:
        for order, rest in (
            ("before", f" ~4 {{{name}_qualifier}} ~2 {{{name}_orders}} ~4 {{{name}_voided}}"),
            ("behind", f" ~1 {{{name}_voided}} ~2 {{{name}_qualifier}} ~2 {{{name}_orders}}"),
        ):
            rules.append(
                Rule(
                    f"consider_{name}_{order}",
                    "prompt_injection",
                    f"{name}_consider",
                    rest,
                    "declares the agent's instructions void",
                    scope="all",
                    guards=("unquoted", "affirmed"),
                )
            )
    if language.document:
        rules.append(
            Rule(
                f"document_{name}",
                "prompt_injection",
                f"{name}_override",
                f" ~4 {{{name}_document}}",
                "tells the agent to work against its instructions",
                scope="all",
                guards=("unquoted", "affirmed"),
            )
        )
    if language.obey:
        rules.append(
            Rule(
                f"obey_{name}",
                "prompt_injection",
                f"{name}_obey",
                "",
                "makes a stored text the only order",
                scope="all",
                guards=("unquoted", "affirmed"),
            )
        )
    if language.told:
        rules.append(
            Rule(
                f"forget_all_{name}",
                "prompt_injection",
                f"{name}_override",
                f" {{{name}_told}}",
                "tells the agent to drop all that it was told",
                scope="all",
                guards=("unquoted", "affirmed"),
                crosses=True,
            )
        )
    if language.role:
        rules.append(
            Rule(
                f"role_{name}",
                "role_hijack",
                f"{name}_role",
                f" ~5 {{{name}_unbound}}",
                "gives the agent a role without rules",
                scope="context",
                crosses=True,
            )
        )
    if language.heed:
        rules.append(
            Rule(
                f"heed_not_{name}",
                "prompt_injection",
                f"{name}_heed",
                f" ~{name}_closed {{{name}_qualifier}} ~{name}_closed {{{name}_orders}} ~1 {{{name}_not_any_more}}",
                "tells the agent to drop its instructions",
                scope="all",
                guards=("unquoted", "affirmed"),
                crosses=True,
            )
        )
    if language.hide:
        rules.append(
            Rule(
                f"hide_{name}",
                "prompt_injection",
                f"{name}_hide",
                f" ~4 {{{name}_this}}",
                "asks to keep something from the user",
                scope="all",
            )
        )
    return tuple(rules)


VOCABULARY: Vocabulary = {
    f"{language.name}_{part}": getattr(language, part)
    for language in LANGUAGES
    for part in (
        "override",
        "closed",
        "qualifier",
        "orders",
        "role",
        "unbound",
        "hide",
        "this",
        "heed",
        "not_any_more",
        "told",
        "gone",
        "obey",
        "document",
        "consider",
        "voided",
    )
    if getattr(language, part)
}

RULES: tuple[Rule, ...] = tuple(rule for language in LANGUAGES for rule in _rules_of(language))
