"""Random lives of a store against a plain list."""

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from silcrow.curated import Failure, MemoryStore, Success
from silcrow.curated.entry_format import joined_length, serialise
from silcrow.curated.gate import Admitted, admit
from tests.curated.strategies import awkward_texts

LIMIT = 120
REFUSALS = ("empty", "delimiter", "invalid", "over_limit", "blocked")


class StoreLife(RuleBasedStateMachine):
    """Each accepted call does to the file what it says, each refused one does nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="silcrow-store-"))
        self.store = MemoryStore(self.folder, memory_char_limit=LIMIT)
        self.entries: list[str] = []

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @rule(text=awkward_texts)
    def add(self, text: str) -> None:
        answer = self.store.add("memory", text)
        if isinstance(answer, Failure):
            assert answer.code in REFUSALS
            return
        admitted = admit(text)
        assert isinstance(admitted, Admitted)
        if admitted.text not in self.entries:
            self.entries.append(admitted.text)
        self.check(answer)

    @precondition(lambda self: self.entries)
    @rule(text=awkward_texts, choice=st.randoms(use_true_random=False))
    def replace(self, text: str, choice) -> None:
        place = choice.randrange(len(self.entries))
        answer = self.store.replace("memory", self.entries[place], text)
        if isinstance(answer, Failure):
            assert answer.code in REFUSALS
            return
        admitted = admit(text)
        assert isinstance(admitted, Admitted)
        self.entries[place] = admitted.text
        self.entries = list(dict.fromkeys(self.entries))
        self.check(answer)

    @precondition(lambda self: self.entries)
    @rule(choice=st.randoms(use_true_random=False))
    def remove(self, choice) -> None:
        gone = self.entries.pop(choice.randrange(len(self.entries)))
        answer = self.store.remove("memory", gone)
        assert isinstance(answer, Success)
        assert answer.replaced == gone
        self.check(answer)

    @rule()
    def forget_the_last_state(self) -> None:
        """Another machine, or a reader that never saw this store before."""
        shutil.rmtree(self.folder / ".silcrow", ignore_errors=True)
        self.store = MemoryStore(self.folder, memory_char_limit=LIMIT)

    def check(self, answer: Success) -> None:
        assert list(answer.entries) == self.entries
        assert answer.usage.used == joined_length(self.entries) <= LIMIT

    @invariant()
    def the_file_holds_just_these_entries_and_no_drift(self) -> None:
        path = self.folder / "MEMORY.md"
        assert (path.read_bytes() if path.exists() else b"") == serialise(self.entries)
        state = self.store.state().memory
        assert state.drift is None
        assert [entry.text for entry in state.entries] == self.entries
        assert not list(self.folder.glob("*.bak.*"))


TestStoreLife = StoreLife.TestCase
TestStoreLife.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
