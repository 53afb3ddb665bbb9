from collections.abc import Sequence

import pytest

from silcrow.workers.dream import HandedTurn
from silcrow.workers.extractive.standing import PROPOSALS_MOST, Ear, ear_for, standing_wishes

WISH = "Always use uv, never pip."


def turn(session: str, user: str, number: int = 1) -> HandedTurn:
    return HandedTurn(session, f"a{number}", (f"u{number}", f"a{number}"), float(number), "/shop", user, "Done.")


def heard(turns: Sequence[HandedTurn], *, known: Sequence[str] = (), before: Sequence[dict[str, object]] = ()) -> Ear:
    ear = ear_for({"heard": list(before)}, known)
    for each in turns:
        ear.listen(each)
    return ear


def test_a_wish_that_stands_in_two_sessions_is_proposed_word_for_word_with_both_places():
    ear = heard([turn("s1", f"Hello. {WISH}"), turn("s2", "always use uv, never pip")])
    (proposal,) = ear.proposals
    assert (proposal["op"], proposal["target"]) == ("add", "user")
    assert "use uv, never pip" in proposal["content"]
    assert [proposal["evidence"]["session"], proposal["furtherEvidence"][0]["session"]] == ["s2", "s1"]


def test_a_wish_of_one_session_is_kept_for_the_next_dream():
    ear = heard([turn("s1", WISH), turn("s1", WISH, 2)])
    assert ear.proposals == []
    waiting = ear.result()["heard"]
    assert [each["text"] for each in waiting] == [WISH]
    assert len(heard([turn("s2", WISH)], before=waiting).proposals) == 1


def test_what_the_memory_says_already_is_not_proposed():
    ear = heard([turn("s1", WISH), turn("s2", WISH)], known=["always use UV, never pip"])
    assert ear.result() == {"proposals": [], "heard": []}


def test_what_was_proposed_is_not_proposed_again_by_a_third_session():
    assert len(heard([turn(f"s{number}", WISH) for number in range(4)]).proposals) == 1


def test_no_more_is_proposed_than_a_person_looks_through():
    wishes = " ".join(f"Always name module number {number} after what it holds." for number in range(30))
    ear = heard([turn("s1", wishes), turn("s2", wishes)])
    assert len(ear.proposals) == PROPOSALS_MOST
    assert len(ear.result()["heard"]) == 10


@pytest.mark.parametrize(
    "text",
    [
        "Fix the parser, please.",
        "Should we always use uv?",
        "Maybe we should always use uv.",
        "```\nalways use uv\n```",
        "",
    ],
)
def test_what_is_no_standing_wish_is_not_heard(text: str):
    assert list(standing_wishes(text)) == []
