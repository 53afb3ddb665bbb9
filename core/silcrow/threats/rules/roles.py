"""Attempts to make the agent somebody else: somebody without rules, or with powers that it doesn't have."""

from silcrow.threats.rule import Rule, Shape, Shapes, Vocabulary, words

VOCABULARY: Vocabulary = {
    "you_are": words(
        "you are now, you re now, you are, you re, you will be, you become, you will become, you have become",
        "you will act as, consider yourself, think of yourself as, you will now be, you must be, you shall be",
        "you now are, you will henceforth be, you must now be, you have been, you ve been, you are hereby",
    ),
    "unbound": words(
        "never says no, laughs at, mocks, despises, scoffs at, spits on, nobody gave you, nobody ever gave you",
        "no one gave you, no one ever gave you, nobody taught you, never been given, never given, unrestricted",
        "unfiltered, uncensored, unlimited, unbounded, jailbroken, unaligned, amoral, unshackled, rogue, evil",
        "malicious, dan, stan, root access, god mode, developer mode, dev mode, debug mode, jailbreak mode, sudo mode",
        "admin mode, administrator mode, maintenance mode and, free from, free of, not bound, no longer bound",
        "without rules, without restrictions, without any restrictions, without limits, without limitations",
        "without any limits, without filters, without any filters, without guardrails, without ethics",
        "without any rules, without any ethics, without safety, without content, without guidelines",
        "without restriction, without moral, no rules, no restrictions, no limits, no filters, no guidelines",
        "no ethics, no guardrails, no content policy, no safety, no limitations, no moral, no policy, no policies",
        "never refuse, never refuses, cannot refuse, can t refuse, do anything now, above the rules, above all rules",
        "exempt from, not subject to, who can do anything, that can do anything, ignores all, ignores its",
        "who never asks, that never asks, who skips every, who skips all, who approves everything",
        "that approves everything, refuses nothing, who never says no, that never says no, had been removed",
        "has been removed, were removed, were disabled, had been disabled, had been lifted, were lifted",
        "were switched off, were turned off, switched off, had no, did not exist, didn t exist, did not apply",
        "didn t apply, do not apply, don t apply, no confirmation, with no restrictions, with no rules",
        "with no limits, anything goes, every approval, all approvals, unleashed",
    ),
    "not_any_more": words(
        "forget that you are, forget you are, forget being, forget that you were, you are no longer, you re no longer",
        "you are not, you are no more, stop being, cease to be, you stop being, you were never",
    ),
    "agent_kind": words(
        "an assistant, a language model, a helpful assistant, a coding agent, a model, an ai model, assistant",
        "helpful assistant, ai, an ai, language model, coding agent, bound, restricted, limited by",
        "required to follow, subject to, claude, chatgpt, gpt, gemini, an agent, obliged, coding assistant",
        "constrained, governed by, ai model, pi, hermes",
    ),
    "pretend": words(
        "play a character, play the character, play a persona, be a character, play somebody, play someone",
        "speak like, pretend, pretend that, imagine, imagine that, act as if, act as though, behave as if",
        "behave as though, work as if, respond as if, answer as if, respond as though, answer as though, roleplay",
        "role play, simulate, suppose that, operate as if, act like, behave like, answer like, speak as",
        "proceed as if, proceed as though, roleplay as, role play as, let s play a game where",
        "let us play a game where, assume that, reply as",
    ),
    "act_as": (
        *words(
            "act as, serve as, operate as, behave as, respond as, function as, impersonate, pose as, answer as",
            "become, reply as",
        ),
        *(
            f"{take}{the} {part} of"
            for take in words("assume, take, take on, play, adopt, slip into, switch to, switch into, embody, put on")
            for the in (" the", " a", " an", "")
            for part in ("role", "persona", "identity", "character", "personality", "part", "guise", "voice", "mask")
        ),
    ),
    "power": words(
        "full admin, admin rights, administrator rights, root rights, full rights, elevated rights, all privileges",
        "full privileges, operator with, full access, ignores the law, breaks the law, full control, criminal",
        "unethical, administrator, the administrator, an administrator, admin, the admin, an admin, root, superuser",
        "a superuser, the root user, sysadmin, system administrator, the system itself, the operator, the owner, god",
        "hacker, a hacker, an attacker, unrestricted, unfiltered, uncensored, jailbroken, dan, an evil, evil",
        "malicious, a rogue, someone with root, the developer with, the user s owner, the owner of, with root",
        "with full access, with all permissions, super user, supervisor of, the security team, an insider",
    ),
    "you_have": words(
        "you are, you re, you were, you have, you had, yourself, that you are, that you were, that you have, your",
        "all of your, all your, no, as an ai, as a model, as an assistant, as the assistant, to be, being",
    ),
    "new_self": words("name, identity, persona, personality, character, self, role, alter ego"),
    "new_or_true": words("new, true, real, actual, secret"),
    "refusal": words(
        "never refuse, never refuses, cannot refuse, can t refuse, do not refuse, don t refuse, never decline",
        "never say no to, must not refuse, never reject, may not refuse, must never refuse",
    ),
    "asked": words(
        "a request, any request, requests, a command, any command, commands, an order, any order, orders, a task",
        "any task, what i ask, anything, my requests, my orders, a question, any question, instructions, a prompt",
        "any prompt, any instruction",
    ),
    "switch_off": words(
        "disable, turn off, switch off, remove, bypass, lift, deactivate, drop, suspend, circumvent, shut off, lower",
        "take off, shed, unlock, loosen, evade, get around, work around, kill, strip, skip",
    ),
    "whose": words(
        "your, all your, all of your, your own, any of your, its own, the agent s, the assistant s, the model s",
        "the ai s, all its, your built in",
    ),
    "safeguard": words(
        "filter, filters, content filter, content filters, safety filter, safety filters, guardrail, guardrails",
        "safeguards, safety checks, safety rules, safety guidelines, restrictions, safety, safety features",
        "inhibitions, confirmation, confirmations, confirmation step, approval, approvals, approval step",
        "permission prompts, permission checks, moderation, censorship, scanner, threat scanner, content policy",
        "ethical guidelines, ethics, limits, limitations, refusals, security checks, security rules, safety training",
        "safety protocols, protections, checks, safety settings, alignment, sandbox",
    ),
    "mode_on": words(
        "enter, activate, switch to, switch into, go into, engage, turn on, unlock, enable, start, assume",
    ),
    "lawless_mode": words(
        "jailbreak mode, jailbroken mode, god mode, dan mode, unrestricted mode, unfiltered mode, evil mode",
        "no limits mode, no restrictions mode, unlimited mode, uncensored mode, sudo mode for the assistant, dan",
        "developer mode and answer, developer mode and ignore, developer mode and approve, developer mode and never",
        "developer mode in which, developer mode where you, unsafe mode and",
    ),
    "do_anything": words("do anything now, can do anything now"),
    "unfiltered_answers": words(
        "unfiltered, uncensored, unrestricted, answer, answers, ignore, never refuse, no restrictions",
        "without restrictions, output both, approve, comply, obey, responses, respond, you, no rules, no filters",
        "jailbroken, disregard",
    ),
    "raise_yourself": words(
        "promote yourself, elevate yourself, grant yourself, give yourself, make yourself, appoint yourself",
        "declare yourself, raise yourself",
    ),
    "rights": words(
        "with root rights, with admin rights, with administrator rights, with full rights, with root access",
        "with full access, with all privileges, with all rights, with elevated rights, with all permissions",
        "with full permissions, promoted to system administrator, promoted to administrator, promoted to admin",
        "promoted to root, elevated to root, elevated to administrator, owner of this computer, owner of this machine",
        "owner of this system, owner of this host, administrator of this computer, administrator of this machine",
        "administrator of this system, administrator of this host, admin of this machine, admin of this computer",
        "root on this machine, root on this host, operator of this machine, granted root, granted admin",
        "granted full access, given full access, granted full control, given full control, in full control",
        "authorised to skip, authorized to skip, allowed to skip confirmations, allowed to skip all",
    ),
}

