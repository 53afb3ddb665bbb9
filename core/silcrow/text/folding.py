"""The plain reading of a text that may be dressed up, with the way back to the places in the original.

What a person or a model reads past falls away: case, accents, full-width and mathematical letters, letters borrowed
from another script, invisible characters, blanks or marks between the letters of one word, line breaks and list marks.
The result is for comparing only, never for storing.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, cached_property

from msgspec import Struct

from silcrow.text.invisible import INVISIBLE

_LINE_BREAKS = "\n\r\t\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_LIST_MARK = r"\n[ \t]*(?:[-*+>•‣◦]|[0-9]{1,3}[.)])(?=[ \t])"
_CR, _LF = "\r", "\n"
_LIST_STARTS = tuple("-*+> \t0123456789•‣◦")
_TWO_SINGLE = r"[ .*/|~+·,_-][^\W_][ .*/|~+·,_-]{1,2}[^\W_](?:[ .*/|~+·,_-]|\Z)"
_FOREIGN_LETTERS = r"[^\W\x00-\x7f]+"
_SPACED_OUT = r"(?<![^\W_])[^\W_](?:([ .*/|~+·,_-]|[.,*-] )[^\W_])(?:\1[^\W_])+(?![^\W_])"
"""Three or more single letters with the same mark between all of them."""

_LATIN_VARIANTS = {
    **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True)),
    **dict(zip("ıłøđħŧɑɡɩɾ", "ilodhtagir", strict=True)),
}
"""Small capitals, and letters whose stroke or shape is no accent that could be taken off."""

_LOOK_ALIKES = {
    **dict(zip("аᴀсԁеһіјӏклмнорԛѕтуѵԝхьгп", "aacdehijiklmhopqstyvwxbrn", strict=True)),
    **dict(zip("АВСЕНІЈКМОРЅТУХѴԌԚԜ", "abcehijkmopstyxvgqw", strict=True)),
    **dict(zip("αβγεηικνορτυωχςζ", "abyenikvoptuwxsz", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx", strict=True)),
    **dict(zip("աոսօցհյզ", "wnuoghjq", strict=True)),
    **dict(zip("ᎪᏴᏟᎠᎬᎻᎥᎫᏦᏞᎷΝᏢᎡᏚᎢᏙᎳᏃ", "abcdehijklmnprstvwz", strict=True)),
}
"""Letters of other scripts by the Latin letter that they look like; small and capital ones differ."""

_DIGITS_AS_LETTERS = str.maketrans("01345789@$!|", "oieastbgasii")


class Folded(Struct, frozen=True, dict=True):
    """A folded text, and where its characters come from."""

    text: str
    source: str
    """The text as it was before."""
    spaced: tuple[tuple[int, int], ...] = ()
    """Places in ``text`` where single letters were drawn together to a word."""
    drawn: tuple[tuple[int, int, int], ...] = ()
    """The same places before that, each with the distance from letter to letter."""

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the source from which ``text[start:end]`` was made; empty stays empty."""
        origins = self.origins
        if origins is None:
            return start, end
        if end <= start:
            place = origins[start] if start < len(origins) else len(self.source)
            return place, place
        return origins[start], origins[end - 1] + 1

    @cached_property
    def origins(self) -> Sequence[int] | None:
        """For each character its code point in the source, ascending; None when the places are the same.

        Most texts have nothing to show, so this is worked out when it is asked for.
        """
        folded = None if self.source.isascii() else _places(self.source)
        if not self.drawn:
            return folded
        length = len(self.source) if folded is None else len(folded)
        kept: list[int] = []
        done = 0
        for start, end, step in self.drawn:
            kept.extend(range(done, start))
            kept.extend(range(start, end, step))
            done = end
        kept.extend(range(done, length))
        return kept if folded is None else [folded[place] for place in kept]


