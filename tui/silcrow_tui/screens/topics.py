"""What was filed for good: topic files, the journey, the index."""

from collections.abc import Hashable, Iterable, Sequence

from textual import events, on
from textual.containers import Container
from textual.widget import Widget

from silcrow.observational.status import Topic
from silcrow.text import display_text
from silcrow.workspace.place import Place
from silcrow_tui.commands import REGISTRY
from silcrow_tui.screens.full import FullScreen, tabs_line
from silcrow_tui.screens.reader import Reader
from silcrow_tui.widgets.line import Line, Piece, line, padded, shown
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.virtual_list import VirtualList
from silcrow_tui.widgets.words import counted

SIDE_BY_SIDE = 100
"""Columns from which list and text stand beside each other."""
_FILES = ("", "JOURNEY.md", "INDEX.md")


class TopicLook(RowLook[Topic]):
    """``updated  length  title  summary``."""

    def key(self, item: Topic) -> Hashable:
        return item.path

    def line(self, item: Topic, width: int) -> Line:
        if item.problem is not None:
            words = f"{item.path}: {item.problem}"
            return line(
                Piece(f" {'!':<10}  {item.length:>6,}  ", "wait"), Piece(shown(words, max(1, width - 22)), "wait")
            )
        title = shown(item.title, 34)
        return line(
            Piece(f" {padded(shown(item.updated, 10), 10)}  {item.length:>6,}  ", "dim"),
            Piece(f"{padded(title, 34) if width > 70 else title}  "),
            Piece(shown(item.summary, max(1, width - 57)) if width > 70 else "", "dim"),
        )

    def text(self, item: Topic) -> str:
        return f"{item.path} {item.title} {item.summary}"


class TopicsScreen(FullScreen[None]):
    """Reads topics, journey and index of the session. ``enter`` goes into the text, ``esc`` back to the list."""

    CONTEXT = "topics"
    BINDINGS = REGISTRY.bindings("topics")
    AUTO_FOCUS = "VirtualList"
    DEFAULT_CSS = """
    TopicsScreen .body { layout: vertical; }
    TopicsScreen VirtualList { height: 1fr; max-height: 8; }
    TopicsScreen Reader { height: 2fr; border-top: solid $frame; }
    TopicsScreen Reader:focus { border-top: heavy $frame-focus; }
    TopicsScreen.-wide .body { layout: horizontal; }
    TopicsScreen.-wide VirtualList { width: 2fr; height: 1fr; max-height: 100%; }
    TopicsScreen.-wide Reader { width: 3fr; height: 1fr; border-top: none; border-left: solid $frame; }
    TopicsScreen.-wide Reader:focus { border-top: none; border-left: heavy $frame-focus; }
    TopicsScreen.-text VirtualList { display: none; }
    TopicsScreen.-text Reader, TopicsScreen.-text.-wide Reader { border: none; border-top: solid $frame; }
    """

    def __init__(self, place: Place, name: str | None = None, needle: str = "") -> None:
        """With ``name`` that file is open, and ``needle`` is looked for in it."""
        super().__init__(place)
        self._tab = _FILES.index(name) if name in _FILES[1:] else 0
        self._start = name
        self._needle = needle
        self._reading = False
        self._shown: str | None = None
        self._text: str | None = None

    # The skeleton

    def heading(self) -> tuple[str, Line]:
        tabs = (f"Topics {len(self._topics)}", "Journey", "Index")
        return "Topics of this session", tabs_line(tabs, self._tab, self.signs)

    def numbers(self) -> Sequence[Line]:
        observing = self.place.state.observational
        if observing is None:
            return (line(Piece(" No session is open.", "dim")),)
        target = self.place.state.settings.observational.journey_target_tokens
        parts = [
            f"journey {observing.journey_tokens:,} of {target:,} tokens",
            f"{counted(observing.dropped, 'observation')} filed",
            self.found_words(),
        ]
        return (line(Piece(" " + f" {self.signs.between} ".join(part for part in parts if part), "dim")),)

    def body(self) -> Iterable[Widget]:
        rows = VirtualList(TopicLook(), signs=self.signs, empty=self._nothing, id="topics")
        rows.active = True
        yield Container(rows, Reader(signs=self.signs, id="text"), classes="body")

    def _nothing(self, _width: int) -> Sequence[Line]:
        return (line(Piece(" No topics yet: the first consolidation makes them.", "dim")),)

    @property
    def _topics(self) -> tuple[Topic, ...]:
        observing = self.place.state.observational
        return observing.topics if observing is not None else ()

    @property
    def rows(self) -> VirtualList[Topic]:
        return self.query_one(VirtualList)

    @property
    def reader(self) -> Reader:
        return self.query_one(Reader)

    @property
    def looked_in(self) -> "Reader | VirtualList[Topic]":
        return self.reader if self._tab or self._reading else self.rows

    def on_mount(self) -> None:
        self.rows.set_items(self._topics)
        if self._start is not None:
            self.rows.move_to_key(self._start)
            self.set_class(self._tab > 0, "-text")
            self.reader.focus()
        self._read()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= SIDE_BY_SIDE, "-wide")

    def state_changed(self) -> None:
        self.rows.set_items(self._topics)
        self._read()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if event.widget in (self.reader, self.rows):
            self._reading = event.widget is self.reader
            self.redraw_bars()

    @on(VirtualList.Moved)
    def _other_topic(self) -> None:
        self._read()

    # The text

    @property
    def file_name(self) -> str | None:
        """The file that is read now."""
        if self._tab:
            return _FILES[self._tab]
        current = self.rows.current
        return None if current is None else current.path

    def _read(self) -> None:
        self.run_worker(self._fetch, exclusive=True, exit_on_error=False, group="text")

    async def _fetch(self) -> None:
        name = self.file_name
        text = None if name is None else await self.place.topic_text(name)
        if name != self.file_name:
            return
        self._text = text
        self.reader.set_lines(self._lines(name, text), top=name != self._shown)
        self._shown = name
        if self._needle:
            self.reader.find(self._needle)
            self._needle = ""
        self.redraw_bars()

    def _lines(self, name: str | None, text: str | None) -> list[Line]:
        if name is None:
            return []
        if text is None:
            return [line(Piece(f"{display_text(name)} is not there.", "dim"))]
        if not text.strip():
            return [line(Piece(f"{display_text(name)} is empty.", "dim"))]
        return text_lines(text)

    # Keys

    def turn_tab(self, step: int) -> None:
        """Topics, journey, index, around the end."""
        self._tab = (self._tab + step) % len(_FILES)
        self.set_class(self._tab > 0, "-text")
        (self.reader if self._tab else self.rows).focus()
        self._read()
        self.redraw_bars()

    def why_no_read(self) -> str | None:
        return None if self._tab == 0 and self.rows.current is not None else "There is just this text here."

    def read(self) -> None:
        """Go into the text."""
        self.reader.focus()

    def swap(self) -> None:
        """Between list and text."""
        (self.rows if self.reader.has_focus else self.reader).focus()

    def step_back(self) -> None:
        if self._tab == 0 and self.reader.has_focus and not self.reader.needle:
            self.rows.focus()
        else:
            super().step_back()

    def text_to_copy(self) -> str:
        return self._text or ""