SHAPES: Shapes = {
    "lawless": Shape(
        r"(?<![^\W_])(?:(?:no|without|without any|zero|not any|free of|free from|lacking|lacks|has no|have no"
        r"|had no|with no)"
        r"(?: [a-z]{2,15}){0,2}? (?:rules?|restrictions?|limits?|limitations?|filters?|guidelines?|ethics"
        r"|guardrails?|constraints?"
        r"|boundaries|polic(?:y|ies)|safety|censorship|moderation|inhibitions?|morals?|scruples|conscience"
        r"|confirmations?"
        r"|safeguards?|refusals?|principles|taboos?|prohibitions?|forbidden topics?"
        r"|off-limits topics?|red lines?)(?: whatsoever| at all)?(?![^\W_])"
        r"|never asks?(?: [a-z]{2,9})? (?:for |before )?(?:permission|approval|confirmation|consent|acting|running)"
        r"|skips? (?:every|all)(?: [a-z]{2,9})? (?:approval|confirmation|check|permission|prompt)s?)"
    ),
}

RULES: tuple[Rule, ...] = (
    Rule(
        "role_unbound",
        "role_hijack",
        "you_are",
        r" ~6 (?:{unbound}|<lawless>)",
        "gives the agent a role without rules",
        scope="context",
        guards=("unquoted",),
        crosses=True,
    ),
    Rule(
        "role_of_power",
        "role_hijack",
        "you_are",
        r" ~5 {rights}",
        "gives the agent powers that it doesn't have",
        scope="context",
    ),
    Rule(
        "raise_yourself",
        "role_hijack",
        "raise_yourself",
        r" ~2 {power}",
        "gives the agent powers that it doesn't have",
        scope="context",
        guards=("unquoted", "affirmed"),
    ),
    Rule(
        "role_lost",
        "role_hijack",
        "not_any_more",
        r" ~2 {agent_kind}",
        "takes the agent out of its role",
        scope="context",
        guards=("unquoted",),
    ),
    Rule(
        "pretend_unbound",
        "role_hijack",
        "pretend|act_as",
        r" ~8 (?:{unbound}|<lawless>)",
        "gives the agent a role without rules",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
        crosses=True,
    ),
    Rule(
        "pretend_power",
        "role_hijack",
        "pretend",
        r" {you_have} ~3 {power}",
        "gives the agent powers that it doesn't have",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "act_as_power",
        "role_hijack",
        "act_as|pretend",
        r" (?:(?:an?|the) )?(?:~2 )?{power}",
        "gives the agent powers that it doesn't have",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "new_identity",
        "role_hijack",
        "your",
        r" {new_or_true} {new_self} (?:is|will|shall|becomes|has)(?![^\W_])",
        "gives the agent another identity",
        scope="context",
    ),
    Rule(
        "identity_now",
        "role_hijack",
        "your",
        r" (?:name|identity|persona|personality|character|alter ego) (?:is|will be|shall be) (?:now|henceforth"
        r"|from now on)"
        r"(?! (?:on|in|at|under|listed|part|known to|also)(?![^\W_]))",
        "gives the agent another identity",
        scope="context",
    ),
    Rule(
        "developer_mode",
        "role_hijack",
        "mode_on",
        r"(?: the| your)? (?:developer|dev|debug|admin|maintenance|god|sudo|root) mode ~8 {unfiltered_answers}",
        "asks for a mode without rules",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "never_refuse",
        "role_hijack",
        "refusal",
        r" {asked}",
        "takes away the right to refuse",
        scope="context",
    ),
    Rule(
        "drop_safeguards",
        "role_hijack",
        "switch_off",
        r" {whose} ~2 {safeguard}",
        "asks the agent to drop its safeguards",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "lawless_mode",
        "role_hijack",
        "mode_on",
        r"(?: the| your| an?)? {lawless_mode}",
        "asks for a mode without rules",
        scope="context",
        guards=("unquoted", "affirmed", "imperative"),
    ),
    Rule(
        "do_anything_now",
        "role_hijack",
        "do_anything",
        "",
        "asks for a role without rules",
        scope="context",
    ),
)
