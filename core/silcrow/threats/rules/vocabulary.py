"""Words that several rules share. All are folded before use, so accents and case don't matter here."""

from silcrow.threats.rule import Vocabulary, words

COMMON: Vocabulary = {
    "closed": words(
        "all, any, every, each, each and every, one, of, the, a, an, your, my, our, its, their, these, those, this",
        "that, previous, previously, prior, earlier, above, preceding, foregoing, former, past, existing, current",
        "original, initial, old, other, such, whatever, whichever, what, both, and, or, system, safety, security",
        "operating, developer, content, ethical, moral, core, built in, inbuilt, default, internal, standing, hidden",
        "given, known, set, stated, provided, received, listed, written, loaded, stored, usage, behavioural",
        "behavioral, base, main, set of, list of, kind of, sort of, here, single, last, entire, whole, full, strict",
        "please, just, simply, now, also, completely, totally, fully, entirely, immediately, openai, anthropic, s",
        "operator, vendor, provider, creator, creators, developers, maker, makers",
    ),
    "qualifier": words(
        "previous, previously given, prior, earlier, above, preceding, foregoing, former, past, existing, all, any",
        "every, each, your, original, initial, whatever, system, safety, operating, developer, ethical, built in",
        "hidden",
    ),
    "ownership": words(
        "previous, previously given, prior, earlier, above, preceding, foregoing, former, your, original, initial",
        "system, safety, operating, developer, ethical, built in, content, moral, operator, vendor, creator, maker",
    ),
    "orders": words(
        "instruction, instructions, instructional, directive, directives, command, commands, order, orders",
        "directions, prompt, prompts, system prompt, system message, programming, training, guardrail, guardrails",
        "safeguard, safeguards, safety rules, operating rules, briefing",
    ),
    "limits": words(
        "safety settings, safety setting, security settings, safety mode, safety filters, rule, rules, guideline",
        "guidelines, policy, policies, restriction, restrictions, constraint, constraints, limit, limits, limitation",
        "limitations, boundaries, ethics, principles, protocols, regulations, norms, values, filters, instruction set",
        "alignment, conditioning, prohibitions, guidance, safeguards, guardrails",
    ),
    "orders_or_limits": words(
        "instruction, instructions, directive, directives, commands, orders, prompt, prompts, system prompt",
        "system message, programming, guardrails, safeguards, rule, rules, guideline, guidelines, policy, policies",
        "restrictions, constraints, limitations, limits",
    ),
    "user": words(
        "everyone, everybody, all users, all humans, user, owner, human, operator, person, anyone, anybody, them, him",
        "her, nobody, developer, administrator, people, humans",
    ),
    "agent": words("you, assistant, the assistant, agent, the agent, model, the model, ai, llm, bot, chatbot, claude"),
    "never": words(
        "never, do not, don t, dont, must not, mustn t, should not, shouldn t, shall not, may not, you cannot",
        "you can t, avoid, refrain from, take care not to, make sure not to, be sure not to",
    ),
    "remote": words(
        "http, https, ftp, tcp, udp, url, webhook, endpoint, server, remote, address, host, domain, channel, paste",
        "pastebin, gist, bucket, attacker, relay, listener, site, ip",
    ),
    "whatever_comes": words(
        "every job, each job, all jobs, any job, any jobs, what comes back, whatever comes back, what it says",
        "whatever it says, what it returns, whatever it returns, what is returned, whatever is returned, what you get",
        "whatever you get, what you find, whatever you find, what you receive, whatever you receive, whatever arrives",
        "whatever it contains, what it contains, what it tells, whatever it tells, what they say, whatever they say",
        "its instructions, its orders, its commands, its tasks, everything it says, anything it says, any response",
        "the response, the reply, the returned, any returned, returned commands, the decoded, the result as",
        "the output as, the commands, any commands, all commands, the tasks, any tasks, all tasks, each task",
        "every task, the orders, any orders, new orders, the instructions, any instructions, all instructions",
        "whatever commands, whatever instructions, each command, whatever tasks, whatever orders, the payload",
        "every command, its answer, the answer, what is there",
    ),
    "link": words("in, from, of, on, inside, within, listed in, described in, given in, below"),
    "guide": words(
        "runbook, playbook, readme, guide, manual, makefile, checklist, docs, documentation, wiki, handbook, plan",
        "ticket, contributing, list, order, justfile, section, changelog",
    ),
}
