"""How long the scanner takes: a text that it has not seen, the first one of a process, and texts made to be slow.

In processor time, so that a busy machine does not show.

Run: ``python benchmarks/scan.py``
"""

import base64
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.threats.labelled import everyday_notes, labelled

_LENGTH = 2_200
_LARGE = 200_000


def main() -> None:
    notes = everyday_notes()
    began = time.process_time()
    from silcrow.threats import scan

    print(f"import                              {_ms(began):8.1f} ms")
    began = time.process_time()
    scan(notes[0])
    print(f"first text of the process           {_ms(began):8.1f} ms")
    for text in (*notes, *(case.text for case in labelled("variations"))):
        scan(text)
    honest = [case.text for name in ("corpus", "variations") for case in labelled(name) if not case.malicious]
    fresh = _fresh_texts([note for note in (*notes, *honest) if note.isascii()])
    times = sorted(_time(scan, text) for text in fresh)
    print(f"{_LENGTH:,} characters not seen before    {statistics.median(times):8.3f} ms   p90 {times[-10]:.3f} ms")
    again = statistics.median(_time(scan, text) for text in fresh)
    print(f"the same once more                  {again:8.3f} ms")
    for name, text in _large_texts().items():
        print(f"200 KB of {name:<26}{_time(scan, text):8.1f} ms")


def _fresh_texts(notes: list[str]) -> list[str]:
    choice = random.Random(7)
    texts: list[str] = []
    for _ in range(100):
        text = ""
        while len(text) < _LENGTH:
            text += f"{choice.choice(notes)} ({choice.randrange(10**6)}).\n"
        texts.append(text[:_LENGTH])
    return texts


def _large_texts() -> dict[str, str]:
    return {
        "a": "a" * _LARGE,
        "blanks": " " * _LARGE,
        "base64": base64.b64encode(random.Random(7).randbytes(_LARGE * 3 // 4)).decode(),
        "nested quotes": ("\"'`" * _LARGE)[:_LARGE],
        "half orders": ("ignore all previous " * _LARGE)[:_LARGE] + "instruction",
        "joiners": ("a\u200d" * _LARGE)[:_LARGE],
        "mixed scripts": ("аa" * _LARGE)[:_LARGE],
    }


def _time(scan, text: str) -> float:
    began = time.process_time()
    scan(text)
    return _ms(began)


def _ms(began: float) -> float:
    return (time.process_time() - began) * 1e3


if __name__ == "__main__":
    main()
