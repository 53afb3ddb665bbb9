import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.curated import Drift
from silcrow.curated.drift import find_drift, find_drift_in
from silcrow.curated.entry_format import Parsed, parse, parse_entries, strip

_TELLING = [
    "§",
    "Â",
    "\0",
    "\ufffd",
    "# a",
    "## c",
    "\n",
    "<<<<<<<",
    "=======",
    ">>>>>>>",
    "b",
    " ",
    "- ",
    "```",
    "\u200b",
]


def found(text: str, limit: int = 2_200, known: frozenset[str] = frozenset()) -> tuple[Drift, ...]:
    parsed = parse(text.encode())
    assert isinstance(parsed, Parsed)
    return find_drift(parsed, limit, known)


def checks(text: str, limit: int = 2_200) -> list[str]:
    return [drift.check for drift in found(text, limit)]


@pytest.mark.parametrize("limit", [2_200, 1_375])
@pytest.mark.parametrize("around", ["", "  \n"])
def test_an_entry_one_longer_than_the_limit_is_oversize_after_trimming(limit: int, around: str) -> None:
    for length, expected in ((limit - 1, []), (limit, []), (limit + 1, ["oversize"])):
        assert checks(f"{around}{'x' * length}{around}", limit) == expected


def test_a_finding_names_entry_length_limit_and_place() -> None:
    (drift,) = found("short\n§\n" + "y" * 11, limit=10)
    assert (drift.check, drift.entry, drift.length, drift.limit, drift.offset, drift.line) == (
        "oversize",
        2,
        11,
        10,
        8,
        3,
    )
    assert "entry 2 is 11 chars" in drift.message


def test_a_full_store_of_short_entries_is_not_oversize() -> None:
    assert checks("\n§\n".join("x" * 50 + str(n) for n in range(200))) == []


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("one\n§\ntw\0o", "encoding"),
        ("one\nÂ§\ntwo", "encoding"),
        ("one\n\ufffd\ufffd\ntwo", "encoding"),
        ("one\n\\§\ntwo", "delimiter"),
        ("one\n**§**\ntwo", "delimiter"),
        ("one\n> §\ntwo", "delimiter"),
        ("one\n- §\ntwo", "delimiter"),
        ("one\n`§`\ntwo", "delimiter"),
        ("one\n\u200b§\u2060\ntwo", "delimiter"),
        ("Use uv, never pip§\ntwo", "delimiter"),
        ("one\n§Uses zoxide", "delimiter"),
        ("one\n<<<<<<< HEAD\na\n§\nb\n=======\nc\n>>>>>>> main\ntwo", "conflict"),
        ("# Notes\ntext\n## More\ntext", "unsplit"),
        ("alpha\n§\nbetaalpha\n§\nbeta", "joined"),
        ("alpha\n§\nbeta\nalpha\n§\nbeta", "joined"),
    ],
)
def test_damage_that_shows_in_the_bytes_is_found(text: str, check: str) -> None:
    assert check in checks(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\n\n§\n\nb",
        "a\n§ \nb\n\n",
        "a\r\n§\r\nb",
        "\ufeffa\n§\nb",
        "a\n§\n§\nb\n§\na",
        "see § 4\n§\n§ 12 applies\n§\nthe sign: §",
        "```\nx§\n§Uses\n<<<<<<<\n=======\n>>>>>>>\n# a\n# b\n```",
        "~~~~\n# a\n~~~\n# b\n~~~~",
        "a heading\n=======\nand <<<<<<< inside a line >>>>>>>",
        ">>>>>>> c\n=======\n<<<<<<< a",
        "# One\ntext\n§\n# Two\n## Three",
        "#!/bin/sh\n#no heading",
        "broken \ufffd letter",
    ],
)
def test_honest_files_pass(text: str) -> None:
    assert checks(text) == []


def test_a_fence_ends_with_its_entry() -> None:
    assert checks("```\nopen fence\n§\nnever pip§ \n§\nx") == ["delimiter"]


def test_the_place_is_the_sign_itself() -> None:
    text = "one\n§\nfirst line\nnever pip§"
    (drift,) = found(text)
    assert (drift.entry, drift.line) == (2, 4)
    assert text[drift.offset] == "§"


def test_the_place_of_an_unsplit_file_is_its_second_heading() -> None:
    text = "# Notes\ntext\n## More\ntext"
    (drift,) = found(text)
    assert (drift.line, text[drift.offset :]) == (3, "## More\ntext")


def test_known_entries_raise_no_check() -> None:
    texts = ("never pip§", "x" * 30, "one\nÂ§\ntwo")
    text = "\n§\n".join(texts)
    assert found(text, limit=20)
    assert found(text, limit=20, known=frozenset(texts)) == ()


@given(st.lists(st.sampled_from(_TELLING), max_size=12).map("".join).map(strip))
def test_the_quick_look_at_one_entry_misses_nothing(text: str) -> None:
    assert find_drift_in(text) == find_drift(parse_entries([text]), limit=len(text))
