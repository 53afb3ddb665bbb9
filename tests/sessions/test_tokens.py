import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.sessions import SessionFile
from silcrow.sessions.line_shape import decode_any, decode_fast
from silcrow.sessions.weight import weigh
from tests.sessions.writing import call, compaction, entry, line, message, reply, result, user

Read = Callable[..., SessionFile]


def tokens_of(value: dict[str, Any]) -> int:
    return weigh(decode_fast(line(value)))[1]


def image(data: str = "aGk=") -> dict[str, Any]:
    return {"type": "image", "data": data, "mimeType": "image/png"}


def test_four_units_are_a_token_and_a_rest_rounds_up():
    assert [tokens_of(user("u", None, "x" * n)) for n in (0, 1, 4, 5)] == [0, 1, 1, 2]


def test_characters_outside_the_basic_plane_count_twice():
    assert tokens_of(user("u", None, "😀" * 4)) == 2
    assert tokens_of(user("u", None, "漢" * 4)) == 1


def test_the_blocks_of_a_message_are_rounded_together():
    assert tokens_of(user("u", None, [{"type": "text", "text": "ab"}, {"type": "text", "text": "cd"}])) == 1


def test_an_image_counts_the_same_whatever_its_size():
    assert tokens_of(user("u", None, [image(), image("A" * 100_000)])) == 2_400


def test_an_image_in_a_tool_result_counts_too():
    value = message("t", None, role="toolResult", toolName="read", content=[{"type": "text", "text": "abcd"}, image()])
    assert tokens_of(value) == 1_201


def test_a_reply_counts_text_thinking_and_calls_with_compact_arguments():
    blocks = [
        {"type": "thinking", "thinking": "hm", "thinkingSignature": "x" * 99},
        {"type": "text", "text": "ok"},
        call("read", {"path": "a.txt"}),
    ]
    assert tokens_of(reply("a", None, blocks)) == -(-(2 + 2 + 4 + len('{"path":"a.txt"}')) // 4)


@pytest.mark.parametrize(
    ("raw", "printed"),
    [
        (b'{"a": 1, "b": [1, 2]}', '{"a":1,"b":[1,2]}'),
        (b'{"a":1.0}', '{"a":1}'),
        (b'{"a":1e-05}', '{"a":0.00001}'),
        (b'{"a":1E3}', '{"a":1000}'),
        (rb'{"a":"\u00e9\/"}', '{"a":"é/"}'),
        (rb'{"a":"\ud83d\ude00"}', '{"a":"😀"}'),
        (rb'{"a":"\ud83d"}', '{"a":"\\ud83d"}'),
        (b'{"a":1,"a":23}', '{"a":23}'),
        (rb'{"code":"x = {\"k\": 1.0, \"e\": 2}"}', r'{"code":"x = {\"k\": 1.0, \"e\": 2}"}'),
    ],
)
def test_arguments_count_as_javascript_would_print_them(read: Read, raw: bytes, printed: str):
    block = b'{"type":"toolCall","id":"c","name":"f","arguments":%s}' % raw
    whole = b'{"type":"message","id":"a","message":{"role":"assistant","content":[%s]}}\n' % block
    units = 1 + len(printed.encode("utf-16-le", "surrogatepass")) // 2
    assert [part.tokens for part in read([whole]).context().entries[0].messages] == [-(-units // 4)]


def test_a_shell_command_of_the_user_counts_command_and_output():
    assert tokens_of(message("s", None, role="bashExecution", command="ls", output="abc\n")) == 2


def test_a_system_message_counts_sections_and_tools_but_not_its_marks():
    value = message(
        "s",
        None,
        role="system",
        content="abc",
        sections={"preamble": "defgh", "gone": None},
        toolsAdded=[{"name": "read"}],
        toolsRemoved=["write"],
    )
    assert tokens_of(value) == -(-(3 + 5 + len('[{"name":"read"}]')) // 4)


def test_summaries_count_their_text_alone():
    assert tokens_of(compaction("c", None, "u", "x" * 9, details={"big": "y" * 99})) == 3
    assert tokens_of(entry("branch_summary", "b", None, summary="x" * 9, fromId="u")) == 3


def test_what_never_reaches_a_model_counts_nothing():
    assert tokens_of(entry("custom", "x", None, customType="om.note", data={"text": "x" * 99})) == 0
    assert tokens_of(message("x", None, role="narrator", content="x" * 99)) == 0


texts = st.text(max_size=30)
numbers = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**53), 2**53)
blocks = st.one_of(
    st.builds(lambda text: {"type": "text", "text": text}, texts),
    st.builds(lambda text: {"type": "thinking", "thinking": text}, texts),
    st.builds(lambda key, value: call("f", {key: value}), texts, texts | numbers),
    st.just(image()),
    st.just({"type": "else"}),
)


@given(st.sampled_from(["user", "assistant", "toolResult"]), st.lists(blocks, max_size=4) | texts)
def test_the_quick_and_the_lenient_reading_of_a_line_weigh_the_same(role: str, content: Any):
    raw = json.dumps(message("m", None, role=role, content=content)).encode()
    lenient = decode_any(raw)
    assert lenient is not None
    try:
        quick = decode_fast(raw)
    except ValueError:
        return
    assert weigh(quick) == weigh(lenient)


def test_a_result_weighs_its_text():
    assert tokens_of(result("t", None, "x" * 8)) == 2
