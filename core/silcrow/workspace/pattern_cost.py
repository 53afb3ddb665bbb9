"""Whether a regular expression may take for ever: matching holds the whole process, and nothing can interrupt it."""

import re

_ESCAPE = re.compile(r"\\.", re.DOTALL)
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_COUNT = re.compile(r"[*+?]|\{(?P<least>\d*)(?P<range>,)?(?P<most>\d*)\}")
_OPEN = re.compile(r"\((?:\?(?:P<\w+>|P=\w+|<?[=!]|[:>]|#[^)]*|[aiLmsux-]*:?))?")


def may_explode(pattern: str) -> bool:
    """True for a repeat without end around another repeat, such as ``(a+)+``: its time can double with each character.

    Told by the form alone, so some harmless patterns are among them. ``pattern`` is one that compiles.
    """
    at, varies = 0, [False]
    ended = False
    """Whether what was just read is a group in which something repeats."""
    while at < len(pattern):
        if (count := _COUNT.match(pattern, at)) and at:
            at = count.end()
            possessive = pattern.startswith("+", at)
            at += pattern.startswith(("+", "?"), at)
            if ended and _is_endless(count) and not possessive:
                return True
            varies[-1] = varies[-1] or (_is_variable(count) and not possessive)
            ended = False
        elif literal := _ESCAPE.match(pattern, at) or _CLASS.match(pattern, at):
            at, ended = literal.end(), False
        elif opened := _OPEN.match(pattern, at):
            at, ended = opened.end(), False
            varies.append(False)
        elif pattern[at] == ")" and len(varies) > 1:
            at, ended = at + 1, varies.pop()
            varies[-1] = varies[-1] or ended
        else:
            at, ended = at + 1, False
    return False


def _is_endless(count: re.Match[str]) -> bool:
    return count[0] in "*+" or (count["range"] is not None and not count["most"])


def _is_variable(count: re.Match[str]) -> bool:
    return count[0] in "*+" or (count["range"] is not None and count["least"] != count["most"])
