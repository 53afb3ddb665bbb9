from pathlib import Path

from silcrow.dreaming.turns import Turn, turns_on, words_of
from silcrow.sessions import SessionFile
from tests.dreaming.talk import Talk


def talk_in(folder: Path) -> Talk:
    return Talk(folder / "s.jsonl", folder, "s1", 1_000_000.0)


def turns_in(talk: Talk) -> tuple[Turn, ...]:
    return turns_on(read(talk).source_path())


def read(talk: Talk) -> SessionFile:
    file = SessionFile(talk.path)
    file.refresh()
    return file


def test_a_turn_is_what_the_user_said_and_all_that_the_assistant_answered(tmp_path: Path):
    talk = talk_in(tmp_path)
    user = talk.say("user", "Where is the parser?")
    call = talk.call("I look.")
    talk.append("message", message={"role": "toolResult", "toolCallId": "c1", "content": [], "isError": False})
    reply = talk.say("assistant", "In parser.py.", stopReason="stop")
    (turn,) = turns_in(talk)
    assert (turn.user, turn.replies, turn.last) == ((user,), (call, reply), reply)
    assert turn.time == talk.moment


def test_a_question_without_an_answer_is_no_turn_yet(tmp_path: Path):
    talk = talk_in(tmp_path)
    talk.turn("One?", "One.")
    talk.say("user", "Two?")
    assert len(turns_in(talk)) == 1


def test_a_last_turn_that_still_calls_tools_is_not_over(tmp_path: Path):
    talk = talk_in(tmp_path)
    talk.say("user", "Go on.")
    talk.say("assistant", "I begin.", stopReason="stop")
    talk.call()
    assert turns_in(talk) == ()
    talk.say("assistant", "That is all.", stopReason="stop")
    assert len(turns_in(talk)) == 1


def test_a_message_that_got_no_answer_belongs_to_the_turn_that_follows(tmp_path: Path):
    talk = talk_in(tmp_path)
    first = talk.say("user", "Always use tabs.")
    talk.call()
    second = talk.say("user", "And never four spaces.")
    talk.say("assistant", "Understood.", stopReason="stop")
    (turn,) = turns_in(talk)
    assert turn.user == (first, second)


def test_a_reply_without_words_is_no_answer(tmp_path: Path):
    talk = talk_in(tmp_path)
    talk.say("user", "Hello?")
    talk.append("message", message={"role": "assistant", "content": [], "stopReason": "error"})
    assert turns_in(talk) == ()


def test_only_the_active_branch_counts(tmp_path: Path):
    talk = talk_in(tmp_path)
    root = talk.turn("One?", "One.")["entry"]
    left = talk.turn("Left?", "Left.")["entry"]
    talk.go_back(root)
    right = talk.turn("Right?", "Right.")["entry"]
    assert [turn.last for turn in turns_in(talk)] == [root, right]
    assert left in read(talk)


def test_words_leave_out_thinking_calls_and_images():
    content = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": " One. "},
        {"type": "toolCall", "name": "bash", "arguments": {}},
        {"type": "image", "data": "x"},
        {"type": "text", "text": ""},
        "odd",
    ]
    payloads = [{"message": {"content": content}}, {"message": {"content": "Two."}}, {"message": None}, {}]
    assert words_of(payloads) == "One.\n\nTwo."
