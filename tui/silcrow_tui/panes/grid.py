"""The area of the panes: places each where ``arrangement`` says."""

from textual.geometry import NULL_OFFSET, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from silcrow_tui.panes.arrangement import Focus, Shape, Wants, arranged, is_framed
from silcrow_tui.panes.pane import Pane


class _PaneLayout(Layout):
    """Gives each pane the region that its grid has computed."""

    name = "panes"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:  # noqa: ARG002
        parent.pre_layout(self)
        regions = parent.regions(size) if isinstance(parent, PaneGrid) else {}
        none = Region(0, 0, 0, 0)
        return [WidgetPlacement(regions.get(child.id or "", none), NULL_OFFSET, Spacing(), child) for child in children]


class PaneGrid(Widget):
    """Holds all panes; only those with a place in the current layout are displayed."""

    DEFAULT_CSS = """
    PaneGrid { height: 1fr; width: 1fr; background: $ground; }
    """

    def __init__(self, *panes: Pane) -> None:
        super().__init__(*panes)
        self._layout_of_panes = _PaneLayout()
        self.shape: Shape = "narrow"
        self.around = Focus("entries")
        self.wants = Wants()

    @property
    def layout(self) -> Layout:
        return self._layout_of_panes

    def regions(self, size: Size) -> dict[str, Region]:
        return {
            str(name): region
            for name, region in arranged(self.shape, size.width, size.height, self.around, self.wants).items()
        }

    def set_layout(self, shape: Shape, around: Focus, wants: Wants, size: Size) -> None:
        """Lay the panes out anew; cheap when nothing changed."""
        changed = (shape, around, wants) != (self.shape, self.around, self.wants)
        self.shape, self.around, self.wants = shape, around, wants
        regions = self.regions(size)
        for pane in self.query_children(Pane):
            display = pane.id in regions
            if pane.display != display:
                pane.display = display
                changed = True
            pane.take_place(regions[pane.NAME].width if display else 0, framed=is_framed(shape))
        if changed:
            # A widget that wants a new layout makes its ancestors forget how they arranged their children.
            self.children[0].refresh(layout=True)
