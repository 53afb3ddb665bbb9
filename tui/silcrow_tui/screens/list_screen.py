"""Full screens around one list, some with a text beside it that says more of the row under the cursor."""

from typing import Generic, TypeVar

from silcrow_tui.screens.full import FullScreen
from silcrow_tui.screens.reader import Reader
from silcrow_tui.widgets.virtual_list import VirtualList

Item = TypeVar("Item")


class ListScreen(FullScreen[None], Generic[Item]):
    """A list that ``/`` filters."""

    @property
    def rows(self) -> VirtualList[Item]:
        return self.query_one(VirtualList)

    @property
    def looked_in(self) -> VirtualList[Item]:
        return self.rows


class ListWithText(ListScreen[Item]):
    """A list with a reader beside it, either of which can have the focus."""

    def swap(self) -> None:
        """Between the list and the text."""
        target = self.query_one(Reader) if self.rows.has_focus else self.rows
        target.focus(scroll_visible=False)

    def step_back(self) -> None:
        if self.query_one(Reader).has_focus:
            self.rows.focus()
        else:
            super().step_back()
