import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.workers.chunk_entry import ARGUMENT_LIMIT, OUTPUT_LIMIT, chunk_entry, excerpt, local_timestamp


def message(content, role="user", **more):
    return {
        "type": "message",
        "id": "e1",
        "timestamp": "2026-11-30T22:30:07.250Z",
        "message": {"role": role, "content": content, **more},
    }


def test_times_are_local_to_the_session():
    assert chunk_entry(message("hi"), 3600).local_time == "2026-11-30T23:30:07"
    assert chunk_entry(message("hi"), 7200).local_time == "2026-12-01T00:30:07"
    assert chunk_entry(message("hi"), -5 * 3600).local_time == "2026-11-30T17:30:07"


@pytest.mark.parametrize("timestamp", [None, 12, "", "yesterday", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_a_time_that_cannot_be_read_or_shown_is_empty_or_itself(timestamp):
    shown = local_timestamp(timestamp, 3600)
    assert shown == "" or len(shown) == 19


def test_images_and_thinking_leave_a_placeholder():
    content = [
        {"type": "thinking", "thinking": "hmm, secret plans"},
        {"type": "text", "text": "Look."},
        {"type": "image", "data": "AAAA", "mimeType": "image/png"},
        {"type": "audio", "data": "BBBB"},
    ]
    assert chunk_entry(message(content, "assistant"), 0).text == (
        "[thinking left out]\nLook.\n[image left out: image/png]\n[audio left out]"
    )


def test_calls_keep_their_arguments_but_long_ones_are_cut():
    content = [{"type": "toolCall", "id": "c1", "name": "write", "arguments": {"path": "a.py", "content": "x\n" * 900}}]
    [call] = chunk_entry(message(content, "assistant"), 0).calls
    assert (call.id, call.name, call.arguments["path"]) == ("c1", "write", "a.py")
    assert "characters left out" in call.arguments["content"]
    assert len(call.arguments["content"]) < ARGUMENT_LIMIT + 60
    assert call.arguments["lines"] == 900


def test_a_nested_argument_is_shown_as_bounded_text():
    content = [{"type": "toolCall", "id": "c1", "name": "edit", "arguments": {"edits": [{"oldText": "a" * 3000}]}}]
    [call] = chunk_entry(message(content, "assistant"), 0).calls
    assert isinstance(call.arguments["edits"], str) and len(call.arguments["edits"]) < ARGUMENT_LIMIT + 60


def test_a_tool_result_names_its_tool_and_whether_it_failed():
    shown = chunk_entry(message("y" * 9000, "toolResult", toolName="bash", toolCallId="c1", isError=True), 0)
    assert (shown.role, shown.tool, shown.call_id, shown.failed) == ("tool", "bash", "c1", True)
    assert len(shown.text) < OUTPUT_LIMIT + 60


@pytest.mark.parametrize(("code", "failed"), [(0, False), (None, False), (2, True)])
def test_a_command_of_the_user_has_its_exit_code(code, failed):
    shown = chunk_entry(message(None, "bashExecution", command="make", output="done", exitCode=code), 0)
    assert (shown.role, shown.tool, shown.text, shown.failed) == ("bash", "make", "done", failed)


def test_a_branch_summary_and_a_custom_message_are_shown_as_such():
    branch = {"type": "branch_summary", "id": "b", "timestamp": "2026-11-30T10:00:00Z", "summary": "We tried A."}
    custom = {"type": "custom_message", "id": "c", "timestamp": "x", "customType": "lab.note", "content": "Be kind."}
    assert (chunk_entry(branch, 0).role, chunk_entry(branch, 0).text) == ("branch summary", "We tried A.")
    shown = chunk_entry(custom, 0)
    assert (shown.role, shown.tool, shown.text, shown.local_time) == ("custom", "lab.note", "Be kind.", "")


def test_an_over_long_entry_is_a_marked_excerpt_of_head_and_tail():
    text = "head " + "x" * 2_000_000 + " tail"
    shown = chunk_entry(message(text), 0, text_limit=300).text
    assert shown.startswith("head ") and shown.endswith(" tail")
    assert "[… 1999710 characters left out …]" in shown and len(shown) < 360


@given(st.text(max_size=400), st.integers(3, 100))
def test_an_excerpt_loses_nothing_that_fits(text, limit):
    short = excerpt(text, limit)
    assert short == text if len(text) <= limit else f"{len(text) - limit} characters left out" in short


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)


@given(
    st.fixed_dictionaries(
        {"type": st.sampled_from(["message", "custom_message", "branch_summary", "odd"]), "id": st.text()},
        optional={
            "timestamp": ANY_JSON,
            "content": ANY_JSON,
            "summary": ANY_JSON,
            "message": st.fixed_dictionaries(
                {},
                optional={
                    "role": st.sampled_from(["user", "assistant", "toolResult", "bashExecution", "odd"]),
                    "content": ANY_JSON
                    | st.lists(st.fixed_dictionaries({"type": st.just("toolCall"), "arguments": ANY_JSON}), max_size=2),
                },
            ),
        },
    )
)
def test_any_entry_gives_something_that_can_be_written_as_json(payload):
    json.dumps(chunk_entry(payload, 0).to_document())


def test_secrets_are_left_out_of_words_outputs_and_calls():
    secret = "ghp_" + "a1B2" * 9
    content = [
        {"type": "text", "text": f"use {secret}"},
        {
            "type": "toolCall",
            "id": "c",
            "name": "bash",
            "arguments": {"command": f"gh auth {secret}", "more": [secret]},
        },
    ]
    shown = chunk_entry(message(content, "assistant"), 0)
    assert shown.text == "use [secret left out]"
    assert secret not in str(shown.to_document())
    output = chunk_entry(message(f"token: {secret}", "toolResult", toolName="bash"), 0)
    assert secret not in output.text


def test_no_half_of_a_secret_is_left_at_a_cut():
    secret = "ghp_" + "a1B2" * 9
    for lead in range(150, 220):
        shown = chunk_entry(message("x" * lead + f" {secret} " + "y" * 5_000), 0, text_limit=300).text
        assert "a1B2" not in shown
