"""Fenced code inside entries: what stands in it is quoted, so most checks leave it out."""

from collections.abc import Iterator

from silcrow.curated.entry_format import Part


def open_lines(part: Part) -> Iterator[tuple[int, int, str]]:
    """Lines of an entry outside fenced code: (line number in the file, offset in the text, line).

    A fence is a line that starts with three or more backticks or tildes. It ends at a line of at least as many of the
    same mark, or with the entry.
    """
    fence = ""
    offset = part.offset
    for number, line in enumerate(part.text.split("\n"), start=part.line):
        mark = _fence_mark(line)
        if fence:
            if mark.startswith(fence) and not line.strip().strip(mark[0]):
                fence = ""
        elif mark:
            fence = mark
        else:
            yield number, offset, line
        offset += len(line) + 1


def _fence_mark(line: str) -> str:
    text = line.lstrip()
    for char in "`~":
        if text.startswith(char * 3):
            return text[: len(text) - len(text.lstrip(char))]
    return ""
