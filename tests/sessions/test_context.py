from collections.abc import Callable

from silcrow.sessions import SessionFile
from tests.sessions.writing import chain, compaction, entry, header, line, message, reply, result, user

Read = Callable[..., SessionFile]


def ids(session: SessionFile) -> list[str | None]:
    return [part.id for part in session.context().entries]


def sent(session: SessionFile) -> dict[str | None, list[tuple[str, int]]]:
    return {
        part.id: [(message.role, message.tokens) for message in part.messages] for part in session.context().entries
    }


def test_without_a_compaction_the_whole_path_is_the_context(read: Read):
    assert ids(read(chain(user("u1", None), reply("a1", None)))) == ["u1", "a1"]


def test_a_compaction_comes_first_then_what_it_kept_then_what_followed(read: Read):
    session = read(
        chain(user("u1", None), reply("a1", None), user("u2", None), compaction("c1", None, "u2"), user("u3", None))
    )
    assert ids(session) == ["c1", "u2", "u3"]
    assert sent(session)["c1"] == [("compactionSummary", 2)]


def test_the_last_compaction_on_the_path_wins_and_the_one_it_keeps_says_nothing(read: Read):
    session = read(
        chain(
            user("u1", None),
            compaction("c1", None, "u1"),
            user("u2", None),
            compaction("c2", None, "u1", "again"),
            user("u3", None),
        )
    )
    assert ids(session) == ["c2", "u1", "c1", "u2", "u3"]
    assert sent(session)["c1"] == []


def test_a_compaction_on_another_branch_counts_nothing(read: Read):
    session = read([user("u1", None), compaction("c1", "u1", "u1"), user("u2", "u1")])
    assert ids(session) == ["u1", "u2"]


def test_a_compaction_that_names_an_entry_of_another_branch_keeps_nothing(read: Read):
    session = read([user("u1", None), user("x1", "u1"), user("u2", "u1"), compaction("c1", "u2", "x1")])
    assert ids(session) == ["c1"]


def test_system_messages_are_not_kept_across_a_compaction_but_its_own_is_sent(read: Read):
    prompt = {"role": "system", "content": "", "sections": {"preamble": "12345678"}}
    session = read(
        chain(
            user("u1", None),
            message("s1", None, role="system", content="old"),
            user("u2", None),
            compaction("c1", None, "u1", "abcd", systemMessage=prompt),
            message("s2", None, role="system", content="new!"),
        )
    )
    assert ids(session) == ["c1", "u1", "u2", "s2"]
    assert sent(session)["c1"] == [("system", 2), ("compactionSummary", 1)]


def test_an_edit_omits_or_replaces_and_the_last_one_wins(read: Read):
    session = read(
        chain(
            user("u1", None, "x" * 40),
            result("t1", None, "x" * 40),
            user("u2", None, "x" * 40),
            entry("context_edit", "e1", None, targetId="u1", replacement=None),
            entry("context_edit", "e2", None, targetId="t1", replacement={"content": "12345"}),
            entry("context_edit", "e3", None, targetId="u2", replacement=None),
            entry("context_edit", "e4", None, targetId="u2", replacement={"content": [{"type": "text", "text": "1"}]}),
        )
    )
    assert sent(session)["u1"] == []
    assert sent(session)["t1"] == [("toolResult", 2)]
    assert sent(session)["u2"] == [("user", 1)]
    assert session.context().projected_tokens == 3


def test_an_edit_before_the_kept_part_does_not_apply(read: Read):
    session = read(
        chain(
            user("u1", None),
            entry("context_edit", "e1", None, targetId="u2", replacement=None),
            user("u2", None, "abcd"),
            compaction("c1", None, "u2"),
        )
    )
    assert sent(session)["u2"] == [("user", 1)]


def test_a_custom_message_and_a_branch_summary_are_sent_and_bookkeeping_is_not(read: Read):
    session = read(
        chain(
            entry("custom_message", "n1", None, customType="lab.note", content="12345", display=True),
            entry("branch_summary", "b1", None, summary="12345", fromId="x"),
            entry("branch_summary", "b2", None, summary="", fromId="x"),
            entry("custom", "x1", None, customType="lab.note", data=1),
            entry("usage", "s1", None, usage={}),
        )
    )
    assert sent(session) == {"n1": [("custom", 2)], "b1": [("branchSummary", 2)], "b2": [], "x1": [], "s1": []}


def test_the_size_is_what_the_last_good_reply_reported_and_estimates_after_it(read: Read):
    session = read(chain(user("u1", None), reply("a1", None, total=1_000), user("u2", None, "x" * 8)))
    assert session.context().context_tokens == session.context().projected_tokens == 1_002


def test_a_reply_without_a_total_counts_its_parts(read: Read):
    usage = {"input": 5, "output": 6, "cacheRead": 7, "cacheWrite": 8}
    good = message("a1", None, role="assistant", content=[], usage=usage, stopReason="stop")
    assert read([good]).context().context_tokens == 26


