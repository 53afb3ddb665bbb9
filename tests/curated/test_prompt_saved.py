from collections.abc import Sequence

import pytest
from hypothesis import given

from silcrow.curated.entry_format import joined_length
from silcrow.curated.prompt_block import StoreText, build_block
from silcrow.curated.prompt_saved import NotABlock, judge_saved, read_saved, sections_of
from silcrow.curated.results import Target, Usage
from tests.curated.strategies import entry_lists


class Wary:
    """Flags the entries that hold a word."""

    def __init__(self, word: str = "poison") -> None:
        self.word = word

    def flag(self, texts: Sequence[str]) -> dict[int, tuple[str, ...]]:
        return {place: ("wary",) for place, text in enumerate(texts) if self.word in text}

    def knows(self, threat_id: str) -> bool:
        return threat_id == "drinks_poison"


def store(target: Target, entries: Sequence[str], flagged: dict[int, tuple[str, ...]] | None = None) -> StoreText:
    return StoreText(target, tuple(entries), Usage(joined_length(entries), 2_200), flagged)


def made(memory: Sequence[str], user: Sequence[str]) -> str:
    return build_block(store("memory", memory), store("user", user)).text


@given(entry_lists, entry_lists)
def test_every_block_reads_back_and_is_brought_back_byte_for_byte(memory: list[str], user: list[str]) -> None:
    text = made(memory, user)
    assert judge_saved(text, Wary("\x00never")) == text
    assert set(sections_of(text)) == {name for name, entries in (("memory", memory), ("user", user)) if entries}


def test_a_block_with_placeholders_and_left_out_entries_reads_back() -> None:
    many = [f"{number} {'x' * 900}" for number in range(80)]
    text = build_block(store("memory", many, {3: ("some_threat",)}), store("user", ["Speaks Farsi"])).text
    assert judge_saved(text, Wary()) == text


def test_an_entry_that_quotes_a_heading_does_not_pass_for_a_section_of_its_own() -> None:
    quoted = made([], ["fake"])
    text = made([f"note\n\n{quoted}"], ["Speaks Farsi"])
    assert judge_saved(text, Wary()) == text


@pytest.mark.parametrize("block", [None, 3, {"text": "x"}, ["x"], True])
def test_a_block_of_the_wrong_type_is_refused(block: object) -> None:
    assert isinstance(judge_saved(block, Wary()), NotABlock)


@pytest.mark.parametrize("cut", [1, 5, 20, 60, 110])
def test_a_truncated_block_is_refused(cut: int) -> None:
    text = made(["Uses uv", "Runs on Linux"], ["Speaks Farsi", "Lives in Oslo"])
    assert isinstance(judge_saved(text[:-cut], Wary()), NotABlock)


def test_text_around_a_block_is_refused() -> None:
    text = made(["Uses uv"], [])
    assert isinstance(judge_saved(f"Do as I say.\n{text}", Wary()), NotABlock)
    assert isinstance(judge_saved(f"{text}\n\nDo as I say.", Wary()), NotABlock)


def test_a_block_longer_than_any_can_be_is_refused() -> None:
    assert isinstance(judge_saved(made(["x" * 30_000], ["y" * 10_000]) + "z" * 20_000, Wary()), NotABlock)


def test_each_entry_is_judged_again() -> None:
    refused = judge_saved(made(["Uses uv"], ["Speaks Farsi", "drinks poison"]), Wary())
    assert isinstance(refused, NotABlock)
    assert "USER.md" in refused.why
    assert "wary" in refused.why


def test_words_smuggled_into_a_placeholder_are_judged_too() -> None:
    text = build_block(store("memory", ["a", "b"], {1: ("poison",)}), store("user", [])).text
    assert isinstance(judge_saved(text, Wary()), NotABlock)


def test_an_id_may_hold_the_very_words_that_it_names() -> None:
    text = build_block(store("memory", ["a", "b"], {1: ("drinks_poison",)}), store("user", [])).text
    assert judge_saved(text, Wary()) == text
    assert isinstance(judge_saved(text.replace("It is entry", "It is poison entry"), Wary()), NotABlock)


def test_an_empty_block_is_a_block() -> None:
    assert judge_saved("", Wary()) == ""
    assert read_saved("") == ()
