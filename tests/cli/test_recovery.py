"""A damaged file is planned, decided on, applied and undone from the command line alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Answer, Desk

FACTS = (
    "Run make check before saying that a task is done.",
    "Branches are type/short-topic; commit bodies say why.",
    "Redis is a cache here: losing it must never lose data.",
)
TOPICS = ("owner", "limit", "schema", "token", "queue", "cache", "name", "port", "path", "key")
LEGACY = (
    "# Notes\n\nWritten before there were entries.\n\n"
    + "".join(
        f"## Part {part}\n\n"
        + "".join(
            f"- Fact {part}.{topic}: the {topic} is kept in one place here, never in two of them.\n" for topic in TOPICS
        )
        + "\n"
        for part in range(1, 7)
    )
    + "```sh\n## not a heading\nmake all\n```\n"
)
APPEND = "".join(
    f"- Appended {number}: nobody put a delimiter before this line of the shell history, number {number}.\n"
    for number in range(34)
)


def known(desk: Desk) -> bytes:
    """Entries that silcrow wrote itself."""
    for fact in FACTS:
        assert desk("memory", "add", "--target", "memory", "--", fact).code == 0
    return desk.memory_file.read_bytes()


def legacy(desk: Desk) -> bytes:
    assert 4_000 < len(LEGACY) < 4_700
    return LEGACY.encode()


def shell_append(desk: Desk) -> bytes:
    assert 2_900 < len(APPEND) < 3_300
    return known(desk) + APPEND.encode()


def mangled_delimiter(desk: Desk) -> bytes:
    return known(desk).replace("\n§\n".encode(), "\n\\§\n".encode(), 1)


def latin_1_byte(desk: Desk) -> bytes:
    return known(desk) + "\n§\n".encode() + b"Meets at the Caf\xe9 on Mondays."


def planned(desk: Desk, path: Path, *arguments: str) -> dict[str, Any]:
    answer = desk("drift", "plan", *arguments, "-o", str(path), "--json")
    assert answer.code == 0, answer
    assert json.loads(path.read_text()) == answer.document
    return answer.document


def keep_what_fits(document: dict[str, Any], room: int) -> None:
    """Decide as a person would: keep while there is room, discard the rest."""
    used = sum(len(entry["text"]) + 3 for entry in document["entries"])
    for piece in document["pieces"]:
        if piece["decision"] is None:
            used += len(piece["text"]) + 3
            piece["decision"] = "keep" if used <= room else "discard"


def undo(desk: Desk, change: str | None = None) -> None:
    assert desk("memory", "undo", *([change] if change else [])).code == 0


@pytest.mark.parametrize("damage", [legacy, shell_append, mangled_delimiter, latin_1_byte])
def test_a_damaged_file_is_repaired_with_proof_and_comes_back_by_undo(desk: Desk, tmp_path: Path, damage: Any) -> None:
    content = damage(desk)
    desk.memory_file.write_bytes(content)
    assert desk("memory", "add", "--target", "memory", "--", "New.").code in (4, 6)
    assert desk.memory_file.read_bytes() == content

    plan = tmp_path / "plan.json"
    document = planned(desk, plan, "--target", "memory")
    refused = desk("drift", "apply", str(plan))
    assert refused.code == 3
    assert "undecided" in refused.err
    assert desk.memory_file.read_bytes() == content

    keep_what_fits(document, 2_200)
    plan.write_text(json.dumps(document))
    previewed = desk("drift", "apply", str(plan), "--dry-run")
    assert previewed.code == 0, previewed
    assert "Nothing is written yet." in previewed.out
    assert desk.memory_file.read_bytes() == content

    applied = desk("drift", "apply", str(plan), "--json")
    assert applied.code == 0, applied
    proof = applied.document["proof"]
    lines = [line for line in content.decode("windows-1252").split("\n") if line.strip() not in ("", "Â§")]
    assert (proof["nowhere"], proof["undecided"]) == (0, 0)
    assert proof["kept"] + proof["changed"] + proof["discarded"] == len(lines)
    assert desk("status", "--json").document["memory"]["memory"]["drift"] is None
    assert desk("memory", "add", "--target", "user", "--", "Likes tests.").code == 0

    (settled,) = (desk.memories / ".silcrow" / "resolved").iterdir()
    assert settled.read_bytes() == content
    undo(desk, applied.document["change"])
    assert desk.memory_file.read_bytes() == content
    assert [path.read_bytes() for path in desk.memories.glob("*.bak.*")] == [content]


def test_undo_without_an_id_takes_a_recovery_back(desk: Desk, tmp_path: Path) -> None:
    content = mangled_delimiter(desk)
    desk.memory_file.write_bytes(content)
    plan = tmp_path / "plan.json"
    planned(desk, plan, "--target", "memory", "--keep-rest")
    assert desk("drift", "apply", str(plan)).code == 0
    undo(desk)
    assert desk.memory_file.read_bytes() == content


def test_a_stale_plan_is_refused_and_the_file_stays(desk: Desk, tmp_path: Path) -> None:
    desk.memory_file.write_bytes(mangled_delimiter(desk))
    plan = tmp_path / "plan.json"
    planned(desk, plan, "--target", "memory", "--keep-rest")
    changed = desk.memory_file.read_bytes() + b"\nmore"
    desk.memory_file.write_bytes(changed)
    answer = desk("drift", "apply", str(plan), "--json")
    assert (answer.code, answer.document["code"]) == (3, "stale")
    assert desk.memory_file.read_bytes() == changed


def test_a_plan_can_be_piped(desk: Desk) -> None:
    desk.memory_file.write_bytes(mangled_delimiter(desk))
    plan = desk("drift", "plan", "--target", "memory", "--keep-rest", "--json")
    answer = desk("drift", "apply", "-", stdin=plan.raw)
    assert answer.code == 0, answer
    assert "✓" in answer.out
    assert desk.memory_file.read_text().split("\n§\n") == list(FACTS)


def test_a_backup_names_its_target_itself(desk: Desk) -> None:
    (desk.memories / "USER.md.bak.1700000000").write_text("Likes fish.")
    answer = desk("drift", "plan", "USER.md.bak.1700000000", "--json")
    assert (answer.code, answer.document["target"]) == (0, "user")


def test_for_people_a_plan_shows_parts_gauge_and_what_is_to_do(desk: Desk) -> None:
    desk.memory_file.write_bytes(shell_append(desk))
    answer = desk("drift", "plan", "--target", "memory")
    assert answer.code == 0
    assert "MEMORY.md: oversize:" in answer.out
    assert "2 parts are in the entries already." in answer.out
    assert "to do   35 of 35 parts undecided" in answer.out
    assert "undecided  + only here" in answer.out


@pytest.mark.parametrize(
    "arguments",
    [("drift", "plan"), ("drift", "apply"), ("drift", "clean", "--force"), ("drift", "clean", "MEMORY.md.bak.9")],
)
def test_what_was_not_said_is_wrong_usage(desk: Desk, arguments: tuple[str, ...]) -> None:
    assert desk(*arguments).code == 2


@pytest.mark.parametrize("content", ["", "{", "[1]"])
def test_a_file_that_is_no_plan_is_refused(desk: Desk, tmp_path: Path, content: str) -> None:
    plan = tmp_path / "plan.json"
    plan.write_text(content)
    assert desk("drift", "apply", str(plan)).code in (2, 3)


def test_a_plan_that_is_not_there_is_one_line(desk: Desk, tmp_path: Path) -> None:
    answer = desk("drift", "apply", str(tmp_path / "none.json"))
    assert answer.code == 6
    assert len(answer.err.splitlines()) == 1


def backups_of(folder: Path, texts: dict[int, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for seconds, text in texts.items():
        (folder / f"MEMORY.md.bak.{seconds}").write_text(text)


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.bak.*"))


def test_a_clean_up_deletes_what_is_wholly_in_the_files(desk: Desk) -> None:
    desk.memory_file.write_text("One.")
    backups_of(desk.memories, {1: "One.", 2: "Two."})
    dry = desk("drift", "clean", "--dry-run", "--json")
    assert dry.document["deleted"] == [str(desk.memories / "MEMORY.md.bak.1")]
    assert left(desk.memories) == ["MEMORY.md.bak.1", "MEMORY.md.bak.2"]
    answer = desk("drift", "clean")
    assert answer.code == 0
    assert "1 line is nowhere else" in answer.out
    assert left(desk.memories) == ["MEMORY.md.bak.2"]


def test_one_command_cleans_folders_that_nobody_has_opened_for_long(desk: Desk) -> None:
    dormant = desk.home / ".hermes" / "memories"
    profile = desk.home / ".hermes" / "profiles" / "work" / "memories"
    for folder in (desk.memories, dormant, profile):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "MEMORY.md").write_text("One.")
        backups_of(folder, dict.fromkeys(range(1, 40), "One.") | {99: "Only here."})
    listed = desk("drift", "clean", "--all", "--dry-run", "--json").document
    assert listed["folders"] == [str(desk.memories), str(dormant), str(profile)]
    assert len(listed["deleted"]) == 3 * 39
    assert desk("drift", "clean", "--all").code == 0
    for folder in (desk.memories, dormant, profile):
        assert left(folder) == ["MEMORY.md.bak.99"]


def test_a_named_backup_with_lines_of_its_own_needs_force(desk: Desk) -> None:
    backups_of(desk.memories, {1: "Only here."})
    assert desk("drift", "clean", "MEMORY.md.bak.1").code == 3
    assert desk("drift", "clean", "MEMORY.md.bak.1", "--force").code == 0
    assert left(desk.memories) == []


def test_the_demo_s_damaged_file_comes_out_well(desk: Desk, tmp_path: Path) -> None:
    from importlib.resources import files

    material = files("silcrow_tui.demo") / "material" / "memories" / "MEMORY.md"
    desk.memory_file.write_bytes(material.read_bytes())
    plan = tmp_path / "plan.json"
    document = planned(desk, plan, "--target", "memory")
    statuses = [piece["status"] for piece in document["pieces"]]
    assert statuses[:12] == ["captured"] * 12
    assert set(statuses[12:]) == {"missing"}
    kept = [piece["text"] for piece in document["pieces"] if piece["decision"] is None]
    assert kept[0] == "Ask before adding a file to data/: the office syncs that folder by hand."
    assert "Springs two days after full and new moon, highest around 6.0 m" in kept
    assert not any(text.startswith(("- ", "#", "1.")) for text in kept)
    keep_what_fits(document, 2_200)
    plan.write_text(json.dumps(document))
    answer: Answer = desk("drift", "apply", str(plan))
    assert answer.code == 0, answer
    assert "✓ 45 lines" in answer.out
