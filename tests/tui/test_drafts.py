import stat
from pathlib import Path

from silcrow_tui.screens.drafts import DraftSlot


def test_a_draft_comes_back_as_it_was_kept(tmp_path: Path):
    slot = DraftSlot(tmp_path / "drafts", "memory", None, "/home/user/memories")
    slot.keep("half a thought\nwith \x1b and \ud800")
    assert slot.read() == "half a thought\nwith \x1b and \ud800"


def test_a_draft_is_private(tmp_path: Path):
    slot = DraftSlot(tmp_path / "drafts", "memory")
    slot.keep("secret")
    assert stat.S_IMODE(slot.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(slot.path.parent.stat().st_mode) == 0o700


def test_places_targets_and_entries_do_not_share_a_draft(tmp_path: Path):
    slots = [
        DraftSlot(tmp_path, "memory", None, "/a"),
        DraftSlot(tmp_path, "user", None, "/a"),
        DraftSlot(tmp_path, "memory", "old text", "/a"),
        DraftSlot(tmp_path, "memory", None, "/b"),
    ]
    assert len({slot.path for slot in slots}) == 4


def test_forgetting_twice_is_fine(tmp_path: Path):
    slot = DraftSlot(tmp_path, "memory")
    slot.keep("x")
    slot.forget()
    slot.forget()
    assert slot.read() is None
