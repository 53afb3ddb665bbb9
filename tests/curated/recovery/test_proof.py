"""The proof reads the result: what does not stand there is changed, discarded by decision, or nowhere."""

from silcrow.curated.recovery.decisions import DISCARD, KEEP, captured_in, edited_to, merged_into
from silcrow.curated.recovery.obstacles import obstacles
from silcrow.curated.recovery.outcome import difference, result_of
from silcrow.curated.recovery.plan import RecoveryPlan
from silcrow.curated.recovery.proof import proof
from tests.curated.recovery.making import plan_for

LIVE = "Works in UTC+1, usually 09:00-18:30.\n§\nLikes fish."
PIECE = "- Deploys on Tuesdays.\n- Never on Fridays.\n- Lunch at 12."


def counts(plan: RecoveryPlan) -> tuple[int, int, int, int, int]:
    placed = proof(plan)
    return tuple(len(placed.that_are(how)) for how in ("kept", "changed", "discarded", "nowhere", "undecided"))  # type: ignore[return-value]


def codes(plan: RecoveryPlan) -> list[tuple[str, str | None]]:
    return [(obstacle.code, obstacle.piece) for obstacle in obstacles(plan)]


def test_every_line_of_a_kept_piece_is_kept() -> None:
    plan = plan_for(PIECE, LIVE).with_decision("1", KEEP)
    assert counts(plan) == (3, 0, 0, 0, 0)
    assert proof(plan).complete
    assert not obstacles(plan)


def test_an_undecided_piece_stops_the_apply() -> None:
    plan = plan_for(PIECE, LIVE)
    assert counts(plan) == (0, 0, 0, 0, 3)
    assert codes(plan) == [("invalid", "1")]


def test_an_edit_shows_old_and_new_and_names_the_line_that_it_drops() -> None:
    plan = plan_for(PIECE, LIVE).with_decision("1", edited_to("Deploys on Tuesdays, never on Fridays."))
    assert counts(plan) == (0, 2, 0, 1, 0)
    (gone,) = proof(plan).nowhere
    assert (gone.piece, gone.line, gone.text) == ("1", 3, "- Lunch at 12.")
    assert proof(plan).changed[0].now == "Deploys on Tuesdays, never on Fridays."
    assert codes(plan) == [("invalid", "1")]


def test_a_line_that_an_edit_drops_on_purpose_is_discarded() -> None:
    plan = plan_for(PIECE, LIVE).with_decision(
        "1", edited_to("Deploys on Tuesdays, never on Fridays.", discards_rest=True)
    )
    assert counts(plan) == (0, 2, 1, 0, 0)


def test_a_single_line_may_be_rewritten_altogether() -> None:
    plan = plan_for("Rub the lamp twice.", LIVE).with_decision("1", edited_to("Asks three wishes."))
    assert counts(plan) == (0, 1, 0, 0, 0)


def test_lines_that_flow_into_one_are_changed_not_lost() -> None:
    plan = plan_for("One long line here\nand a second line", LIVE)
    plan = plan.with_decision("1", edited_to("One long line here and a second line"))
    assert counts(plan) == (0, 2, 0, 0, 0)


def test_a_merge_that_brings_nothing_in_leaves_the_line_nowhere() -> None:
    plan = plan_for("Allergic to the word leverage.", LIVE).with_decision(
        "1", merged_into("Likes fish.", "Likes fish.")
    )
    assert counts(plan) == (0, 0, 0, 1, 0)


def test_a_merge_may_not_drop_what_the_entry_said() -> None:
    plan = plan_for("Allergic to leverage.", LIVE).with_decision(
        "1", merged_into("Likes fish.", "Allergic to leverage.")
    )
    assert [line.text for line in proof(plan).nowhere] == ["Likes fish."]
    assert ("invalid", None) in codes(plan)


def test_captured_in_an_entry_that_does_not_hold_it_is_nowhere() -> None:
    plan = plan_for("Allergic to leverage.", LIVE).with_decision("1", captured_in("Likes fish."))
    assert counts(plan) == (0, 0, 0, 1, 0)


