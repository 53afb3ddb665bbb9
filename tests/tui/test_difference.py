from silcrow_tui.screens.difference import diff_lines
from silcrow_tui.signs import ASCII, UNICODE
from silcrow_tui.widgets.line import plain


def rows(before: str, after: str) -> list[str]:
    return [plain(row) for row in diff_lines(before, after, UNICODE)]


def test_a_changed_line_shows_as_taken_out_and_put_in():
    assert rows("a\nb\nc\n", "a\nB\nc\n") == ["   1   a", "   2 − b", "   2 + B", "   3   c"]


def test_a_new_text_is_all_added():
    assert rows("", "a\nb") == ["   1 + a", "   2 + b"]


def test_far_apart_changes_leave_out_what_is_between():
    before = "\n".join(f"line {n}" for n in range(40))
    after = before.replace("line 2\n", "LINE 2\n").replace("line 37", "LINE 37")
    shown = rows(before, after)
    assert len(shown) < 20
    assert any(row.strip() == "…" for row in shown)


def test_equal_texts_say_so():
    assert rows("same", "same") == ["nothing changed"]


def test_signs_follow_the_terminal():
    assert [plain(row) for row in diff_lines("a", "b", ASCII)] == ["   1 - a", "   1 + b"]


def test_content_is_harmless():
    assert all("\x1b" not in row for row in rows("\x1b[31m", "\x1b]0;x\x07"))


def test_a_megabyte_is_compared_as_far_as_it_is_shown():
    shown = rows("a", "b " * 500_000)
    assert shown[-1] == "compared are the first 65,536 of 1,000,000 chars"
