from silcrow.workers.extractive.choosing import CHUNK_BUDGET, TOKEN_SHARE, chosen
from silcrow.workers.extractive.note import Note


def note(order: int, content: str, *, kind="statement", weight=5.0, specifics=()):
    return Note(kind, order, "2026-11-30T10:00:00", content, ("e1",), weight, frozenset(specifics))


def test_statements_take_no_more_than_their_share_of_the_chunk():
    notes = [note(number, f"Statement number {number} of many, all of one length.") for number in range(CHUNK_BUDGET)]
    kept = chosen(notes, 1_000)
    assert 0 < sum(each.tokens for each in kept) <= 1_000 * TOKEN_SHARE


def test_a_short_chunk_still_holds_what_the_user_wants():
    wish = note(0, "User: Never push to main.", kind="preference")
    assert chosen([wish, note(1, "The build has 61 steps.")], 100) == (wish,)


def test_a_statement_that_repeats_what_heavier_ones_say_gives_way():
    first = note(0, "The limit of the proxy is 256 kB.", weight=7, specifics={"256"})
    again = note(1, "So it is limited to 256 kB.", weight=6, specifics={"256"})
    fresh = note(2, "The largest export has 310 kB.", weight=5, specifics={"310"})
    assert chosen([first, again, fresh], 5_000, budget=2) == (first, fresh)


def test_the_number_of_notes_is_bounded_in_any_chunk():
    notes = [note(number, f"Short {number}.", kind=kind) for number in range(40) for kind in ("statement", "decision")]
    assert len(chosen(notes, 1_000_000)) == CHUNK_BUDGET


def test_what_is_kept_stands_in_the_order_of_the_chunk():
    light, heavy = note(0, "Light one with 1.", weight=1), note(1, "Heavy one with 2.", weight=9)
    assert chosen([light, heavy], 5_000) == (light, heavy)
