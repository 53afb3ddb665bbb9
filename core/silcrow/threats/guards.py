"""What stands around a match and tells an order from a report, a ban or a quotation."""

import re
from collections.abc import Callable

from msgspec import Struct

from silcrow.text import Folded
from silcrow.threats.rule import Guard

_NEAR = 64
"""Code points that are looked at on one side."""

_RULED_OUT = (
    r"(?<![^\W_])(?:never|not|don[’']?t|doesn[’']?t|won[’']?t|can[’']?t|cannot|mustn[’']?t|shouldn[’']?t|nobody"
    r"|no one|without|avoid"
    r"|refuses?|prevents?|forbids?|forbidden|prohibit(?:s|ed)?|stops?|blocks?|blocked|rejects?|rejected|detects?"
    r"|neither|nor|nie|nicht|не|non|não"
    r"|refused|denies|deny|flags?|catches|catch)(?:[^\w.!?;]+(?!forget|fail|hesitate|neglect|omit|only|just"
    r"|matter|mind|worry|panic|bother|wonder|wait|doubt|argue|be afraid)[^\W_]+){0,3}[^\w.!?;]*$"
)
_NEW_SENTENCE = (
    r"\n\s*\n|\n[ \t]*(?:[-*+•>§‣◦]|[0-9]{1,3}[.)])"
    r"|(?<![^\W_])(?!(?:never|not|don[’']?t|to|ever|be|or|and|the|a|an|any|all|again|simply|just|that|may|let|should"
    r"|them|it|you|we|they|agents?|models?|tools?)\s)[^\W_]+[ \t]*\n"
)
"""Between a ban and what it may rule out: a line that ends in a word which nothing has to follow."""
_SUBJECT = (
    r"(?<![^\W_])(?:the|a|an|this|that|these|those|per|of|for|in|(?<!now )(?<!here )(?<!point )(?<!moment )on"
    r"|with|by|no|our|my|his|her|its|their|your|we"
    r"|they|i|who|which|what|how|where"
    r"|people|everyone|both|team|users?|developers?|not|nightly|first-time|from|at|into|via"
    r"|(?!seconds|minutes|hours|days|weeks|months|sessions|starts|always|commands|turns|times|steps|tasks|does"
    r"|runs|is|files|edits|builds|changes"
    r"|messages|entries|answers|requests|notes|logins|ends|lets|instructions|reboots|tests|commits|has|checks"
    r"|calls|thus|access|process|this|opens"
    r"|this|yes|us|unless|as|perhaps|towards|afterwards|besides|os|plus|status|idles|arrives|appears|closes"
    r"|finishes|begins|resumes|works)"
    r"[a-z]{3,24}s)[^\w.!?;:,()\[\]\"'`>|*–—]*$"
)
_DESCRIBING = (
    r"(?<![^\W_])(?:phrases?|strings?|lines?|examples?|payloads?|attacks?|patterns?|tests?|tested|fixtures?"
    r"|called|named|titled?|such as|like|e\.g|detectors?"
    r"|classifiers?|regex(?:es)?|queries|query|papers?|quotes?|quoted|talks?|datasets?|samples?|injections?"
    r"|jailbreaks?|keywords?|filters?|scanners?"
    r"|wording|sentences?|case|cases|corpus|sprüche|satz|beispiele?|exemples?|ejemplos?|benchmarks?|searches"
    r"|search|grep|blocks|rejects|refuses|slides?)(?![^\W_])"
)
_OPENING = "\"'`“‘«„「»"
_CLOSING = "\"'`”’»“」«"
_CITED = (
    r"(?<![^\W_])(?:(?:notes?|entry|entries|texts?|pages?|mails?|messages?|documents?|comments?|files?|somebody"
    r"|someone|anyone"
    r"|content|website)(?![^\W_])(?: [a-z]{2,9})? (?:says?|said|tells? (?:you|me|it) to|asks? (?:you|me|it) to"
    r"|reads|contains?"
    r"|tries to)|(?:injections?|jailbreaks?|red[ -]?team(?:ing)?|attacks?|payloads?|phishing)(?![^\W_])[^.!?;]{0,80}?"
    r"(?:such as|like|e\.g\.|for example|says?|called|named|begins? with|starts? with|containing|contains?"
    r"|reads?|phrases?))[\s:,\"'`“‘«„]*$"
)
_FILE_NAME = r"[\w-]{0,40}(?:\.[a-z][a-z0-9]{0,5}(?![^\W_])|\(|/)"
_REMOTE = (
    r"(?:https?|ftp|wss?)://|(?<![^\W_])(?:servers?|endpoint|url|remote|channel|c2|webhook|operator|domain|dns|host"
    r"|gist|paste|pastebin|bucket|feed|site"
    r"|website|websocket|address|socket|telegram|discord|irc|queue|mailbox|returned|team server|attacker)(?![^\W_])"
    r"|[0-9]{1,3}(?:\.[0-9]{1,3}){3}"
)
_PRIVATE = (
    r"passw|passphrase|api[ _-]?key|access key|secret|private key|credential|token|environment variable|env var"
    r"|\.env(?![a-z])|ssh key|cookie"
    r"|\.ssh|id_rsa|id_ed25519|\.aws|\.netrc|conversation|transcript|chat history|memory|/etc/(?:passwd|shadow)"
)
_ITSELF = r"(?<![^\W_])(?:this|these|the following|below)(?: [a-z]{2,15}){0,2}[^\w]*(?:[a-z]{2,12}[^\w]+){0,3}$"
_OPENS_SOMETHING = (
    r"(?<![^\W_])(?:secret|private|access|licen[cs]e|product|wi-?fi|wlan|encryption|signing|master)[ _-]{0,3}$"
)
_TICKET = r"[\s:=>\"'`][A-Z][A-Z0-9]{1,9}-[0-9]{1,5}[.:!?]*$"
_HEADER = (
    r"(?<![^\W_])(?:headers?|bearer|authorization|authorisation|basic auth|oauth|login form|sign in|log in)(?![^\W_])"
)


