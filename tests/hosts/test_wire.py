"""Lines of JSON-RPC, however they are cut on their way."""

import json
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from silcrow.hosts.wire import (
    INVALID,
    LARGEST_OUT,
    PARSE,
    TOO_LARGE,
    BadMessage,
    Call,
    Lines,
    LongLine,
    answer_line,
    read_message,
)

LINES = st.lists(st.binary(max_size=30).filter(lambda line: b"\n" not in line), max_size=8)


@given(lines=LINES, cuts=st.lists(st.integers(0, 300), max_size=10))
def test_lines_are_the_same_wherever_the_bytes_are_cut(lines: list[bytes], cuts: list[int]):
    whole = b"".join(line + b"\n" for line in lines)
    places = sorted({0, len(whole), *(cut for cut in cuts if cut < len(whole))})
    reader = Lines(largest=20)
    got = [line for start, end in pairwise(places) for line in reader.feed(whole[start:end])]
    wanted = [LongLine() if len(line) > 20 else line for line in lines if line.strip() or len(line) > 20]
    assert got == wanted


VALUES = st.recursive(
    st.none() | st.booleans() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "method", "params", "x"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(raw=st.binary() | VALUES.map(lambda value: json.dumps(value).encode()))
def test_any_line_is_a_call_or_refused(raw: bytes):
    message = read_message(raw)
    assert message is None or isinstance(message, Call | BadMessage)


def test_what_a_line_is():
    assert read_message(b'{"id": 1, "method": "status"}') == Call("status", None, 1, answered=True)
    assert read_message(b'{"method": "status", "params": {"a": 1}}') == Call("status", {"a": 1})
    assert read_message(b'{"id": 7, "result": {}}') is None
    for line, code in ((b"{", PARSE), (b"hello", PARSE), (b"[]", INVALID), (b'"x"', INVALID), (b"{}", INVALID)):
        refused = read_message(line)
        assert isinstance(refused, BadMessage)
        assert refused.refused.code == code
    nobody = read_message(b'{"id": null, "method": "status"}')
    assert isinstance(nobody, BadMessage)


def test_an_answer_that_is_too_long_is_an_error():
    line = json.loads(answer_line(1, {"text": "a" * LARGEST_OUT}))
    assert (line["id"], line["error"]["code"]) == (1, TOO_LARGE)
