"""Legacy Markdown falls into the pieces that a reader sees."""

from tests.curated.recovery.making import plan_for, texts

NOTES = """# Notes

Intro over
two lines.

## Build
- run make
  with -j2

  and a second paragraph
- nested:
  - one
  - two
1. first
2. second

```sh
## not a heading

make all
```
Title
=====
> a quote
---
The end.
"""


def cut(text: str, **more: object) -> list[str]:
    return texts(plan_for(text, limit=60, **more))  # type: ignore[arg-type]


def test_headings_bullets_and_paragraphs_are_pieces_of_their_own() -> None:
    assert cut(NOTES) == [
        "# Notes",
        "Intro over\ntwo lines.",
        "## Build",
        "run make\nwith -j2\n\nand a second paragraph",
        "nested:\n- one\n- two",
        "first",
        "second",
        "```sh\n## not a heading\n\nmake all\n```",
        "Title\n=====",
        "> a quote",
        "---",
        "The end.",
    ]


def test_headings_and_rules_are_preset_to_go_and_nothing_else_is() -> None:
    plan = plan_for(NOTES, limit=60)
    preset = [piece.text for piece in plan.pieces if piece.decision and piece.decision.kind == "discarded"]
    assert preset == ["# Notes", "## Build", "Title\n=====", "---"]


def test_a_coarser_cut_keeps_lists_or_sections_together() -> None:
    text = "# A\nlead in:\n- one\n- two\n\nmore\n# B\n- three"
    assert cut(text, grain="paragraph") == ["# A", "lead in:\n- one\n- two", "more", "# B", "three"]
    assert cut(text, grain="section") == ["# A\nlead in:\n- one\n- two\n\nmore", "# B\n- three"]
    assert cut(text, grain="whole") == [text]


def test_fenced_code_stays_whole_and_a_second_block_is_another_piece() -> None:
    code = "# A\n# B\n```\n# no\n\n- no\n```\n~~~~\n§§\n~~~\n~~~~"
    assert cut(code) == ["# A", "# B", "```\n# no\n\n- no\n```", "~~~~\n§§\n~~~\n~~~~"]


def test_code_below_a_bullet_belongs_to_it() -> None:
    assert cut("# A\n# B\n- run\n  ```\n  make\n  ```\n- next") == ["# A", "# B", "run\n```\nmake\n```", "next"]


def test_entries_that_are_sound_are_not_cut() -> None:
    long = "word " * 20
    assert cut(f"- a\n- b\n§\n{long}\n§\nc\n\nd") == ["- a\n- b", long.strip(), "c\n\nd"]


def test_a_mangled_delimiter_cuts_and_stays_visible() -> None:
    assert cut("Uses uv.\n\\§\nUses fish.") == ["Uses uv.", "\\§", "Uses fish."]
    assert cut("Uses uv§\nUses fish.") == ["Uses uv", "Uses fish."]
    assert cut("Uses uv§\ufeff\nUses fish.") == ["Uses uv", "Uses fish."]
    assert cut("Uses uv.\n§Uses fish.") == ["Uses uv.", "Uses fish."]
    assert cut("Uses uv.\nÂ§\nUses fish.") == ["Uses uv.", "Â§", "Uses fish."]


def test_the_sides_of_an_unfinished_merge_are_pieces() -> None:
    merge = "a\n§\n<<<<<<< mine\nb\n=======\nc\n>>>>>>> theirs"
    plan = plan_for(merge)
    assert [(p.text, p.decision.kind if p.decision else None) for p in plan.pieces] == [
        ("a", "captured"),
        ("<<<<<<< mine", "discarded"),
        ("b", None),
        ("=======", "discarded"),
        ("c", None),
        (">>>>>>> theirs", "discarded"),
    ]


def test_lines_that_are_sentences_of_their_own_are_cut_apart() -> None:
    assert cut("# A\n# B\nUses uv.\nNever pip.\nDeploys on Tuesdays!") == [
        "# A",
        "# B",
        "Uses uv.",
        "Never pip.",
        "Deploys on Tuesdays!",
    ]


def test_a_paragraph_that_is_too_long_is_cut_at_its_lines() -> None:
    lines = [f"line {number} goes on and" for number in range(5)]
    assert cut("\n".join(lines)) == lines


def test_a_shell_append_is_cut_at_the_entry_that_was_known() -> None:
    last = "Uses uv, never pip.\n§\nRun make check before done"
    plan = plan_for(last + "Deploys on Tuesdays only.", last=last)
    assert texts(plan) == ["Uses uv, never pip.", "Run make check before done", "Deploys on Tuesdays only."]
    assert [piece.first_line for piece in plan.pieces] == [1, 3, 3]


def test_two_entries_without_their_delimiter_are_cut_apart() -> None:
    last = "Uses uv, never pip.\n§\nRun make check before done\n§\nLikes fish."
    plan = plan_for("Uses uv, never pip.\n?\nRun make check before done\n§\nLikes fish.", last=last)
    assert texts(plan) == ["Uses uv, never pip.", "?", "Run make check before done", "Likes fish."]


def test_the_seam_of_an_entry_that_grew_is_offered() -> None:
    last = "Uses uv, never pip.\n§\nLikes fish."
    plan = plan_for("Uses uv, never pip.\nAlso: deploys on Tuesdays\n§\nLikes fish.", last=last)
    assert texts(plan) == ["Uses uv, never pip.", "Also: deploys on Tuesdays", "Likes fish."]
    assert [piece.id for piece in plan.undecided] == ["1", "2"]