def test_a_captured_line_is_changed_when_its_entry_is() -> None:
    plan = plan_for(f"Likes fish.\n§\n{PIECE}", LIVE)
    plan = plan.with_decision("2", merged_into("Likes fish.", "Likes fish a lot.\n" + PIECE))
    assert counts(plan) == (3, 1, 0, 0, 0)


def test_a_decision_on_an_entry_that_is_not_there_is_an_obstacle() -> None:
    plan = plan_for(PIECE, LIVE).with_decision("1", merged_into("No such entry", "text"))
    assert codes(plan)[0] == ("no_match", "1")


def test_a_text_that_can_t_be_an_entry_is_an_obstacle() -> None:
    plan = plan_for("One.", LIVE)
    assert codes(plan.with_decision("1", edited_to("a\n§\nb")))[0] == ("delimiter", "1")
    assert codes(plan.with_decision("1", edited_to("  ")))[0] == ("empty", "1")
    assert codes(plan_for("a\0b", LIVE).with_decision("1", KEEP))[0] == ("invalid", "1")


def test_too_much_text_says_by_how_much() -> None:
    plan = plan_for("x" * 60, LIVE, limit=100).with_decision("1", KEEP)
    (obstacle,) = obstacles(plan)
    assert (obstacle.code, obstacle.words) == ("over_limit", "over by 13: discard, shorten or merge")


def test_entries_that_were_too_long_together_before_don_t_stop_a_recovery() -> None:
    live = "a" * 60 + "\n§\n" + "b" * 60
    assert not obstacles(plan_for("gone", live, limit=100).with_decision("1", DISCARD))


def test_a_kept_text_that_is_there_already_stands_once() -> None:
    plan = plan_for("Likes fish.\n§\nLikes fish.", LIVE).with_decisions(["1", "2"], KEEP)
    assert result_of(plan).texts == tuple(LIVE.split("\n§\n"))
    assert counts(plan) == (2, 0, 0, 0, 0)


def test_pieces_of_a_damaged_entry_stand_where_it_stood() -> None:
    live = "First.\n§\n# A\n- one\n# B\n- two\n" + "x" * 80 + "\n§\nLast."
    plan = plan_for(live, limit=90).keep_rest()
    assert result_of(plan).texts == ("First.", "one", "two\n" + "x" * 80, "Last.")
    assert [(row.how, row.number, row.through, row.into) for row in difference(plan)] == [
        ("same", 1, 1, None),
        ("taken apart", 2, None, 2),
        ("added", 2, None, None),
        ("added", 3, None, None),
        ("same", 3, 3, None),
    ]


def test_the_difference_shows_a_merge_as_old_and_new() -> None:
    plan = plan_for("Lunch at 12.", LIVE).merge("1", "Likes fish.")
    assert [(row.how, row.number, row.text) for row in difference(plan)] == [
        ("same", 1, LIVE.split("\n§\n")[0]),
        ("removed", 2, "Likes fish."),
        ("added", 2, "Likes fish.\nLunch at 12."),
    ]


def test_a_line_split_over_pieces_counts_once() -> None:
    plan = plan_for("One here. Two there.", LIVE)
    plan = plan.split("1", plan.text.index("Two"))
    assert counts(plan) == (0, 0, 0, 0, 1)
    assert counts(plan.with_decisions(["1", "1b"], KEEP)) == (1, 0, 0, 0, 0)
    assert counts(plan.with_decisions(["1", "1b"], DISCARD)) == (0, 0, 1, 0, 0)
    half = plan.with_decision("1", KEEP).with_decision("1b", DISCARD)
    assert counts(half) == (0, 1, 0, 0, 0)
    assert (proof(half).changed[0].text, proof(half).changed[0].now) == ("One here. Two there.", "One here.")
    assert counts(plan.with_decision("1", KEEP)) == (0, 0, 0, 0, 1)
