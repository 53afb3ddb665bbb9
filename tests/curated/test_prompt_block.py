from silcrow.curated.entry_format import joined_length
from silcrow.curated.prompt_block import LARGEST_BLOCK, RULE, PromptBlock, StoreText, build_block
from silcrow.curated.results import Target, Usage
from silcrow.curated.states import DriftCheck


def store(
    target: Target,
    *entries: str,
    flagged: dict[int, tuple[str, ...]] | None = None,
    damage: DriftCheck | None = None,
    limit: int = 2_200,
) -> StoreText:
    return StoreText(target, entries, Usage(joined_length(entries), limit), flagged, damage)


def unreadable(target: Target) -> StoreText:
    return StoreText(target)


def block(*memory: str, user: tuple[str, ...] = ()) -> PromptBlock:
    return build_block(store("memory", *memory), store("user", *user, limit=1_375))


def test_a_block_is_rule_label_rule_and_the_joined_entries() -> None:
    shown = block("Uses uv", "Runs on Linux", user=("Speaks Farsi",))
    assert shown.text == (
        "══════════════════════════════════════════════\n"
        "MEMORY (your personal notes) [1% — 23/2,200 chars]\n"
        "══════════════════════════════════════════════\n"
        "Uses uv\n§\nRuns on Linux\n"
        "\n"
        "══════════════════════════════════════════════\n"
        "USER PROFILE (who the user is) [0% — 12/1,375 chars]\n"
        "══════════════════════════════════════════════\n"
        "Speaks Farsi"
    )
    assert len(RULE) == 46


def test_an_empty_store_contributes_nothing() -> None:
    assert block(user=("Speaks Farsi",)).text.startswith(f"{RULE}\nUSER PROFILE")
    assert block().text == ""
    assert block().complete


def test_a_blocked_entry_is_a_placeholder_that_names_file_and_threats() -> None:
    shown = build_block(store("memory", "good", "bad words", flagged={1: ("one", "two")}), store("user"))
    assert "bad words" not in shown.text
    assert "good\n§\n[BLOCKED: MEMORY.md entry contained threat pattern(s): one, two. It is entry 2" in shown.text
    assert [(each.number, each.ids) for each in shown.memory.blocked] == [(2, ("one", "two"))]


def test_an_entry_that_looks_like_a_placeholder_is_just_text() -> None:
    assert "\n[BLOCKED: nothing]" in block("[BLOCKED: nothing]").text
    assert block("[BLOCKED: nothing]").memory.blocked == ()


def test_a_long_file_is_cut_between_entries_and_says_how_many_are_missing() -> None:
    entries = [f"{number:03} {'x' * 600}" for number in range(100)]
    shown = build_block(store("memory", *entries), store("user", "y" * 300))
    assert LARGEST_BLOCK - 700 < len(shown.text) <= LARGEST_BLOCK
    assert shown.memory.shown + shown.memory.left_out == 100
    assert f"[NOT SHOWN: {shown.memory.left_out} of 100 entries of MEMORY.md" in shown.text
    for entry in entries[: shown.memory.shown]:
        assert f"\n{entry}\n" in shown.text
    assert entries[shown.memory.shown][:3] + " xx" not in shown.text
    assert shown.user.text.endswith("y" * 300)


def test_both_files_keep_room_when_both_are_too_long() -> None:
    many = [f"{number:03} {'x' * 600}" for number in range(100)]
    shown = build_block(store("memory", *many), store("user", *many))
    assert len(shown.text) <= LARGEST_BLOCK
    assert abs(shown.memory.shown - shown.user.shown) <= 1


def test_an_entry_of_many_emoji_is_never_cut_in_the_middle() -> None:
    wave = "👋🏽" * 9_000
    shown = build_block(store("memory", *["x" * 990] * 1, wave, "last"), store("user", *(f"{n}{wave}" for n in "ab")))
    assert len(shown.text) <= LARGEST_BLOCK
    for text in shown.text.split("\n"):
        assert text.count("👋🏽") in (0, 9_000)
    assert shown.memory.text.endswith("last")


def test_facts_come_before_placeholders_when_room_is_short() -> None:
    bad = [f"bad {number}" for number in range(250)]
    worse = [f"worse {number}" for number in range(150)]
    memory = store("memory", *bad, flagged=dict.fromkeys(range(250), ("some_threat",)))
    user = store("user", *worse, "Speaks Farsi", flagged=dict.fromkeys(range(150), ("some_threat",)))
    shown = build_block(memory, user)
    assert len(shown.text) <= LARGEST_BLOCK
    assert "\nSpeaks Farsi\n" in shown.text


def test_a_damaged_file_shows_what_fits_and_one_line_on_the_repair() -> None:
    legacy = "# Notes\n\n## Tools\nUses uv\n\n" + "more text\n" * 400
    shown = build_block(store("memory", legacy.strip(), damage="oversize"), store("user"))
    assert "## Tools\nUses uv" in shown.text
    assert shown.text.count("[NEEDS REPAIR: a part of MEMORY.md is damaged (oversize)") == 1


def test_a_part_that_is_larger_than_its_room_leaves_the_others_and_both_lines() -> None:
    shown = build_block(store("memory", "first", "y" * 60_000, "third", damage="oversize"), store("user"))
    lines = shown.text.split("\n§\n")
    assert [line[:15] for line in lines[-3:]] == ["third", "[NOT SHOWN: 1 o", "[NEEDS REPAIR: "]
    assert len(shown.text) < 1_000


def test_a_file_emptied_by_damage_still_says_so() -> None:
    assert "NEEDS REPAIR" in build_block(store("memory", damage="emptied"), store("user")).text


def test_an_unreadable_file_shows_what_was_last_read_of_it_and_says_so() -> None:
    before = block("Uses uv", user=("Speaks Farsi",))
    shown = build_block(unreadable("memory"), store("user", "Speaks Dutch"), {"memory": before.memory.text})
    assert before.memory.text in shown.text
    assert shown.text.count("[UNREADABLE: MEMORY.md can't be read now.") == 1
    assert "Speaks Dutch" in shown.text
    assert not shown.complete


def test_an_unreadable_file_that_was_never_read_is_no_empty_block() -> None:
    shown = build_block(unreadable("memory"), store("user"))
    assert shown.text.startswith(f"{RULE}\nMEMORY (your personal notes)\n{RULE}\n[UNREADABLE: MEMORY.md")
    assert "not empty" in shown.text


def test_an_unreadable_file_says_so_once_however_often_it_is_tried() -> None:
    once = build_block(unreadable("memory"), store("user"), {"memory": block("Uses uv").memory.text})
    twice = build_block(unreadable("memory"), store("user"), {"memory": once.memory.text})
    assert twice.text == once.text


def test_a_large_last_section_of_an_unreadable_file_keeps_to_the_bound() -> None:
    many = [f"{number:03} {'x' * 600}" for number in range(75)]
    before = build_block(store("memory", *many), store("user"))
    shown = build_block(unreadable("memory"), store("user", *many), {"memory": before.memory.text})
    assert len(shown.text) <= LARGEST_BLOCK
    assert "UNREADABLE" in shown.memory.text


def test_one_file_or_both_can_be_had() -> None:
    shown = block("Uses uv", user=("Speaks Farsi",))
    assert shown.section("user").text == shown.user.text
    assert shown.text == f"{shown.memory.text}\n\n{shown.user.text}"
