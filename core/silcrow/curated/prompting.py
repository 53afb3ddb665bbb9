"""Store calls for the system prompt: read both files once, and show the same block until they are read again."""

from collections.abc import Mapping
from threading import Lock
from typing import Any

from silcrow.curated.entry_format import NotText, joined_length
from silcrow.curated.examination import Damaged
from silcrow.curated.prompt_block import PromptBlock, StoreText, build_block
from silcrow.curated.prompt_judging import Judge, ScreenJudge
from silcrow.curated.results import TARGETS, Target, Usage
from silcrow.curated.seen import look_at
from silcrow.curated.store_file import StoreFile, Unreadable
from silcrow.curated.store_parts import StoreParts


class Prompting(StoreParts):
    """The prompt block."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._loading = Lock()
        self._block: PromptBlock | None = None
        self._last_sections: dict[Target, str] = {}

    def load(self) -> PromptBlock:
        """Read both files and freeze the block that they make, in place of the one before.

        A file that can't be read contributes what was last read of it here, with a line saying so; such a block is
        shown, but not frozen: the next look at it tries again.
        """
        with self._loading:
            block = self.current_block(self._last_sections)
            self._last_sections |= {each.target: each.text for each in block.sections if each.current}
            self._block = block
        return block

    def format_for_system_prompt(self, target: Target | None = None) -> str:
        """The block as `load` froze it, of both files or of one; empty when there is nothing in them.

        Without a `load` before it, this is the first.
        """
        if target not in (None, *TARGETS):
            raise ValueError(f"there is no target {target!r}; the targets are {' and '.join(TARGETS)}")
        block = self._block
        if block is None or not block.complete:
            block = self.load()
        return block.text if target is None else block.section(target).text

    def current_block(self, last: Mapping[Target, str] | None = None) -> PromptBlock:
        """The block that the files make now, frozen nowhere. ``last`` as for `build_block`."""
        memory, user = (self._text_of(file) for file in self.folder.files.values())
        return build_block(memory, user, last)

    def judge(self) -> Judge:
        """What keeps entries of this folder from a model."""
        return ScreenJudge(self.folder.screen)

    def _text_of(self, file: StoreFile) -> StoreText:
        verdict = look_at(file).verdict
        if isinstance(verdict, Unreadable | NotText):
            return StoreText(file.target)
        entries = verdict.parsed.entries
        return StoreText(
            file.target,
            entries,
            Usage(joined_length(entries), file.limit),
            self.judge().flag(entries),
            verdict.drifts[0].check if isinstance(verdict, Damaged) else None,
        )
