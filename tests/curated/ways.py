"""All ways that a text may take into a memory file."""

from collections.abc import Callable

from silcrow.curated import MemoryStore, Result
from silcrow.curated.proposals import Wish
from silcrow.curated.recovery import KEEP, RecoveryPlan, apply_recovery, plan_recovery


def _recovered(store: MemoryStore, text: str) -> Result:
    backup = store.dir / "MEMORY.md.bak.1700000000"
    backup.write_bytes(text.encode("utf-8", "surrogatepass"))
    plan = plan_recovery(store, "memory", backup, grain="whole")
    assert isinstance(plan, RecoveryPlan)
    return apply_recovery(store, plan.with_decisions([piece.id for piece in plan.undecided], KEEP), now=1.0)


WAYS: dict[str, Callable[[MemoryStore, str], Result | tuple[object, ...]]] = {
    "add": lambda store, text: store.add("memory", text),
    "add by a tool": lambda store, text: store.add("memory", text, actor="tool"),
    "replace": lambda store, text: store.replace("memory", "first", text),
    "batch": lambda store, text: store.batch("memory", [{"op": "add", "content": text}]),
    "import of rows": lambda store, text: store.import_rows([{"target": "memory", "content": text}]),
    "import of a file": lambda store, text: store.import_file("memory", text.encode()),
    "merge": lambda store, text: store.merge("memory", ["first", "second"], text),
    "rewrite": lambda store, text: store.rewrite(
        "memory", [text], expected_sha256=store.state().memory.sha256, operation="x"
    ),
    "review": lambda store, text: store.accept(
        store.propose([Wish("add", "memory", new=text)], actor="dream")[0].id  # type: ignore[index]
    ),
    "restore": lambda store, text: store.restore_text("memory", [text]),
    "recovery": lambda store, text: _recovered(store, text),
}
"""From a store with ``the first`` and ``the second`` in memory to one with the text in it, or to a refusal."""
