"""Which block a session's prompts show, whatever happens in what order."""

from collections.abc import Callable, Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from msgspec.structs import replace

from silcrow.curated.entry_format import joined_length
from silcrow.curated.prompt_block import PromptBlock, StoreText, build_block
from silcrow.curated.results import Target, Usage
from silcrow.curated.snapshot import SnapshotRecord
from silcrow.hosts import lifecycle
from silcrow.hosts.lifecycle import Life


class Trusting:
    """Finds no threat."""

    def flag(self, texts: Sequence[str]) -> dict[int, tuple[str, ...]]:
        return {}

    def knows(self, threat_id: str) -> bool:
        return True


class Wary(Trusting):
    """Finds one in every entry."""

    def flag(self, texts: Sequence[str]) -> dict[int, tuple[str, ...]]:
        return {place: ("prompt_injection",) for place, _ in enumerate(texts)}


def block_of(*entries: str) -> PromptBlock:
    return build_block(
        StoreText("memory", entries, Usage(joined_length(entries), 2_200)), StoreText("user", (), Usage(0, 1_375))
    )


def reading(*entries: str):
    def read(_: Mapping[Target, str]) -> PromptBlock:
        return block_of(*entries)

    return read


def prompt(life: Life, read: Callable[[Mapping[Target, str]], PromptBlock], *, leaf: str | None = None, at: str = ""):
    return lifecycle.prompt(life, read, record_id=f"r{at}", leaf=leaf, at=at)


def opened(session_id: str = "s", reason: lifecycle.Reason = "new") -> Life:
    return lifecycle.start(session_id, reason, (), (), Trusting())


def test_a_prompt_freezes_what_the_files_hold_and_says_so_once():
    first = prompt(opened(), reading("uses uv"))
    assert first.store == {"sessionId": "s", "block": first.text, "recordId": "r"}
    second = prompt(first.life, reading("uses poetry"))
    assert (second.text, second.store) == (first.text, None)


def test_a_compaction_renews_the_block_and_a_failed_one_does_not():
    life = prompt(opened(), reading("uses uv")).life
    assert "uv" in prompt(lifecycle.not_compacted(life), reading("uses poetry")).text
    assert "poetry" in prompt(lifecycle.compacted(life), reading("uses poetry")).text


def test_a_host_that_starts_again_goes_on_with_the_block_before_its_file_holds_it():
    first = prompt(opened(), reading("uses uv"), leaf=None)
    again = lifecycle.start("s", "reload", (), (), Trusting(), before=first.life)
    assert prompt(again, reading("uses poetry")).text == first.text


def test_a_fork_takes_a_block_of_its_own_even_when_it_carries_its_parents():
    stored = SnapshotRecord("r", "parent", block_of("uses uv").text, places=("a",))
    life = lifecycle.start("child", "fork", (stored,), ("a",), Trusting())
    assert "poetry" in prompt(life, reading("uses poetry")).text


def test_a_stored_block_that_is_a_threat_now_is_replaced_and_that_is_told():
    stored = SnapshotRecord("r", "s", block_of("uses uv").text, places=("a",))
    life = lifecycle.start("s", "resume", (stored,), ("a",), Wary())
    assert "was not used" in life.snapshot.notice
    assert "poetry" in prompt(life, reading("uses poetry")).text


def test_a_compaction_is_asked_for_once_until_a_turn_ends():
    life, asked = lifecycle.settle(opened(), "a", due=True)
    assert asked
    life, asked = lifecycle.settle(life, "a", due=True)
    assert not asked
    _, asked = lifecycle.settle(lifecycle.end_turn(life, "b"), "b", due=True)
    assert asked


@given(due=st.lists(st.booleans(), max_size=20))
def test_nothing_is_asked_while_nothing_is_due(due: list[bool]):
    life = opened()
    for each in due:
        life, asked = lifecycle.settle(lifecycle.end_turn(life, None), None, due=each)
        assert asked == each


class Sessions(RuleBasedStateMachine):
    """A session with branches, its files changed by others all the while, its host restarted at any time.

    ``shown`` is what the prompts of the current branch have to show until something renews it; None when the next
    prompt decides.
    """

    def __init__(self) -> None:
        super().__init__()
        self.parents: dict[str, str | None] = {}
        self.leaf: str | None = None
        self.written: list[SnapshotRecord] = []
        self.unwritten: list[tuple[SnapshotRecord, SnapshotRecord]] = []
        """Each as the file will hold it, and as the host knows it before: by the leaf that it was made at."""
        self.entries = 0
        self.life = opened()
        self.shown: str | None = None

    def branch(self) -> list[str]:
        ids: list[str] = []
        at = self.leaf
        while at is not None:
            ids.append(at)
            at = self.parents[at]
        return ids[::-1]

    def hang(self) -> str:
        own = f"e{len(self.parents)}"
        self.parents[own] = self.leaf
        self.leaf = own
        return own

    @rule()
    def others_change_the_files(self) -> None:
        self.entries += 1

    @rule()
    def prompt(self) -> None:
        at = f"{len(self.parents):06}"
        prompted = prompt(self.life, reading(f"fact {self.entries}"), leaf=self.leaf, at=at)
        self.life = prompted.life
        if self.shown is not None:
            assert prompted.text == self.shown
        self.shown = prompted.text
        if prompted.store is not None:
            places = () if self.leaf is None else (self.leaf,)
            own = self.hang()
            record = SnapshotRecord(f"r{at}", "s", prompted.text, at, (own,))
            self.unwritten.append((record, replace(record, places=places)))

    @rule()
    def the_host_writes_what_it_was_given(self) -> None:
        self.written += [record for record, _ in self.unwritten]
        self.unwritten.clear()

    @rule()
    def turn(self) -> None:
        self.life = lifecycle.end_turn(self.life, self.hang())

    @rule()
    def settle(self) -> None:
        self.life, _ = lifecycle.settle(self.life, self.leaf, due=True)

    @rule()
    def compaction_fails(self) -> None:
        self.life = lifecycle.not_compacted(self.life)

    @rule()
    def compaction(self) -> None:
        self.life = lifecycle.compacted(self.life)
        self.shown = None

    @rule()
    def reload_by_a_person(self) -> None:
        self.life = lifecycle.renew(self.life)
        self.shown = None

    @precondition(lambda self: self.shown is not None)
    @rule(reason=st.sampled_from(["startup", "resume", "reload"]))
    def the_host_restarts(self, reason: lifecycle.Reason) -> None:
        before = self.life if self.unwritten else None
        self.life = lifecycle.start("s", reason, self.written, self.branch(), Trusting(), leaf=self.leaf, before=before)

    @precondition(lambda self: self.parents)
    @rule(data=st.data())
    def navigate(self, data: st.DataObject) -> None:
        self.leaf = data.draw(st.sampled_from(sorted(self.parents)))
        self.life = lifecycle.go_to(self.life, self.leaf, self.written, self.branch(), Trusting())
        held = [*self.written, *(known for _, known in self.unwritten)]
        depth: dict[str | None, int] = {own: place for place, own in enumerate(self.branch())}
        depth[None] = -1
        places = {record.id: depth[place] for record in held if (place := next(iter(record.places), None)) in depth}
        nearest = max((r for r in held if r.id in places), key=lambda r: (places[r.id], r.timestamp), default=None)
        # A branch that holds a block shows that one; any other takes a fresh one with its first prompt.
        self.shown = None if nearest is None else str(nearest.block)

    @invariant()
    def the_session_stays_the_same(self) -> None:
        assert self.life.session_id == "s"


TestSessions = Sessions.TestCase