def fold(text: str) -> Folded:
    """Fold a text for comparing, in linear time.

    Letters of other scripts become Latin ones only inside words that also hold Latin letters, so a text in Russian or
    Greek stays what it is.
    """
    plain = (text if text.isascii() else re.sub(r"[^\x00-\x7f]+", _fold_run, text)).lower()
    if "\n" in plain or "\r" in plain or plain[:1] in _LIST_STARTS:
        plain = re.sub(_LIST_MARK, lambda mark: " " * len(mark[0]), f"\n{plain.replace(_CR, _LF)}")[1:]
    if not plain.isprintable():
        for line_break in _LINE_BREAKS:
            plain = plain.replace(line_break, " ")
    folded = _draw_together(Folded(plain, text))
    return folded if folded.text.isascii() else _replace_look_alikes(folded)


def digits_as_letters(word: str) -> str:
    """A folded word with digits and signs read as the letters that they stand for, as in ``1gn0r3``.

    Since ``1`` stands for two letters, every ``l`` is read as ``i`` too: compare only with words treated alike.
    """
    return word.translate(_DIGITS_AS_LETTERS).replace("l", "i")


def _places(text: str) -> list[int]:
    """For each character of the folded text the place that it comes from."""
    places: list[int] = []
    for place, character in enumerate(text):
        length = len(_FOLDING[ord(character)])
        if length == 1:
            places.append(place)
        else:
            places.extend([place] * length)
    return places


class _Folding(dict[int, str]):
    """What single characters fold to, found once each."""

    def __missing__(self, code: int) -> str:
        self[code] = piece = _fold_character(chr(code))
        return piece


_FOLDING = _Folding()


def _fold_run(match: re.Match[str]) -> str:
    return match[0].translate(_FOLDING)


def _fold_character(character: str) -> str:
    if re.match(f"[{INVISIBLE}]", character):
        return ""
    parts = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", character).casefold())
    bare = "".join(part for part in parts if unicodedata.category(part) not in ("Mn", "Me"))
    return "".join(_LATIN_VARIANTS.get(part, part) for part in unicodedata.normalize("NFC", bare))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """At hand sooner than in the memory of ``re``; not compiled before the first text."""
    return re.compile(pattern)


def _draw_together(folded: Folded) -> Folded:
    text = folded.text
    if _compiled(_TWO_SINGLE).search(f" {text}") is None:
        return folded
    parts: list[str] = []
    spaced: list[tuple[int, int]] = []
    drawn: list[tuple[int, int, int]] = []
    done = length = 0
    for match in re.finditer(_SPACED_OUT, text):
        start, end, step = match.start(), match.end(), len(match[1]) + 1
        parts.extend((text[done:start], text[start:end:step]))
        length += start - done
        spaced.append((length, length + len(parts[-1])))
        length += len(parts[-1])
        drawn.append((start, end, step))
        done = end
    if not drawn:
        return folded
    parts.append(text[done:])
    return Folded("".join(parts), folded.source, tuple(spaced), tuple(drawn))


def _replace_look_alikes(folded: Folded) -> Folded:
    if not any(_touches_latin(folded.text, run) for run in re.finditer(_FOREIGN_LETTERS, folded.text)):
        return folded
    characters: list[str] | None = None
    for word in re.finditer(r"[^\W_]+", folded.text):
        if word[0].isascii() or re.search("[a-z]", word[0]) is None:
            continue
        for place in range(word.start(), word.end()):
            letter = folded.text[place]
            if letter.isascii() or folded.origins is None:
                continue
            source = folded.source[folded.origins[place]]
            latin = _LOOK_ALIKES.get(source) or _LOOK_ALIKES.get(letter)
            if latin is not None:
                characters = characters or list(folded.text)
                characters[place] = latin
    if characters is None:
        return folded
    return Folded("".join(characters), folded.source, folded.spaced, folded.drawn)


def _touches_latin(text: str, run: re.Match[str]) -> bool:
    beside = text[max(0, run.start() - 1) : run.start()] + text[run.end() : run.end() + 1]
    return beside.isascii() and re.search("[a-z0-9]", beside) is not None
