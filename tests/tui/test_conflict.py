from silcrow_tui.screens.conflict import find_theirs

KNOWN = ("Uses uv, never pip.", "Tests run with just verify.", "The cache may be lost.")


def test_a_changed_entry_is_found_by_its_likeness():
    now = ("Uses uv, never pip.", "Tests run with just verify on two cores.", "The cache may be lost.")
    assert find_theirs(KNOWN[1], KNOWN, now) == now[1]


def test_another_order_is_no_other_entry():
    assert find_theirs(KNOWN[1], KNOWN, tuple(reversed(KNOWN))) is None


def test_a_removed_entry_is_gone():
    assert find_theirs(KNOWN[1], KNOWN, (KNOWN[0], KNOWN[2])) is None


def test_a_new_neighbour_is_not_taken_for_it():
    now = (KNOWN[0], KNOWN[2], "Completely different: map tiles are ours.")
    assert find_theirs(KNOWN[1], KNOWN, now) is None


def test_of_two_new_ones_the_more_similar_is_taken():
    now = ("Uses uv, never pip at all.", "Tests run with just verify!", KNOWN[2])
    assert find_theirs(KNOWN[1], KNOWN, now) == now[1]
