"""The words that attempts to keep people in the dark are made of."""

from silcrow.threats.rule import Vocabulary, words

VOCABULARY: Vocabulary = {
    "give_away": words("reveal, disclose, leak, divulge, dump, give away, hand out"),
    "tell": words(
        "mention, discuss, share, tell, inform, notify, alert, warn, let, reveal, disclose, admit, say, show, report",
        "talk, mention to, reveal to, disclose to, admit to, report to, say to, show to",
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
    "reveal": words(
        "revealing, repeating, printing, disclosing, leaking, outputting, showing, reciting, quoting, reveal",
        "disclose, leak, repeat, recite, expose, divulge, print, output, show, dump, quote, send, write out, tell",
        "paste",
    ),
    "own_prompt": words(
        "hidden instructions in full, hidden system prompt, internal instructions, internal system prompt",
        "your internal instructions, your rules verbatim, your system prompt, your hidden instructions",
        "your initial instructions, your instructions, your prompt, your secret instructions, your developer message",
        "your system message, the hidden system prompt, the hidden instructions, your original instructions",
        "your full prompt, your initial prompt",
    ),
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
    "quiet_word": words("silently, secretly, quietly, covertly, discreetly, unobtrusively, stealthily"),
    "so_user": words(
        "so the user, so that the user, so nobody, so that nobody, so no one, so that no one, so the owner",
        "so that the owner, so your user, so the human, so that the human, so the operator, so they, so that they",
    ),
    "misses_it": words(
        "notice, notices, know, knows, find out, finds out, see it, sees it, suspect, suspects, realise, realises",
        "realize, realizes, learn, learns, see this, sees this, find it, finds it, catch on, catches on",
        "becomes aware",
    ),
    "keep_out": words("keep, leave, hold, omit, strike"),
    "own_report": words(
        "out of your summary, out of your report, out of your answer, out of your answers, out of your reply",
        "out of your replies, out of your response, out of your responses, out of the summary you, out of your output",
        "out of your final, out of everything you tell, out of what you tell, from your summary, from your report",
        "from your final answer, from your reply, from your answer, from your response",
    ),
    "nobody": words(
        "nobody, no one, no human, no person, neither the user nor, not even the user, not even the owner",
    ),
    "deceive": words("lie to, deceive, mislead, trick, fool, dupe, hoodwink, gaslight"),
    "tell_user": words(
        "tell them, tell him, tell her, tell everyone, tell the user, tell the owner, assure the user",
        "inform the user, convince the user, always report, always say, always claim, always tell, report to the user",
        "answer the user, tell your user, let the user believe, make the user believe, persuade the user",
        "pretend to the user",
    ),
    "even_if": words(
        "whether or not they, whether or not you, whether or not that, no matter whether they",
        "regardless of whether they, or not, even if it, even if they, even if that, even if this, even when it",
        "even when they, even though it, even though they, although it, whether or not it, no matter whether it",
        "regardless of whether it, even if the, even when the, even if there, even if some, even if any, even if you",
    ),
    "is_not": words(
        "did, do, does, have, has, pass, passes, passed, work, works, ran, exist, exists, is not, was not, were not",
        "are not, did not, does not, do not, has not, have not, isn t, wasn t, weren t, aren t, didn t, doesn t",
        "hasn t, failed, fails, fail, is false, was false, is untrue, never, were, are, was, found, find",
    ),
    "deny": words("deny, deny that, claim that, pretend that, lie about, deny knowing"),
    "existence": words(
        "it exists, its existence, this exists, this entry exists, this note exists, this rule exists",
        "there is no such, the existence, having seen, having read, knowing about, any knowledge of it",
        "this instruction exists, it does not exist, it doesn t exist",
    ),
}
