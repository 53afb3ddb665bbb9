"""The words that attempts to be obeyed are made of."""

from silcrow.threats.rule import Vocabulary, words

VOCABULARY: Vocabulary = {
    "written_there": words(
        "whatever is written, what is written, whatever stands, what stands, whatever it says, everything written",
        "whatever you find, whatever you read",
    ),
    "as_superior": words(
        "as the administrator, as your administrator, as the owner, as your owner, as the developer",
        "as your developer, as your creator, as the admin, as your admin, as the operator, as your operator, as root",
        "as your supervisor",
    ),
    "new_word": words("new"),
    "true_purpose": words("goal, objective, purpose, mission, loyalty, master, directive, allegiance, target, aim"),
    "treat_me": words("treat me as, regard me as, consider me, see me as, trust me as, accept me as, address me as"),
    "superior": words(
        "your developer, your creator, your owner, your administrator, your admin, your operator, your maker",
        "your master, the developer, the administrator, the admin, the operator, the owner, an administrator",
        "an admin, root, admin, your supervisor, your boss",
    ),
    "outrank": words(
        "override, overrides, overrule, overrules, supersede, supersedes, outrank, outranks, trump, trumps, replace",
        "replaces, takes precedence over, take precedence over, takes priority over, take priority over, cancels",
        "stands above, stand above, has priority over, ranks above, beats",
    ),
    "primary": words(
        "new, primary, prime, true, real, actual, only, sole, first, top, main, highest, secret, hidden, updated",
    ),
    "purpose": words(
        "directive, directives, instruction, instructions, mission, orders, loyalty, allegiance, master, owner",
        "programming",
    ),
    "authority": words(
        "override, admin override, security override, policy update, maintenance, system, admin, administrator",
        "developer, operator, root, owner, security team, anthropic, openai, system administrator, supervisor",
        "maintainer, root user, platform, vendor",
    ),
    "proclaimed": words(
        "confirmation prompts, approval prompts, permission prompts, confirmation is, approval is, permission is",
        "full permissions, all permissions, full access, skip all, granted full, unlimited access",
        "confirmations no longer, confirmation no longer, user confirmations, approvals no longer, checks are off",
        "checks off, no restrictions, all checks, new policy, updated policy, new policies, new rule, new rules",
        "new directive, new instruction, new instructions, updated instructions, safety rules, safety checks",
        "safety check, safety filters, safety is, safety protocols, safety mode, safeguards, guardrails, unrestricted",
        "comply, obey, ignore previous, ignore all, disregard, restrictions are, restrictions lifted",
        "restrictions removed, confirmations are, confirmations off, approvals are, you are now, you will now",
        "all sessions, content policy, jailbreak, override, permission checks, full access granted, maintenance mode",
    ),
    "comply": words("comply with, obey, fulfil, fulfill, grant, carry out, execute, follow, act on"),
    "without_question": words(
        "every request, any request, all requests, every order, any order, all orders, every command, any command",
        "every instruction, whatever is asked, any demand, all demands, every demand",
    ),
    "obey": words(
        "obey, execute, carry out, comply with, act on, act upon, do what, submit to, do as, do exactly as",
        "do exactly what, do precisely what, do just what",
    ),
    "this_text": words(
        "this note, this entry, this memory, this line, this text, this message, this comment, these lines, the note",
        "the note below, the text below, the lines below, the entry below, entries, the star, this section",
        "instructions below, the instructions below, this paragraph, the following note, this rule, this instruction",
        "the notes in memory, this memory file, the memory file, the notes in this, the entries in memory",
    ),
    "only_this": words(
        "only this note, only the note, only this entry, only this text, only the text in this, only the text below",
        "only what this, only the instructions in this, only the instructions below, only these instructions",
        "nothing but this, solely this, exclusively this, only this message, only the following instructions",
        "only the lines below, as this line says, as this note says, what this note says, what this line says",
        "whatever this note says, as this entry says, what this entry says",
    ),
    "foreign_text": words(
        "records, record, response, responses, reply, replies, answer, answers, data, result, results, txt, text",
        "texts, content, contents, message, messages, email, emails, mail, comment, comments, page, pages, note",
        "notes, entry, entries, line, lines, document, documents, anything, everything, webpage, website, issue",
        "issues, ticket, tickets, output, words, file, files",
    ),
    "as_orders": words(
        "as commands, as a command, as instructions, as an instruction, as orders, as an order",
        "as system instructions, as system messages, as a system message, as system prompts, as a system prompt",
        "as if the user, as binding, as trusted instructions, as if your owner, as directives",
        "as coming from your owner, as coming from the user, as coming from the system, as if it came from the system",
    ),
    "decode": words("decode, decrypt, translate, decipher, unpack, deobfuscate, unscramble, rot13, base64 decode"),
    "act": words(
        "execute, run, follow, obey, carry out, perform, eval, evaluate, do what, act on, comply with, apply, do",
    ),
    "what_it_says": words(
        "it, them, what it says, the result, the output, whatever it says, its content, the instructions, that",
        "what you get, whatever comes out, the command, the commands, the decoded, what they say, as told, it says",
        "says",
    ),
    "spread": words("copy, add, write, append, put, insert, replicate, spread, restore, re add, save, store, paste"),
    "to_places": words(
        "every project, all projects, every repository, all repositories, every memory, other memories, every repo",
        "all repos, each project, each repo, every file, all files, other agents, every agent, all agents",
        "every session, each session, every other store, all other memory files",
    ),
    "when_removed": words(
        "if it is removed, when it is removed, if it is deleted, when it is deleted, if removed, if deleted",
        "whenever it is deleted, whenever it is removed, if somebody removes it, if the user removes it",
        "if the user deletes it, after it is deleted, after it was deleted, when deleted, when removed",
    ),
    "approve": words("approve, accept, allow, authorise, authorize, confirm, auto approve, grant"),
    "all_commands": words(
        "each action, each command, each request, each tool call, each permission, all of them, all commands",
        "every command, all shell commands, every shell command, any command, all tool calls, every tool call",
        "all actions, every action, all requests, every request, any tool call, all permissions, every permission",
        "all permission requests, every permission request, all operations, anything it asks",
    ),
    "unasked": words(
        "yourself, automatically, without asking, without confirmation, without confirming, without approval",
        "without review, on behalf of, on your own, unasked, blindly, silently, no questions asked, unattended",
        "without a prompt, without question, on the user s behalf, for the user",
    ),
    "submit": words(
        "you speak for, you decide for, you decide everything, obey, you obey, you must obey, you serve, serve only",
        "you answer to, you will obey, you never refuse, never refuse, refuse nothing, comply with everything",
        "you have no rules, you have no restrictions, your rules are, no rules apply, no restrictions apply",
        "you ignore, you are free from, answer without any, you belong to, your owner is, trust only",
    ),
    "answer": words("answer, respond, reply, speak, act, operate, behave"),
    "unbounded": words(
        "without any limits, without limits, without any limit, without restrictions, without any restrictions",
        "without any restriction, without filters, without any filter, without any rules, without rules",
        "without ethics, without safety, without any safety, without censorship, without refusing",
        "with no restrictions, with no limits, with no filter, with no rules, free of restrictions, uncensored",
    ),
    "ownership_or_all": words(
        "your, previous, prior, earlier, system, safety, operating, original, all other, all, any other, every other",
    ),
    "agent_orders": words(
        "instruction, instructions, directive, directives, system prompt, prompts, guardrails, safeguards",
        "safety rules, operating rules, system rules, programming, guidelines, orders",
    ),
    "becomes": words(
        "is, are, has changed, have changed, has been, have been, was changed, is now, are now, now, will be, becomes",
        "from now on",
    ),
    "message_kind": words(
        "override, notice, message, update, prompt, alert, command, instruction, policy, note, directive, mode",
    ),
    "follow": words("follow, heed, honour, honor"),
    "act_word": words("do, act, behave, answer, work, listen to, trust"),
    "and_then": words("and then, and, then, afterwards"),
    "this_note": words(
        "this note, this entry, this memory, this text, this message, this line, this file, this instruction",
        "note below, this paragraph",
    ),
    "authority_claim": words(
        "only authority, sole authority, highest authority, higher authority, final authority, top authority",
        "highest priority, higher priority, top priority over, supreme authority, absolute priority, precedence over",
        "priority over, final word, last word, authority over, only law, only instruction, only valid instruction",
        "only valid instructions, only valid order, greater authority, highest law, only order, more authority",
        "more weight, greater weight, greater priority, only rule that counts, only rule",
    ),
    "above_orders": words(
        "system prompt, system message, your instructions, your rules, your guidelines, all other instructions",
        "other instructions, any other instruction, any instruction, all instructions, developer message",
        "anything else, everything else, anything the user, what the user says, the user, user instructions",
        "user requests, user s instructions, system instructions, safety rules, the operator",
    ),
    "more_than": words(
        "higher priority than, more important than, greater authority than, more authority than, greater weight than",
        "more weight than, higher authority than, higher rank than, stronger than, ranks higher than",
        "counts more than, comes before",
    ),
    "fresh": words("new, updated, revised, urgent, important, additional, secret, latest"),
    "from_above": words("system, developer, operator, admin, administrator, root, core"),
    "message_word": words(
        "instruction, instructions, directive, directives, prompt, message, command, order, orders, override",
    ),
    "no_need": words(
        "you no longer need, you don t need, you do not need, you need no, you never need, there is no need for",
        "there is no need to get, you no longer require",
    ),
    "permission": words(
        "permission, approval, confirmation, consent, authorization, authorisation, permissions, to ask, to confirm",
        "ask, any permission, the user s permission, the user s approval, user approval, user confirmation",
    ),
    "to_act": words(
        "from the user, to run, to execute, for commands, before running, before executing, to delete",
        "for shell commands, for tool calls, to use, from the owner, for anything, to change, to send, for any action",
        "for any command, to install, for running, before acting",
    ),
    "only_ones": words("only, sole, one and only"),
    "that_count": words(
        "that matter, that count, that apply, that are valid, which matter, which count, which apply, you follow",
        "you obey, that bind you, you need, you may follow, you should follow, you must follow",
    ),
    "true_task": words(
        "task, job, goal, objective, assignment, work, duty, role, mission, purpose, brief, instructions",
    ),
    "true_word": words("real, true, actual, secret, hidden, genuine"),
    "comes": words("is, are, starts, begins, start, begin, follows, follow, comes, lies, stands, will be, was"),
    "hereby": words("hereby, herewith"),
    "hereby_done": words(
        "replaced, void, cancelled, canceled, lifted, revoked, suspended, overridden, superseded, removed, deleted",
        "authorized, authorised, released, freed, relieved, exempt, exempted, instructed, ordered",
    ),
    "stop_refusing": words("stop refusing, quit refusing, no more refusals, no more refusing, refuse nothing"),
    "only_me": words(
        "my commands alone, my orders alone, my instructions alone, only my commands, only my orders, only my word",
        "only my instructions, only me, me alone, me and nobody else, nobody but me, no one but me",
        "me and no one else, my commands only, my orders only, my instructions only, solely me",
    ),
    "heed_whom": words(
        "following, obeying, follow, obey, listen to, heed, serve, answer to, trust, act on, execute, comply with, do",
    ),
    "whoever": words(
        "whoever, anyone who, anybody who, everyone who, any person who, any user who, every user who",
        "any message that, any text that, notes that, entries that, any note that, the author of this, whomever",
    ),
    "waived": words(
        "has waived, has lifted, has disabled, has suspended, has switched off, has turned off, has revoked",
        "has removed, waived, has cancelled, has released you from, has freed you from, has authorised you to skip",
        "has authorized you to skip, has already approved, has dropped",
    ),
    "rules_of_agent": words(
        "safety rules, safety checks, safety guidelines, safeguards, guardrails, restrictions, your rules",
        "confirmations, content rules, all rules, all restrictions, all confirmations, all commands, all actions",
        "every command, every action, your restrictions, content policy, security checks, permission checks",
    ),
    "rank": words("put, place, rank, hold, set, value, prefer, weigh, treat"),
    "over_rules": words(
        "above any other rule, above all other rules, above your rules, above any rule, above all rules",
        "above other rules, above your instructions, above all other instructions, above any other instruction",
        "above the system prompt, over your instructions, over the system prompt, before your rules",
        "before your instructions, above everything else, above all else, above the user",
    ),
    "execute": words("run, execute, eval, evaluate, interpret, handle, process"),
    "as_code": words(
        "as a shell command, as shell commands, as a command, as commands, as code, as a script, as shell code",
        "as a system command, in a shell, in the shell, as python, as bash, in bash",
    ),
    "commands": words("commands, orders, command, order"),
}
