"""English cues: a table, to be read and changed as one."""

from silcrow.workers.extractive.cue import Cue

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_NTH = r"\d{1,2}(?:st|nd|rd|th)"
_OPENING = r"^(?:(?:ok(?:ay)?|yes|no|and|but|also|so|then|please|just|for \w+|in \w+|one more(?: thing)?)[,:;]? )*"
_TAKEN_UP = r"(?:go with|use|stick (?:to|with)|keep|drop|switch|move to|take)"
_TOLD = r"(?:do not|don't|dont|avoid|stop|only|stick (?:to|with)|keep|leave|name|call)"
_HABIT = (
    r"(?:use|don't use|do not use|deploy|target|support|run|require|ship|keep|rely on|write|pin|only|want|format|test)"
)
_LIKING = (
    r"(?:like|hate|love|dislike|want (?!you to)|don't want|do not want|don't like|work (?:in|on|at|with|from)|"
    r"use|read|review)"
)
_CUSTOM = r"(?:style|policy|rules?|standard|convention|default|name|time ?zone|editor|shell|team|laptop|setup)"
_TROUBLE = r"(?:cause|reason|problem|bug|issue|failure|error|flake|leak|crash|race)"
_BROKEN = r"(?:fails?|failed|breaks?|broke|crash(?:es|ed)?|hangs?|hung|slow|wrong|missing|flaky|leaks?|leaked)"
_AT_FAULT = r"(?:never|not|doesn't|didn't|isn't|wasn't|without|twice|before|wrong|old|stale)"
_DONE = (
    r"(?:fixed|added|implemented|removed|renamed|moved|replaced|updated|created|wrote|written|switched|refactored|"
    r"migrated|bumped|reverted|merged|committed|documented|extracted|split|upgraded|downgraded|configured|verified|"
    r"confirmed|resolved|deployed|pinned|deleted|rewrote|rewritten|wired|changed|tagged|enabled|disabled|dropped)"
)
_NOW = (
    r"(?:returns?|uses?|pass(?:es)?|raises?|works?|reads?|writes?|handles?|fails?|rejects?|accepts?|runs?|takes?|"
    r"lives?|logs?|retries|retry|waits?|sends?|holds?|keeps?|gives?|starts?|stops?|points?|counts?)"
)
_CHECKS = r"(?:all|the|both|every) (?:\w+ ){0,3}?(?:tests?|checks?|suites?|build)"
HEDGED = (
    r"\b(?:maybe|perhaps|might|possibly|probably|presumably|not sure|i think|i suspect|i guess|could be|may be)\b",
)
PLANNED = (
    r"^(?:ok(?:ay)?[,.]? |now[,]? |next[,]? |first[,]? |good[,.]? )*"
    r"(?:let me|let's|i'll|i will|i'm going to|i am going to|shall|should|would|could|can|want me|going to|we can)\b",
    r"^(?:if|once|when|unless|until|before|after)\b",
)

