import pytest
from hypothesis import given

from silcrow.curated import Code
from silcrow.curated.drift import find_drift
from silcrow.curated.entry_format import parse_entries
from silcrow.curated.gate import Admitted, Refused, admit
from tests.curated.strategies import awkward_texts


def verdict(text: str) -> Code:
    answer = admit(text)
    assert isinstance(answer, Refused), answer
    assert answer.error and answer.remediation
    return answer.code


def test_a_text_is_stored_with_lf_and_without_outer_blanks() -> None:
    assert admit("\ufeff one\r\n  two\rthree \n") == Admitted("one\n  two\nthree")


@pytest.mark.parametrize("text", ["", "   \n\t", "\u200b", "\u200d\u2060\ufeff", "\xad\ufe0f", "\u3164", "\0"])
def test_what_nobody_could_see_is_empty(text: str) -> None:
    assert verdict(text) == "empty"


@pytest.mark.parametrize(
    "text",
    [
        "Checklist:\n§\nmigrate first",
        "Checklist:\r\n§\r\nmigrate first",
        "Checklist:\r§\rmigrate first",
        "foo\n§",
        "§\nfoo",
        "§",
        "one\n\f§\u2003\ntwo",
        "one\n\ufeff§\ntwo",
    ],
)
def test_a_delimiter_line_is_refused_wherever_it_stands(text: str) -> None:
    assert verdict(text) == "delimiter"


@pytest.mark.parametrize(
    "text", ["never pip§", "§Uses zoxide", "one\n\\§\ntwo", "one\n**§**\ntwo", "one\n\u200b§\ntwo"]
)
def test_half_a_delimiter_is_refused(text: str) -> None:
    assert verdict(text) == "delimiter"


@pytest.mark.parametrize(
    "text",
    [
        "zeroed\0tail",
        "one\nÂ§\ntwo",
        "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs",
        "# One\na\n## Two\nb",
        "half \ud83d character",
    ],
)
def test_what_would_pass_for_damage_is_refused(text: str) -> None:
    assert verdict(text) == "invalid"


@pytest.mark.parametrize(
    "text",
    [
        "Lease: see § 4 and §5(2) BGB",
        "see\n§ 12 applies",
        "The sign is called §",
        "Separator of entries: '§",
        "```\n# one\n# two\n```",
        "```\n<<<<<<< a\n=======\n>>>>>>> b\n```",
        "# One heading\nand a list\n- a\n- b",
        "Family 👩‍👩‍👧 and می‌خواهم",
    ],
)
def test_honest_text_passes(text: str) -> None:
    assert admit(text) == Admitted(text)


@given(awkward_texts)
def test_nothing_that_passes_is_drift_as_a_file_of_its_own(text: str) -> None:
    answer = admit(text)
    if isinstance(answer, Admitted):
        assert find_drift(parse_entries([answer.text]), limit=10_000) == ()
