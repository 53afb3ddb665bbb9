"""What of a found text anybody may read: bounded, marked in the right place, and without secrets."""

from hypothesis import given
from hypothesis import strategies as st

from silcrow.workspace.excerpts import excerpt, shows_part_of

TOKEN = "ghp_9sKd83mZq71LwPxRt5VnBc2YhJ4fGa6uEo0T"
MARK = "[secret left out]"


def around(text: str, wanted: str) -> tuple[str, str]:
    """The excerpt and what is marked in it."""
    start = text.index(wanted)
    shown, span = excerpt(text, (start, start + len(wanted)))
    return shown, shown[slice(*span)]


def test_a_secret_beside_the_match_is_left_out_and_the_match_is_marked():
    shown, marked = around(f"for pushing use {TOKEN} and nothing else", "nothing")
    assert shown == f"…{MARK} and nothing else"
    assert marked == "nothing"


def test_a_match_before_a_secret_is_marked():
    assert around(f"for pushing use {TOKEN} only", "pushing")[1] == "pushing"


def test_a_match_in_a_secret_is_marked_as_what_stands_in_its_place():
    shown, marked = around(f"use {TOKEN} only", "83mZq71")
    assert TOKEN[:8] not in shown
    assert marked == MARK


def test_a_match_that_runs_into_a_secret_ends_with_it():
    assert around(f"for pushing use {TOKEN} only", f"use {TOKEN[:9]}")[1] == f"use {MARK}"


def test_a_secret_that_begins_before_the_excerpt_shows_no_end():
    text = f"{'a word ' * 20}{TOKEN} is the token for all of it"
    shown, marked = around(text, "token")
    assert marked == "token"
    assert not any(TOKEN[at : at + 8] in shown for at in range(len(TOKEN) - 8))


def test_a_secret_that_ends_behind_the_excerpt_shows_no_beginning():
    text = f"token {'x ' * 100}{TOKEN} {'y ' * 200}"
    shown, _ = around(text, "token")
    assert not any(TOKEN[at : at + 8] in shown for at in range(len(TOKEN) - 8))


def test_an_excerpt_is_known_as_one_of_its_text_with_its_secrets_left_out():
    text = f"{'word ' * 30}for pushing use {TOKEN} and nothing else {'word ' * 60}"
    shown, _ = around(text, "nothing")
    assert shows_part_of(shown, text)
    assert not shows_part_of(shown, "another text for pushing")


@given(st.text(alphabet="ab …\n", max_size=600), st.integers(0, 600), st.integers(1, 300))
def test_without_secrets_the_marked_part_is_the_match_or_its_beginning(text: str, start: int, length: int):
    match = text[start : start + length]
    if not match:
        return
    shown, span = excerpt(text, (start, start + len(match)))
    marked = shown[slice(*span)]
    assert marked
    assert match.startswith(marked)
    assert len(shown) <= 242
