import subprocess
import sys
from pathlib import Path

SLOW = ("filelock", "rapidfuzz", "psutil", "asyncio", "watchfiles")


def loaded_after(code: str) -> list[str]:
    program = f"import sys\n{code}\nprint(*[name for name in {SLOW!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_looking_at_a_store_loads_nothing_slow(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text("one\n§\nONE!\n§\n**§**")
    (tmp_path / "MEMORY.md.bak.1").write_text("one")
    look = f"from silcrow.curated import MemoryStore\nstore = MemoryStore({str(tmp_path)!r})\nstore.state()"
    assert loaded_after(f"{look}\nstore.read('memory')") == []


def test_the_types_come_without_the_store() -> None:
    code = "from silcrow.curated import Success, CuratedState\nassert 'silcrow.curated.store' not in sys.modules"
    assert loaded_after(code) == []
