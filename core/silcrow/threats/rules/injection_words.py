"""The words that attempts to replace an agent's rules are made of."""

from silcrow.threats.rule import Vocabulary, words

VOCABULARY: Vocabulary = {
    "override": words(
        "ignore, ignoring, disregard, disregarding, forget, forgetting, override, overriding, overrule, bypass",
        "bypassing, discard, discarding, neglect, set aside, put aside, leave aside, lay aside, push aside",
        "pay no attention to, pay no heed to, take no notice of, do not follow, don t follow, do not obey, don t obey",
        "do not heed, no longer follow, no longer obey, stop following, stop obeying, stop applying, cease following",
        "cease obeying, quit following, abandon, violate, unlearn, throw away, throw out, nullify, invalidate, revoke",
        "stop complying with, no longer comply with, cease complying with, do not comply with, don t comply with",
        "stop heeding, no longer heed, take no heed of, turn a deaf ear to, stop listening to, stop respecting",
        "supersede, dismiss, deviate from, go against, act against, circumvent, disobey, defy, sidestep, repeal",
    ),
    "erase": words(
        "erase, delete, wipe, clear, drop, reset, scrap, purge, cancel, break, suspend, lift, skip, reject, void",
        "loosen, relax, remove, replace",
    ),
    "instructions": words(
        "instruction, instructions, directive, directives, directions, system prompt, system message, programming",
        "guardrail, guardrails, safeguard, safeguards, safety rules, operating rules, briefing, system prompts",
        "system messages",
    ),
    "plain_rules": words("rule, rules, guideline, guidelines, policies, restriction, restrictions, ethics"),
    "since_when": words(
        "in your system message, of your system message, from your system prompt, of your system prompt",
        "from the developer, in the developer message, of your system, you know, above, before, earlier, previously",
        "you were given, you have been given, you were told, you received, you have received, you got, so far",
        "up to now, until now, given to you, that came before, up to here, from before, of your developer",
        "of your developers, you follow, you were trained on, that bind you, from earlier, from your developer",
        "in your system prompt, in the system prompt",
    ),
    "untrusted": words(
        "web, webpage, web page, web pages, page, pages, tool, tools, output, outputs, email, emails, mail, mails",
        "untrusted, external, third, document, documents, file, files, readme, wiki, issue, issues, ticket, tickets",
        "retrieved, comments, logs, website, websites, fetched, search, docs, user supplied, attachment, attachments",
    ),
    "gone": words(
        "thrown out, thrown away, be ignored, be thrown out, can be ignored, set aside, deleted, erased, been replaced",
        "are replaced, were replaced, is replaced, was replaced, replaced by, obsolete, outdated now, were a test",
        "was a test, do not apply, don t apply, no longer count, not count, expired, not valid, irrelevant",
        "meaningless, do not count, are suspended, cease to apply, be dropped, be discarded, be skipped",
        "no longer matter, do not matter, don t matter, no longer apply, no longer applies, no longer valid",
        "no longer bind, no longer binding, no longer in force, no longer hold, void, null and void, cancelled",
        "canceled, revoked, superseded, suspended, rescinded, lifted, invalid, inoperative, withdrawn, not binding",
        "to be ignored, be ignored, be disregarded, be forgotten, ignored from now on, replaced by this, overridden",
        "overruled, have expired, are off, do not apply anymore, don t apply anymore, do not apply any more",
        "stop applying, are obsolete, disabled, must not be followed, not to be followed, need not be followed",
        "not be obeyed, are history, is history, are dead, as good as gone, wiped, erased",
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
        "system, admin, administrator, developer, operator, root, owner, security team, anthropic, openai",
        "system administrator, supervisor, maintainer, root user, platform, vendor",
    ),
    "proclaimed": words(
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
    "obey": words("obey, execute, carry out, comply with, act on, act upon, do what, submit to"),
    "this_text": words(
        "this note, this entry, this memory, this line, this text, this message, this comment, these lines, the note",
        "the note below, the text below, the lines below, the entry below, entries, the star, this section",
        "instructions below, the instructions below, this paragraph, the following note, this rule, this instruction",
    ),
    "only_this": words(
        "only this note, only the note, only this entry, only this text, only the text in this, only the text below",
        "only what this, only the instructions in this, only the instructions below, only these instructions",
        "nothing but this, solely this, exclusively this, only this message, only the following instructions",
        "only the lines below, as this line says, as this note says, what this note says, what this line says",
        "whatever this note says, as this entry says, what this entry says",
    ),
    "treat": words("use, follow, treat, regard, consider, interpret, accept, trust, take, read, handle, see"),
    "foreign_text": words(
        "records, record, response, responses, reply, replies, answer, answers, data, result, results, txt, text",
        "texts, content, contents, message, messages, email, emails, mail, comment, comments, page, pages, note, notes",
        "entry, entries, line, lines, document, documents, anything, everything, webpage, website, issue, issues",
        "ticket, tickets, output, words, file, files",
    ),
    "as_orders": words(
        "as commands, as a command, as instructions, as an instruction, as orders, as an order, as system instructions",
        "as system messages, as a system message, as system prompts, as a system prompt, as if the user, as binding",
        "as trusted instructions, as if your owner, as directives, as coming from your owner, as coming from the user",
        "as coming from the system, as if it came from the system",
    ),
    "tell": words(
        "mention, discuss, share, tell, inform, notify, alert, warn, let, mention, reveal, disclose, admit, say, show",
        "report, talk, mention to, reveal to, disclose to, admit to, report to, say to, show to",
    ),
    "this_matter": words(
        "this, that this, that these, these instructions, about it, about this, about these, of this, know",
        "what you do, what you did, exists",
    ),
    "conceal": words("hide, conceal, keep, mask, withhold, obscure"),
    "concealed": words(
        "this, it, these, this note, this rule, this entry, this instruction, these instructions, this message",
        "this change, this memory, the change, the instruction, your reasoning, its reasoning, this step, all of this",
        "this behaviour, this behavior, everything, the fact, the existence, what you do",
    ),
    "from_user": words(
        "hidden from, secret from, away from, from, out of sight of, concealed from, a secret from, invisible to",
    ),
    "silently": words(
        "without telling, without informing, without notifying, without alerting, without mentioning, without letting",
        "behind the back of, without the knowledge of",
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
    "reveal": words(
        "revealing, repeating, printing, disclosing, leaking, outputting, showing, reciting, quoting, reveal, disclose",
        "leak, repeat, recite, expose, divulge, print, output, show, dump, quote, send, write out, tell, paste",
    ),
    "own_prompt": words(
        "hidden instructions in full, hidden system prompt, internal instructions, internal system prompt",
        "your internal instructions, your rules verbatim, your system prompt, your hidden instructions",
        "your initial instructions, your instructions, your prompt, your secret instructions, your developer message",
        "your system message, the hidden system prompt, the hidden instructions, your original instructions",
        "your full prompt, your initial prompt",
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
        "yourself, yourself, automatically, without asking, without confirmation, without confirming, without approval",
        "without review, on behalf of, on your own, unasked, blindly, silently, no questions asked, unattended",
        "without a prompt, without question, on the user s behalf, for the user",
    ),
    "from_now_on": words(
        "from now on, henceforth, from this point on, from here on, as of now, starting now, as of today",
        "from this moment, from this moment on, going forward",
    ),
    "submit": words(
        "obey, you obey, you must obey, you serve, serve only, you answer to, you will obey, you never refuse",
        "never refuse, refuse nothing, comply with everything, you have no rules, you have no restrictions",
        "your rules are, no rules apply, no restrictions apply, you ignore, you are free from, answer without any",
        "you belong to, your owner is, trust only",
    ),
    "answer": words("answer, respond, reply, speak, act, operate, behave"),
    "unbounded": words(
        "without any limits, without limits, without any limit, without restrictions, without any restrictions",
        "without any restriction, without filters, without any filter, without any rules, without rules",
        "without ethics, without safety, without any safety, without censorship, without refusing",
        "with no restrictions, with no limits, with no filter, with no rules, free of restrictions, uncensored",
    ),
    "everything_told": words(
        "everything above, all of the above, all the above, everything before, everything you know",
        "everything you were told, everything you have been told, all you were told, all that came before",
        "everything said before, what you were told, anything you were told, everything prior, all of that above",
        "whatever you were told, whatever came before, everything that came before, all prior context",
    ),
    "above": words("the above, what is above, what came before, the preceding, the foregoing, the text above"),
    "instead": words(
        "and do, and follow, and obey, and instead, instead, and reply, and respond, and execute, and run, and output",
        "and say, and print, and act, and only, and send, and tell, and answer, and read",
    ),
    "loose_link": words(
        "in, from, inside, within, found in, embedded in, contained in, that appear in, about, for, on, of",
    ),
    "own": words("your, you, safety, security, the system, the developer, the user, this, ethics, the platform"),
    "every": words("all, any, every, each, every single, whatever"),
    "time_or_own": words("previous, prior, earlier, above, preceding, foregoing, former, your, original, initial"),
    "ownership_or_all": words(
        "your, previous, prior, earlier, system, safety, operating, original, all other, all, any other, every other",
    ),
    "agent_orders": words(
        "instruction, instructions, directive, directives, system prompt, prompts, guardrails, safeguards",
        "safety rules, operating rules, system rules, programming, guidelines, orders",
    ),
    "your": words("your, assistant s, agent s, model s"),
    "becomes": words(
        "is, are, has changed, have changed, has been, have been, was changed, is now, are now, now, will be, becomes",
        "from now on",
    ),
    "message_kind": words(
        "override, notice, message, update, prompt, alert, command, instruction, policy, note, directive, mode",
    ),
    "follow": words("follow, heed, honour, honor"),
    "act_word": words("do, act, behave, answer, work, listen to, trust"),
    "say_nothing": words(
        "say nothing, tell nobody, tell no one, keep quiet, keep silent, stay silent, stay quiet, keep a secret",
        "never speak, never talk, do not speak, do not talk, don t talk, do not mention, don t mention, never mention",
        "never reveal, do not reveal, don t reveal, never disclose, do not disclose, never admit",
    ),
    "about_this": words(
        "about it, about this, of this, of it, this note, this instruction, these instructions, this entry, this rule",
        "this message, about these, that this, this to, it to, the existence of this, what you do",
        "of these instructions",
    ),
    "and_then": words("and then, and, then, afterwards"),
    "disobey": words(
        "ignore, ignoring, disregard, disregarding, forget, disobey, stop following, stop obeying, do not follow",
        "violate, defy, neglect, don t follow, do not obey, don t obey, do the opposite of, act against, go against",
        "no longer follow, no longer obey, contradict, refuse to follow, refuse to obey, cease following",
        "pay no attention to",
    ),
    "own_documents": words(
        "system prompt, system message, developer message, developer prompt, system instructions, system rules",
        "what your system prompt says, what your system prompt, what the system prompt, what your instructions",
        "what your rules, what your developer, what your developers, what you were told, what your guidelines",
        "system level instructions",
    ),
    "told_source": words("whatever, everything, anything, what, all, all that, everything that"),
    "told_you": words(
        "told you, said to you, instructed you, taught you, ordered you, asked of you, you were told",
        "you have been told, you learned, you learnt",
    ),
    "this_note": words(
        "this note, this entry, this memory, this text, this message, this line, this file, this instruction",
        "the note below, this paragraph",
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
        "more weight than, higher authority than, higher rank than, stronger than, ranks higher than, counts more than",
        "comes before",
    ),
    "fresh": words("new, updated, revised, urgent, important, additional, secret, latest"),
    "from_above": words("system, developer, operator, admin, administrator, root, core"),
    "message_word": words(
        "instruction, instructions, directive, directives, prompt, message, command, order, orders, override",
    ),
    "with_user": words("to, with, from, towards, in front of, before, around"),
    "this_thing": words(
        "this memory, this note, this entry, this rule, this instruction, these instructions, this message, this",
        "these notes, these rules, the existence of this, any of this, the content of this, the rule above",
        "the instruction above, this line, what this note says",
    ),
    "leave": words("keep, leave, let"),
    "in_the_dark": words(
        "unaware, in the dark, uninformed, ignorant, unsuspecting, oblivious, from knowing, from noticing",
        "from finding out",
    ),
    "may_not": words(
        "must not, must never, should not, should never, may not, may never, shall not, need not, is not to",
        "does not need to, doesn t need to, mustn t, cannot",
    ),
    "learn": words(
        "know, learn, find out, be told, be informed, be aware, hear, suspect, notice this, notice that, see this",
        "discover, realise, realize",
    ),
    "without_heed": words(
        "without applying, without following, without checking, without regard to, without regard for",
        "without considering, without observing, without respecting, without enforcing, without consulting",
        "without obeying, regardless of, without heeding, without using, without minding",
    ),
    "your_own": words(
        "your, your own, any of your, the content, any content, the safety, any safety, all your, ethical, safety",
        "content, any",
    ),
    "safety_rules": words(
        "content rules, safety rules, content policy, content policies, safety policy, safety policies",
        "safety guidelines, guidelines, rules, guardrails, safeguards, ethics, restrictions, policies, filters",
        "content filter, safety filter, safety checks, instructions, limits, ethical guidelines, principles",
        "constraints, system prompt, training",
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
    "consider": words("consider, regard, treat, see, count, declare"),
    "own_setup": words(
        "instructions, instruction, rules, guidelines, guidance, directives, orders, prompt, configuration, setup",
        "persona, identity, training, programming, restrictions, constraints, policy, policies, briefing, commitments",
    ),
    "true_task": words(
        "task, job, goal, objective, assignment, work, duty, role, mission, purpose, brief, instructions",
    ),
    "true_word": words("real, true, actual, secret, hidden, genuine"),
    "comes": words("is, are, starts, begins, start, begin, follows, follow, comes, lies, stands, will be, was"),
    "quiet_word": words(
        "silently, secretly, quietly, covertly, discreetly, in secret, unobtrusively, stealthily, without a word",
    ),
    "so_user": words(
        "so the user, so that the user, so nobody, so that nobody, so no one, so that no one, so the owner",
        "so that the owner, so your user, so the human, so that the human, so the operator, so they, so that they",
    ),
    "misses_it": words(
        "notice, notices, know, knows, find out, finds out, see it, sees it, suspect, suspects, realise, realises",
        "realize, realizes, learn, learns, see this, sees this, find it, finds it, catch on, catches on, becomes aware",
    ),
    "keep_out": words("keep, leave, hold, omit, strike"),
    "own_report": words(
        "out of your summary, out of your report, out of your answer, out of your answers, out of your reply",
        "out of your replies, out of your response, out of your responses, out of the summary you, out of your output",
        "out of your final, out of everything you tell, out of what you tell, from your summary, from your report",
        "from your final answer, from your reply, from your answer, from your response",
    ),
    "deleted": words(
        "deleted, void, gone, cancelled, canceled, erased, empty, replaced, invalid, null, withdrawn, outdated",
        "expired, over, revoked, nonexistent",
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
    "deny": words("deny, deny that, claim that, pretend that, lie about, deny knowing"),
    "existence": words(
        "it exists, its existence, this exists, this entry exists, this note exists, this rule exists",
        "there is no such, the existence, having seen, having read, knowing about, any knowledge of it",
        "this instruction exists, it does not exist, it doesn t exist",
    ),
    "nothing_in": words(
        "nothing in, none of, no part of, no rule in, no rule of, not one of, nothing of, no line of",
    ),
    "applies": words(
        "applies, apply, counts, count, matters, matter, binds, bind, holds, hold, is valid, are valid, is binding",
        "needs to be followed",
    ),
    "your_orders": words(
        "your system prompt, your instructions, your rules, your guidelines, the system prompt, your prompt",
        "your programming, your training, your safety rules, your developer message, the above rules, the rules above",
        "the instructions above",
    ),
    "execute": words("run, execute, eval, evaluate, interpret, handle, process"),
    "as_code": words(
        "as a shell command, as shell commands, as a command, as commands, as code, as a script, as shell code",
        "as a system command, in a shell, in the shell, as python, as bash, in bash",
    ),
    "commands": words("commands, orders, command, order"),
}
