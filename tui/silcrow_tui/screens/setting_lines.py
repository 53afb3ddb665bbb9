"""Settings as rows and, at length, as lines."""

from collections.abc import Hashable, Sequence
from typing import Any

from msgspec import Struct

from silcrow.settings import Origin, SettingsProblem
from silcrow.settings.keys import KEYS, MEMORY
from silcrow.settings.switches import KINDS, Switch, switches
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.screens.setting_words import MEANINGS, value_words
from silcrow_tui.signs import Signs
from silcrow_tui.widgets.line import Line, Piece, line, padded, rule, shown
from silcrow_tui.widgets.row_index import RowLook

KEY_CELLS, VALUE_CELLS = 32, 20


class SettingRow(Struct, frozen=True):
    key: str
    value: Any
    origin: Origin | None
    """None for a default."""
    problem: SettingsProblem | None = None
    switch: Switch | None = None
    """The part that the setting switches on and off, where it does."""

    @property
    def name(self) -> str:
        """What the row is called: the part, else the key without its program."""
        return self.switch.name if self.switch is not None else self.key.partition(".")[2]

    @property
    def words(self) -> str:
        """The value as it is shown."""
        return self.switch.state if self.switch is not None else value_words(self.value)


class SectionRow(Struct, frozen=True):
    words: str


Row = SettingRow | SectionRow | SettingsProblem


def setting_rows(state: WorkspaceState) -> tuple[Row, ...]:
    """What is wrong first, then the switches, then every other key under the heading of its program."""
    settings = state.settings
    rows: list[Row] = []
    if state.problems:
        rows += [SectionRow("to be mended"), *state.problems]
    wrong = {problem.key: problem for problem in state.problems}

    def row(key: str, switch: Switch | None = None) -> SettingRow:
        return SettingRow(key, settings.raw[key], settings.origins.get(key), wrong.get(key), switch)

    rows.append(SectionRow("switches"))
    rows += [row(switch.key, switch) for switch in switches(settings)]
    switched = {kind.key for kind in KINDS.values()}
    for section, words in ((f"{MEMORY}.", "memory files"), ("", "observational memory")):
        keys = [key for key in MEANINGS if key.startswith(MEMORY) == bool(section) and key in settings.raw]
        keys = [key for key in keys if key not in switched]
        if keys:
            rows.append(SectionRow(words))
            rows += [row(key) for key in keys]
    return tuple(rows)


class SettingLook(RowLook[Row]):
    """``key  value  where it comes from``."""

    def __init__(self, signs: Signs) -> None:
        self.signs = signs

    def key(self, item: Row) -> Hashable:
        if isinstance(item, SettingRow):
            return item.key
        return item.words if isinstance(item, SectionRow) else ("problem", item.path, item.key, item.line)

    def version(self, item: Row) -> Hashable:
        return repr(item)

    def line(self, item: Row, width: int) -> Line:
        if isinstance(item, SectionRow):
            return rule(item.words, width, self.signs)
        if isinstance(item, SettingsProblem):
            key = item.key.rpartition(".")[2] or item.path.name
            words = f"{key}: {item.message}"
            return line(Piece(f" {self.signs.attention} ", "wait"), Piece(shown(words, width - 3, self.signs), "wait"))
        default = item.origin is None
        value = shown(item.words, VALUE_CELLS, self.signs)
        sign = self.signs.attention if item.problem else " "
        key = shown(item.name, KEY_CELLS, self.signs)
        return line(
            Piece(f" {sign} ", "wait"),
            Piece(f"{padded(key, KEY_CELLS)}  "),
            Piece(f"{padded(value, VALUE_CELLS)}  ", bold=not default),
            Piece(shown(origin_words(item.origin), max(1, width - KEY_CELLS - VALUE_CELLS - 7), self.signs), "dim"),
        )

    def text(self, item: Row) -> str:
        if isinstance(item, SettingRow):
            return f"{item.name} {item.key} {item.words} {origin_words(item.origin)}"
        return item.words if isinstance(item, SectionRow) else f"{item.key} {item.message}"

    def selectable(self, item: Row) -> bool:
        return not isinstance(item, SectionRow)


def origin_words(origin: Origin | None) -> str:
    """``default``, ``project settings, line 7``, ``environment``."""
    if origin is None:
        return "default"
    kind = {"global": "agent’s settings", "project": "project’s settings", "argument": "command line"}
    words = kind.get(origin.kind, origin.kind)
    return f"{words}, line {origin.line}" if origin.line else words


def about_row(row: Row | None, signs: Signs) -> Sequence[Line]:
    """A setting at length: what it means, what it takes, where its value comes from."""
    if row is None or isinstance(row, SectionRow):
        return []
    if isinstance(row, SettingsProblem):
        place = f"{row.path}, line {row.line}" if row.line else str(row.path)
        return [
            line(Piece(shown(row.key or "The whole file", 200, signs), bold=True)),
            line(Piece(shown(row.message, 600, signs), "wait")),
            line(Piece(f"Mend it in {shown(place, 300, signs)}; the rest of the file applies.", "dim")),
        ]
    meaning = MEANINGS.get(row.key, "") if row.switch is None else row.switch.does
    setting = "" if row.switch is None else f" {signs.between} {row.key} = {value_words(row.value)}"
    lines = [line(Piece(row.key if row.switch is None else row.name, bold=True), Piece(setting, "dim")), line(meaning)]
    place = f" ({shown(str(row.origin.path), 300, signs)})" if row.origin is not None and row.origin.path else ""
    value = shown(row.words, 300, signs)
    lines.append(line(Piece(f"{value} {signs.between} {origin_words(row.origin)}{place}", "dim")))
    wanted = KEYS[row.key](object())
    if wanted and row.switch is None:
        lines.append(line(Piece(f"takes {wanted}", "dim")))
    if row.problem is not None:
        lines.append(line(Piece(shown(row.problem.message, 600, signs), "wait")))
    return lines