def test_failed_aborted_and_unpriced_replies_are_not_trusted(read: Read):
    session = read(
        chain(
            user("u1", None, "abcd"),
            reply("a1", None, "abcd", total=100),
            reply("a2", None, "", total=900, stop="error"),
            reply("a3", None, "abcdefgh", total=900, stop="aborted"),
            reply("a4", None, "abcd", total=None),
        )
    )
    assert session.context().context_tokens == 100 + 0 + 2 + 1


def test_a_reply_that_an_edit_took_out_is_not_trusted(read: Read):
    session = read(
        chain(
            user("u1", None, "abcd"),
            reply("a1", None, "abcd", total=100),
            reply("a2", None, "abcd", total=900),
            entry("context_edit", "e1", None, targetId="a2", replacement=None),
        )
    )
    assert session.context().context_tokens == 100


def test_after_a_compaction_only_a_newer_reply_is_trusted_for_the_projection(read: Read):
    entries = chain(
        user("u1", None, "abcd"), reply("a1", None, "abcd", total=5_000), compaction("c1", None, "u1", "abcd")
    )
    before = read(entries).context()
    assert (before.context_tokens, before.projected_tokens) == (5_000, 3)
    after = read([*entries, user("u2", "c1"), reply("a2", "u2", total=70)]).context()
    assert (after.context_tokens, after.projected_tokens) == (70, 70)


def test_after_an_edit_everything_is_estimated_for_the_projection(read: Read):
    session = read(
        chain(
            user("u1", None, "abcd"),
            reply("a1", None, "abcd", total=5_000),
            user("u2", None, "abcd"),
            entry("context_edit", "e1", None, targetId="u2", replacement=None),
        )
    )
    assert (session.context().context_tokens, session.context().projected_tokens) == (5_000, 2)


def test_the_model_is_the_last_change_or_the_last_reply_on_the_path(read: Read):
    change = entry("model_change", "m1", None, provider="other", modelId="big")
    assert read(chain(user("u1", None))).context().model is None
    assert read(chain(reply("a1", None), change)).context().model == ("other", "big")
    assert read(chain(change, reply("a1", None, stop="error"))).context().model == ("lab", "m-1")


def test_the_thinking_level_is_the_last_on_the_path(read: Read):
    levels = [entry("thinking_level_change", f"k{n}", None, thinkingLevel=level) for n, level in enumerate("ab")]
    assert read(chain(user("u1", None))).context().thinking_level == "off"
    assert read(chain(*levels, user("u1", None))).context().thinking_level == "b"


def test_the_second_format_calls_custom_messages_hook_messages(read: Read):
    session = read(
        chain(message("h1", None, role="hookMessage", customType="x", content="12345")), head=header(version=2)
    )
    assert sent(session) == {"h1": [("custom", 2)]}
    assert session.entry("h1")["message"]["role"] == "custom"


def test_the_first_format_has_no_ids_and_counts_lines_for_what_is_kept(read: Read):
    bare = [user("", None, "one"), reply("", None), user("", None, "two"), reply("", None)]
    lines = [{key: value for key, value in each.items() if key not in ("id", "parentId")} for each in bare]
    cut = {"type": "compaction", "timestamp": "t", "summary": "abcd", "firstKeptEntryIndex": 3, "tokensBefore": 9}
    session = read([*lines, cut, lines[0]], head=header(version=None))
    assert ids(session) == ["v1-5", "v1-3", "v1-4", "v1-6"]
    assert session.branch_ids() == ("v1-1", "v1-2", "v1-3", "v1-4", "v1-5", "v1-6")
    assert session.roots == ("v1-1",)
    assert session.entry("v1-5")["parentId"] == "v1-4"


def test_a_message_of_an_unexpected_shape_never_stops_the_reading(read: Read):
    odd = [
        message("x1", None, role="user", content=None),
        message("x2", "x1", role="user", content=[None, 3, {"type": "text", "text": 5}, TEXT]),
        message("x3", "x2", role=7, content={"a": 1}),
        entry("message", "x4", "x3", message="text"),
        entry("message", "x5", "x4"),
        reply("x6", "x5", [call_without_arguments()]),
        message("x7", "x6", role="assistant", content="abcd", usage={"totalTokens": "many"}, stopReason=None),
        line({"type": ["message"], "id": "x8", "parentId": "x7"}),
    ]
    session = read(odd)
    assert session.branch_ids() == tuple(f"x{n}" for n in range(1, 9))
    assert sent(session)["x2"] == [("user", 1)]
    assert sent(session)["x4"] == sent(session)["x5"] == []
    assert sent(session)["x7"] == [("assistant", 1)]


TEXT = {"type": "text", "text": "abcd"}


def call_without_arguments() -> dict[str, str]:
    return {"type": "toolCall", "id": "c", "name": "list"}
