import pytest

from silcrow.curated import Failure
from silcrow.dreaming import Report, Reverted
from silcrow.pipeline import NotDone
from tests.dreaming.conftest import Night, add, change, remove
from tests.dreaming.talk import DAY


def dreamt(night: Night) -> Report:
    """A dream that changed both files."""
    for number in range(4):
        assert night.store.add("memory", f"Fact number {number} of the shop.").success
    night.past_the_first()
    night.now += 20 * DAY
    evidence = night.talk("one").turns(3)[-1]
    night.script(
        {
            "proposals": [
                change("Fact number 0", "Fact number zero of the shop.", evidence),
                remove("Fact number 1", evidence),
                add("Likes tea.", evidence, "user"),
            ]
        }
    )
    report = night.report()
    assert len(report.taken) == 3
    return report


def test_one_call_takes_back_all_that_a_dream_changed_in_both_files(night: Night):
    before = [f"Fact number {number} of the shop." for number in range(4)]
    report = dreamt(night)
    answer = night.open().revert()
    assert isinstance(answer, Reverted)
    assert answer.report.id == report.id
    assert (list(night.entries()), night.entries("user")) == (before, ())
    stored = night.open().report()
    assert isinstance(stored, Report)
    assert stored.reverted_at == night.now


def test_what_a_person_added_since_stays(night: Night):
    dreamt(night)
    assert night.store.add("memory", "Added by the user.").success
    assert isinstance(night.open().revert(), Reverted)
    assert "Added by the user." in night.entries()
    assert "Fact number 1 of the shop." in night.entries()


def test_a_dream_is_taken_back_only_once(night: Night):
    dreamt(night)
    assert isinstance(night.open().revert(), Reverted)
    again = night.open().revert()
    assert isinstance(again, NotDone)
    assert again.code == "nothing"


def test_one_that_was_undone_by_hand_stands_no_more(night: Night):
    report = dreamt(night)
    assert night.store.undo(report.changes[0]).success
    assert isinstance(night.open().revert(), NotDone)


def test_where_a_person_rewrote_what_the_dream_wrote_nothing_is_touched(night: Night):
    dreamt(night)
    assert night.store.replace("memory", "Fact number zero", "Something else altogether.").success
    answer = night.open().revert()
    assert isinstance(answer, Failure)
    assert answer.code == "stale"
    assert "Something else altogether." in night.entries()


@pytest.mark.parametrize("name", ["dream-", "nope", ""])
def test_a_dream_can_be_named_by_the_beginning_of_its_id(night: Night, name: str):
    report = dreamt(night)
    answer = night.open().revert(name)
    assert isinstance(answer, NotDone)
    assert isinstance(night.open().revert(report.id[:-1]), Reverted | NotDone)


def test_without_dreams_there_is_nothing_to_take_back_or_report(night: Night):
    for answer in (night.open().revert(), night.open().report()):
        assert isinstance(answer, NotDone)
        assert answer.code == "nothing"
