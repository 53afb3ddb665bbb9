from silcrow.curated.matching import find_entry, nearest_entries, preview


def test_an_equal_entry_wins_over_one_that_contains_the_text() -> None:
    assert find_entry(["echo tests pass on CI", "test"], "test").place == 1


def test_a_part_of_one_entry_names_it() -> None:
    assert find_entry(["Uses uv", "Lives in Oslo"], "Oslo").place == 1


def test_a_part_of_several_entries_names_none_and_lists_them() -> None:
    match = find_entry(["Uses uv", "Never uses pip", "Lives in Oslo"], "ses")
    assert match.place is None
    assert match.places == (0, 1)


def test_case_counts() -> None:
    assert find_entry(["Uses uv"], "uses UV").places == ()


def test_composed_and_decomposed_accents_meet() -> None:
    assert find_entry(["Zo\u00eb says hi"], "Zoe\u0308").place == 0


def test_the_raw_text_is_tried_before_its_composed_form() -> None:
    assert find_entry(["Zo\u00eb", "Zoe\u0308"], "Zoe\u0308").place == 1


def test_curly_quotes_match_nothing_but_the_entry_is_nearest() -> None:
    entries = ["Prefers tea in the morning", "Zoë says “ship it” — always"]
    assert find_entry(entries, 'Zoë says "ship it" -- always').places == ()
    assert nearest_entries(entries, 'Zoë says "ship it" -- always')[0] == entries[1]


def test_at_most_three_nearest_entries_are_shown_in_full() -> None:
    entries = [f"Entry number {number} " + "x" * 200 for number in range(9)]
    nearest = nearest_entries(entries, "Entry numbr")
    assert len(nearest) == 3
    assert set(nearest) <= set(entries)


def test_a_preview_is_80_code_points_and_dots() -> None:
    assert preview("x" * 80) == "x" * 80
    assert preview("😀" * 81) == "😀" * 80 + "..."


def test_a_preview_ends_between_two_characters():
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert preview("x" * 78 + family + "y") == "x" * 78 + "..."
