"""Makes ``docs/tour.svg`` again, the three jobs of the workbench in a few turning pictures: ``python -m tests.tour``.

The pictures come from the fixed scenes, with a clock that stands still, so the same code makes the same file. The file
moves by CSS alone: it holds no script and asks no other address, so it runs wherever an image is shown. Whoever asked
for less motion, and what knows no animation, shows the first picture.
"""

import asyncio
import os
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from msgspec import Struct
from textual.pilot import Pilot

from silcrow_tui.app import SilcrowApp
from silcrow_tui.screens.recovery.screen import RecoveryScreen
from tests.pictures import Picture, Steps, editor, entries, filing, recovery, recovery_result, take
from tests.tui.stage import until, words_of

FILE = Path(__file__).resolve().parents[1] / "docs" / "tour.svg"
SIZE = (80, 24)
SECONDS = 4
"""How long each picture stands."""
CAPTION_HEIGHT = 44
VIEW_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


class Chapter(Struct, frozen=True):
    """One picture of the tour and the words below it."""

    job: str
    words: str
    steps: Steps
    scene: str = "busy"


async def what_happened(app: SilcrowApp, pilot: Pilot[Any]) -> None:
    await pilot.press("2")
    await until(pilot, lambda: "enter recover" in words_of(app.screen))
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, RecoveryScreen) and app.screen.focused)


async def workers(_app: SilcrowApp, pilot: Pilot[Any]) -> None:
    await pilot.press("4", "j", "j")


CHAPTERS = (
    Chapter("Curate", "each entry with its length, its flags, and what is left of the limit", entries),
    Chapter("Curate", "what is left is counted as you type, and the text is scanned; z takes it back", editor),
    Chapter("Recover", "2 enter says what happened, where, and that nothing is lost", what_happened, "legacy"),
    Chapter("Recover", "keep, edit, merge or discard each part; nothing is written yet", recovery, "legacy"),
    Chapter("Recover", "the result, with proof that every line has its place", recovery_result, "legacy"),
    Chapter("Watch", "4 shows the workers live: what they do, what they cost, why one failed", workers),
    Chapter("Watch", "a consolidation topic by topic; u reverts it", filing),
)


def tour(pictures: Sequence[str], chapters: Sequence[Chapter]) -> str:
    """One SVG that shows these pictures, all of one size, one after the other and over again."""
    found = VIEW_BOX.search(pictures[0])
    assert found is not None
    width, height = float(found[1]), float(found[2]) + CAPTION_HEIGHT
    turn = SECONDS * len(pictures)
    rules = [
        f"@keyframes turn {{ 0% {{ opacity: 1 }} {100 / len(pictures):.3f}%, 100% {{ opacity: 0 }} }}",
        f".frame {{ opacity: 0; animation: turn {turn}s step-end infinite }}",
        *(f".frame-{number} {{ animation-delay: {number * SECONDS}s }}" for number in range(1, len(pictures))),
        ".frame-0 { opacity: 1 }",
        "@media (prefers-reduced-motion: reduce) { .frame { animation: none } }",
        ".caption { font: 20px sans-serif; fill: #e0e0e0 } .job { font-weight: bold; fill: #57a5e2 }",
    ]
    shown = [
        f'<g class="frame frame-{number}">{picture}{_caption(number, chapters, height)}</g>'
        for number, picture in enumerate(pictures)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img">',
            "<title>A tour of the workbench: curate, recover, watch</title>",
            f"<style>{' '.join(rules)}</style>",
            f'<rect width="{width:g}" height="{height:g}" rx="8" fill="#121212"/>',
            *shown,
            "</svg>\n",
        ]
    )


def _caption(number: int, chapters: Sequence[Chapter], height: float) -> str:
    chapter = chapters[number]
    return (
        f'<text class="caption" x="20" y="{height - 16:g}"><tspan class="job">{escape(chapter.job)}</tspan>'
        f" {number + 1}/{len(chapters)} · {escape(chapter.words)}</text>"
    )


def inner(picture: str) -> str:
    """A picture as a part of another: with its size said, since a nested one would fill its parent."""
    return VIEW_BOX.sub(r'\g<0> width="\1" height="\2"', picture, count=1)


async def taken() -> str:
    """The whole tour, from the scenes."""
    pictures = [
        await take(Picture(f"tour-{number}", SIZE, chapter.steps, scene=chapter.scene))
        for number, chapter in enumerate(CHAPTERS)
    ]
    return tour([inner(picture) for picture in pictures], CHAPTERS)


def main() -> int:
    os.environ["TZ"] = "UTC"
    time.tzset()
    FILE.write_text(asyncio.run(taken()), "utf-8")
    print(f"{FILE.relative_to(FILE.parents[1])}, {FILE.stat().st_size // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
