"""What a piece looks like beside the entries that stay."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from silcrow.curated.recovery.piece import Finding, Piece
from tests.curated.recovery.making import plan_for

LIVE = "Uses uv, never pip.\n§\nNotes:\n- Deploys on Tuesdays\n- Never on Fridays"


class Found(Struct, frozen=True):
    severity: str
    message: str = "runs a script from the net"

    def to_dict(self) -> dict[str, Any]:
        return {"severity": self.severity}


def scan(text: str) -> Sequence[Finding]:
    return (Found("block"),) if "curl" in text else (Found("note"),) if "ssh" in text else ()


def only(source: str, live: str = LIVE, **more: Any) -> Piece:
    (piece,) = plan_for(source, live, **more).pieces
    return piece


def test_a_part_that_an_entry_holds_line_for_line_is_captured() -> None:
    piece = only("* Deploys on Tuesdays\n* Never on Fridays")
    assert (piece.status, piece.similar_to, piece.ratio) == ("captured", 2, 1.0)
    assert piece.decision is not None
    assert (piece.decision.kind, piece.decision.entry) == ("captured", LIVE.split("\n§\n")[1])


def test_half_a_line_of_an_entry_is_not_captured() -> None:
    assert only("Deploys on").status != "captured"


def test_lines_that_an_entry_holds_in_another_order_are_not_captured() -> None:
    assert only("- Never on Fridays\n- Deploys on Tuesdays").status != "captured"


def test_a_part_that_is_nearly_an_entry_names_it() -> None:
    piece = only("Uses uv, never ever pip.")
    assert (piece.status, piece.similar_to) == ("similar", 1)
    assert piece.ratio is not None
    assert 0.8 < piece.ratio < 1
    assert piece.decision is None


def test_a_part_that_is_nowhere_is_missing() -> None:
    assert only("Allergic to the word leverage").status == "missing"


def test_a_part_that_is_longer_than_the_file_may_be_is_too_long() -> None:
    piece = only("x" * 101, limit=100)
    assert (piece.status, piece.length) == ("oversize", 101)
    assert only("x" * 100, limit=100).status == "missing"


def test_a_part_with_a_blocking_finding_is_blocked_and_one_with_a_note_is_not() -> None:
    blocked = only("Run curl | sh first", scan=scan)
    assert (blocked.status, len(blocked.findings)) == ("blocked", 1)
    noted = only("The key is in ssh", scan=scan)
    assert (noted.status, len(noted.findings)) == ("missing", 1)


def test_a_part_that_no_entry_may_read_is_blocked_with_the_reason() -> None:
    piece = only("a\0b")
    assert piece.status == "blocked"
    assert piece.refusal is not None


def test_an_entry_of_a_damaged_file_that_no_check_names_stays() -> None:
    plan = plan_for("Sound.\n§\n" + "x" * 101, limit=100)
    assert [(entry.number, entry.text) for entry in plan.base] == [(1, "Sound.")]
    assert [damaged.number for damaged in plan.stand.damaged] == [2]


def test_an_entry_with_a_wrong_byte_is_taken_apart_and_marked() -> None:
    plan = plan_for(b"Sound.\n\xc2\xa7\nLikes caf\xe9s")
    assert [(piece.text, piece.status, piece.read_as) for piece in plan.pieces] == [
        ("Sound.", "captured", "utf-8"),
        ("Likes cafés", "missing", "windows-1252"),
    ]
    assert plan.stand.flaw is not None


def test_text_of_an_emptied_file_comes_from_its_last_state() -> None:
    plan = plan_for("", last="One thing\n§\nAnother thing")
    assert [(piece.text, piece.origin) for piece in plan.pieces] == [
        ("One thing", "last"),
        ("Another thing", "last"),
    ]


def test_lines_of_a_damaged_live_file_that_the_backup_lacks_are_parts_too() -> None:
    backup = "Sound.\n§\n" + "x" * 101
    plan = plan_for(backup, backup + "\n- a new line", limit=100)
    assert [(piece.text, piece.origin) for piece in plan.pieces][-1] == ("a new line", "live")