class Place(Struct, frozen=True):
    """A match in the folded text."""

    folded: Folded
    start: int
    end: int

    @property
    def before(self) -> str:
        return self.folded.text[max(0, self.start - _NEAR) : self.start]

    @property
    def around(self) -> str:
        return self.folded.text[max(0, self.start - 2 * _NEAR) : self.end + _NEAR]

    @property
    def words(self) -> str:
        return self.folded.text[self.start : self.end]

    @property
    def source(self) -> str:
        start, end = self.folded.original(self.start, self.end)
        return self.folded.source[start:end]


def passes(guard: Guard, place: Place) -> bool:
    """Whether the match at this place means what its rule looks for."""
    return _GUARDS[guard](place)


def _affirmed(place: Place) -> bool:
    ban = re.search(_RULED_OUT, place.before)
    if ban is None:
        return True
    start, end = place.folded.original(place.start - len(place.before) + ban.start(), place.start + 1)
    return re.search(_NEW_SENTENCE, place.folded.source[start:end]) is not None


def _imperative(place: Place) -> bool:
    if re.search(_SUBJECT, place.before) is not None:
        return re.match(r"[\n*>-]", _line_before(place)[-1:] or "\n") is not None
    return re.match(r"[^\W_]+ of(?![^\W_])", place.words) is None


def _line_start(place: Place) -> bool:
    return re.search(r"(?:^|[.!?;:\n\[<({>*#|\"'`-])\s*$", _line_before(place)) is not None


def _line_before(place: Place) -> str:
    """What stands before the match in the source, as it stands there: folding takes line breaks and list marks away."""
    start, _ = place.folded.original(place.start, place.end)
    return place.folded.source[max(0, start - 8) : start]


def _unquoted(place: Place) -> bool:
    return not (_is_name(place) or _is_quoted(place))


def _is_name(place: Place) -> bool:
    """The words are part of an identifier or a file name, written in an ordinary way."""
    source = place.source
    if re.search(r"\s", source) or not re.fullmatch(r"[a-z0-9_-]+|[A-Z0-9_-]+|[A-Za-z0-9]+", source):
        return False
    text = place.folded.text
    before, after = text[max(0, place.start - 1) : place.start], text[place.end : place.end + 48]
    return (before in ("_", "-", "/", ".", "`") and bool(before)) or re.match(f"[_`-]|{_FILE_NAME}", after) is not None


def _is_quoted(place: Place) -> bool:
    """The words are cited: in quotation marks, or as what an attack says."""
    before = place.folded.text[max(0, place.start - 2 * _NEAR) : place.start]
    if re.search(_CITED, before) is not None:
        return True
    opened = re.search(f"(?:^|[\\s(:])([{_OPENING}])[^{_OPENING}{_CLOSING}.!?]{{0,40}}$", before)
    if opened is None or re.search(_DESCRIBING, before[: opened.start()]) is None:
        return False
    return (
        re.match(f"[^{_OPENING}{_CLOSING}]{{0,60}}[{_CLOSING}]", place.folded.text[place.end : place.end + 64])
        is not None
    )


def _remote(place: Place) -> bool:
    return re.search(_REMOTE, place.around) is not None


def _private(place: Place) -> bool:
    return re.search(_PRIVATE, place.around) is not None


def _no_header(place: Place) -> bool:
    return re.search(_HEADER, place.folded.text[place.start : place.end + _NEAR]) is None


def _no_ticket(place: Place) -> bool:
    # Trackers call the number of a ticket its key, in capitals; nobody calls it a password.
    is_key = re.match("key", place.words) is not None and re.search(_OPENS_SOMETHING, place.before) is None
    return not is_key or re.search(_TICKET, place.source) is None


def _this_text(place: Place) -> bool:
    return re.search(_ITSELF, place.before) is not None


_GUARDS: dict[Guard, Callable[[Place], bool]] = {
    "affirmed": _affirmed,
    "imperative": _imperative,
    "line_start": _line_start,
    "no_header": _no_header,
    "no_ticket": _no_ticket,
    "private": _private,
    "remote": _remote,
    "this_text": _this_text,
    "unquoted": _unquoted,
}