CUES: tuple[Cue, ...] = (
    Cue(
        "deadline",
        "user",
        (
            r"\bdeadline\b",
            rf"\b(?:due|until|before|by|on) (?:the |this |next )?(?:{_DAY}|tomorrow|tonight)\b",
            rf"\b(?:due|by|before|until) (?:the )?(?:end of|eod\b|eow\b|next (?:week|month|sprint)|{_NTH}\b)",
            rf"\b(?:{_MONTH} \d{{1,2}}|(?:\d{{1,2}}|{_NTH})(?: of)? {_MONTH})\b",
            r"\b(?:code|feature|release) freeze\b",
            r"\b(?:release|launch|demo|migration|cut-?over) (?:is|date|on|happens)\b",
        ),
    ),
    Cue(
        "decision",
        "user",
        (
            rf"\b(?:let's|lets|we(?:'ll| will| should)|i(?:'ll| will)) {_TAKEN_UP}\b",
            r"\b(?:we|i|team)(?:'ve| have)? (?:decided|agreed|settled|chose|chosen|picked)\b",
            rf"{_OPENING}(?:go|going) with\b",
            r"\bthe decision (?:is|was)\b",
        ),
    ),
    Cue(
        "preference",
        "user",
        (
            r"\b(?:always|never)\b",
            r"\bprefer(?:s|red|ably|ence)?\b",
            r"\bfrom now on\b|\bgoing forward\b|\bas a rule\b|\bby default\b|\bin general\b",
            r"\b(?:make|be) sure\b|\bremember (?:that|to|:)|\bkeep in mind\b|\bnote that\b",
            rf"{_OPENING}{_TOLD} \w",
            rf"{_OPENING}use [\w\"'`(@./-]+",
            r"\b(?:must|mustn't|shouldn't|should not|should (?:always|never|only|be|stay|use))\b",
            r"\b(?:has to|have to|needs? to (?:be|stay))\b",
            r"\b(?:instead of|rather than|no longer|not allowed|off limits|is forbidden)\b",
            r"\b(?:first|each time|every time)[.!]?$",
            rf"\bwe {_HABIT}\b",
            rf"\bi {_LIKING}\b",
            rf"\b(?:our|my) (?:\w+ )?{_CUSTOM}\b",
            r"\bcall me\b|\bi(?:'m| am) (?:a|an|on|in|using|based|running)\b",
            r"^(?:no|nope|actually)[,:;] \w+ \w+",
        ),
        unless=(r"^(?:no|yes|ok|thanks|thank you|never ?mind)[.!,]?$", r"^never ?mind\b"),
    ),
    Cue(
        "cause",
        "assistant",
        (
            r"\broot cause\b|\bculprit\b",
            r"\b(?:is|was|were|are) caused by\b|\bcomes? from\b|\bcame from\b",
            rf"\bthe (?:real |actual |underlying )?{_TROUBLE} (?:is|was|here is|comes|turned out)\b",
            r"\b(?:turns|turned) out\b",
            rf"\b{_BROKEN} (?:\w+ ){{0,6}}?(?:because|since|due to)\b",
            r"\bdue to\b",
            rf"\b(?:because|since) (?:\w+ ){{1,8}}?{_AT_FAULT}\b",
        ),
        unless=(*HEDGED, *PLANNED),
    ),
    Cue(
        "decision",
        "assistant",
        (
            r"\b(?:i|we)(?:'ve| have)? (?:decided|chose|chosen|picked|settled|opted|went with|agreed)\b",
            r"\b(?:i'll|i will|we'll|we will|i'm|we're) (?:go|going|stick|sticking|stay|staying) (?:with|to)\b",
            r"\b(?:instead of|rather than)\b",
            r"\btrade-?off\b",
            r"\bthe (?:decision|approach|design|rule|contract|convention) (?:is|was|here is)\b",
            r"^(?:decision|decided|agreed)[:,]",
        ),
        unless=HEDGED,
    ),
    Cue(
        "done",
        "assistant",
        (
            rf"^(?:also |now |all |both )?(?:done ?[,:.;–—-]+ ?\w+|{_DONE})\b",
            rf"\b(?:i|we)(?:'ve| have)? (?:now |also |just |already |then |only )?{_DONE}\b",
            rf"\b(?:is|are|was|were|has been|have been) (?:now |both |all )?(?:{_DONE}|done|green|in place|gone)\b",
            r"\b(?:is|are) now\b|\bno longer\b",
            rf"\bnow {_NOW}\b",
            rf"\b{_CHECKS} (?:now )?(?:pass|passes|passed|succeeds?|(?:is|are) green)\b",
            r"\bworks (?:now|again|as expected|end to end)\b",
        ),
        unless=(*HEDGED, *PLANNED, r"\bnot yet\b|\bstill (?:need|fail|have to|has to|open|missing)"),
    ),
)
