"""Editing the text of a part, or of an entry that takes parts in: a draft of the plan, written nowhere."""

from collections.abc import Callable, Mapping, Sequence

from silcrow_tui.screens.dialogs import YesNo
from silcrow_tui.screens.entry_verdict import judge_form
from silcrow_tui.screens.text_dialog import Said, TextDialog

Judge = Callable[[str], Sequence[Said]]
"""What is said of a text while it is typed: two lines, how full the file would be first."""


class PartEditor(TextDialog[str | None]):
    """Answers the new text, None when it was left as it was."""

    DRAFT_NAME = "part"

    def __init__(self, title: str, text: str, judge: Judge, *, environ: Mapping[str, str]) -> None:
        super().__init__(text, environ)
        self._words = title
        self._judge = judge

    def title_words(self) -> str:
        return self._words

    def buttons(self) -> tuple[tuple[str, str], ...]:
        return (("save", "Take ctrl+s"), ("outside", "$EDITOR ctrl+g"), ("leave", "Close esc"))

    def judged(self, text: str) -> tuple[Said, Said]:
        nothing: Said = ("", "dim")
        first, second, *_rest = (*self._judge(text), nothing, nothing)
        return first, second

    async def action_save(self) -> None:
        """Take the text into the plan, unless it can't be an entry."""
        text = self._area.entry
        if judge_form(text) is not None:
            self.app.bell()
        elif not text.strip():
            self.tell("empty: d in the list discards a part, an edit needs text", "wait")
        else:
            self.dismiss(text.strip())

    def let_go(self) -> None:
        question = YesNo("Let go of what you changed?", ("The plan stays as it is.",), yes="Let go", no="Go on")
        self.app.push_screen(question, self._left)

    def _left(self, answer: bool | None) -> None:
        if answer:
            self.dismiss(None)
