"""Whether everything a backup holds still stands in a live file."""

from collections.abc import Collection, Iterable

from silcrow.curated.entry_format import is_delimiter_line, strip, unify_line_ends


def lines_of(texts: Iterable[str]) -> frozenset[str]:
    """The whole lines of entries, without outer blanks."""
    return frozenset(strip(line) for text in texts for line in text.split("\n"))


def missing_lines(content: bytes, live: Collection[str]) -> int:
    """How many non-blank lines of a backup are no whole line of a live entry; delimiters don't count."""
    text = unify_line_ends(content.decode("utf-8", "surrogateescape"))
    return sum(
        1 for line in text.split("\n") if (bare := strip(line)) and not is_delimiter_line(line) and bare not in live
    )
