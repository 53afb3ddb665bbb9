from silcrow.dreaming.book import Book
from silcrow.dreaming.gathering import Sessions, SessionSource
from silcrow.dreaming.handing import TURN_TOKENS, Hand, deal
from silcrow.text import estimate_tokens
from tests.dreaming.conftest import Night


def hand(night: Night, *, prompt_tokens: int = 20_000, prompts_most: int = 5) -> Hand:
    gathered = tuple(Sessions(SessionSource(night.sessions_dir)).gather(Book(), 0.0))
    return deal(gathered, prompt_tokens=prompt_tokens, prompts_most=prompts_most)


def test_turns_are_dealt_out_oldest_first_over_all_sessions(night: Night):
    night.talk("new", days_ago=1).turn("Second?", "Two.")
    night.talk("old", days_ago=2).turn("First?", "One.")
    (batch,) = hand(night).batches
    assert [turn.user for turn in batch.turns] == ["First?", "Second?"]


def test_a_prompt_holds_its_budget_and_what_does_not_fit_stays_due(night: Night):
    night.talk("one").turns(10)
    whole = hand(night)
    size = whole.batches[0].tokens // 10 + 1
    dealt = hand(night, prompt_tokens=3 * size, prompts_most=2)
    assert [len(batch.turns) for batch in dealt.batches] == [3, 3]
    assert (dealt.turns, dealt.left) == (6, 4)
    assert all(batch.tokens <= 3 * size for batch in dealt.batches)


def test_a_long_turn_is_handed_over_by_its_head_and_tail_and_says_so(night: Night):
    night.talk("one").turn(f"start {'u' * 50_000} end", f"begin {'a' * 50_000} stop")
    (batch,) = hand(night).batches
    (turn,) = batch.turns
    assert turn.user.startswith("start ")
    assert turn.user.endswith(" end")
    assert turn.assistant.endswith(" stop")
    assert "characters left out" in turn.user
    assert "characters left out" in turn.assistant
    assert estimate_tokens(turn.text) < TURN_TOKENS + 200


def test_a_short_question_leaves_its_room_to_the_answer(night: Night):
    night.talk("one").turn("Why?", "a" * 9_000)
    assert hand(night).batches[0].turns[0].assistant == "a" * 9_000


def test_one_turn_larger_than_a_prompt_is_handed_over_all_the_same(night: Night):
    night.talk("one").turns(2)
    dealt = hand(night, prompt_tokens=1, prompts_most=5)
    assert [len(batch.turns) for batch in dealt.batches] == [1, 1]


def test_secrets_are_left_out(night: Night):
    night.talk("one").turn("My key is ghp_abcdefghijklmnopqrstuvwxyz0123456789, keep it.", "Noted.")
    assert "ghp_" not in hand(night).batches[0].turns[0].user
