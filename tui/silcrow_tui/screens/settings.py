"""The settings in force: each value with where it comes from, and a way to change it there."""

from collections.abc import Iterable, Sequence
from typing import cast

from textual import on
from textual.widget import Widget

from silcrow.text import display_text
from silcrow_tui.commands import REGISTRY
from silcrow_tui.screens.list_screen import ListScreen
from silcrow_tui.screens.reader import Reader
from silcrow_tui.screens.setting_changes import ask_for_value, change, why_no_change
from silcrow_tui.screens.setting_lines import Row, SettingLook, SettingRow, about_row, setting_rows
from silcrow_tui.screens.setting_words import value_words
from silcrow_tui.widgets.footer import FooterBar
from silcrow_tui.widgets.line import Line, Piece, line
from silcrow_tui.widgets.virtual_list import VirtualList
from silcrow_tui.widgets.words import counted


class SettingRows(VirtualList[Row]):
    """The list, in which ``space`` switches instead of marking: nothing here is done to several at once."""

    CONTEXT = "setting_rows"
    BINDINGS = REGISTRY.bindings("setting_rows")

    @property
    def settings(self) -> "SettingsScreen":
        return cast("SettingsScreen", self.screen)


class SettingsScreen(ListScreen[Row]):
    """Host's settings, as they apply here. Preferences of the workbench are in its own file."""

    CONTEXT = "settings"
    BINDINGS = REGISTRY.bindings("settings")
    AUTO_FOCUS = "SettingRows"
    LOOKS_FOR = "filter"
    DEFAULT_CSS = """
    SettingsScreen Reader { height: 6; border-top: solid $frame; }
    """

    def heading(self) -> tuple[str, Line]:
        return "Settings in force", ()

    def numbers(self) -> Sequence[Line]:
        state = self.place.state
        own = sum(origin.kind != "default" for origin in state.settings.origins.values())
        words = f" {counted(own, 'value')} set, the others are defaults"
        wrong = f"  {counted(len(state.problems), 'problem')}" if state.problems else ""
        return (line(Piece(words, "dim"), Piece(wrong, "wait"), Piece(f"  {self.found_words()}")),)

    def body(self) -> Iterable[Widget]:
        rows = SettingRows(SettingLook(self.signs), signs=self.signs, empty=self._nothing, id="settings")
        rows.active = True
        rows.add_class("body")
        yield rows
        reader = Reader(signs=self.signs)
        reader.can_focus = False
        yield reader

    def _nothing(self, _width: int) -> Sequence[Line]:
        return (line(Piece(f" No setting matches. {self.key('settings.back')} shows all.", "dim")),)

    def on_mount(self) -> None:
        self.state_changed()

    def state_changed(self) -> None:
        self.rows.set_items(setting_rows(self.place.state))
        self._explain()

    @on(VirtualList.Moved)
    def _explain(self) -> None:
        self.query_one(Reader).set_lines(about_row(self.rows.current, self.signs), top=True)
        self.query_one(FooterBar).redraw()

    # Keys

    @property
    def setting(self) -> SettingRow | None:
        """The setting under the cursor."""
        current = self.rows.current
        return current if isinstance(current, SettingRow) else None

    def why_no_change(self) -> str | None:
        return why_no_change(self.workbench, self.setting.key if self.setting else None)

    @on(VirtualList.Opened)
    def change_row(self) -> None:
        """Ask for another value; a switch has just two."""
        if self.setting is None:
            return
        if self.setting.switch is not None:
            self.switch()
        else:
            self.workbench.start(ask_for_value(self.workbench, self.setting.key))

    def why_no_switch(self) -> str | None:
        if self.setting is not None and not isinstance(self.setting.value, bool):
            return f"This is no switch; {self.key('settings.change')} changes it."
        return self.why_no_change()

    def switch(self) -> None:
        """True to false, on to off, or back."""
        row = self.setting
        if row is not None and row.switch is not None:
            on = not row.switch.on
            now = f"{row.name} is {'on' if on else 'off'} now"
            self.workbench.start(change(self.workbench, row.key, row.switch.kind.value(on), now))
        elif row is not None:
            self.workbench.start(change(self.workbench, row.key, not row.value))

    def text_to_copy(self) -> str:
        row = self.setting
        return f"{row.key} = {display_text(value_words(row.value))}" if row is not None else ""
