"""Write the table of ``docs/reliability.md`` anew: ``python -m tests.faults``."""

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.faults.all_paths import ALL_PATHS
from tests.faults.matrix import Trial, try_all

PAGE: Final = Path(__file__).parents[2] / "docs" / "reliability.md"
BEGIN: Final = "<!-- made by python -m tests.faults: begin -->\n"
END: Final = "<!-- end -->\n"
_HEAD: Final = (
    "| write path | calls | faults | old state | new state | on the way | said, for one of them |",
    "|---|---|---|---|---|---|---|",
)


def table() -> Iterator[str]:
    """One row for each write path."""
    yield from _HEAD
    for path in ALL_PATHS:
        with tempfile.TemporaryDirectory() as folder:
            trials = list(try_all(path, Path(folder)))
        wrong = [each for trial in trials for each in trial.complaints]
        if wrong:
            raise SystemExit(f"{path.name}: {wrong[0]}")
        yield _row(path.name, trials)


def _row(name: str, trials: Sequence[Trial]) -> str:
    ends = Counter(trial.outcome for trial in trials)
    calls = len({trial.number for trial in trials})
    said = next((trial.words for trial in trials if trial.words and trial.fault == "ENOSPC"), None)
    words = f"`{said}`" if said else "nothing"
    return f"| {name} | {calls} | {len(trials)} | {ends['old']} | {ends['new']} | {ends['on the way']} | {words} |"


def main() -> None:
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + "\n".join(table()) + "\n" + END + after)


if __name__ == "__main__":
    main()
