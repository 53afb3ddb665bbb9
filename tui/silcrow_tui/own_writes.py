"""A place that remembers what was written through it, so that changes of others can be told apart."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from silcrow.curated.results import Result, Success, Target
from silcrow.workspace.place import Place


class OwnWrites:
    """Hands everything on to the place behind it. Texts that it writes or removes go into ``texts`` beforehand."""

    def __init__(self, place: Place, texts: set[str]) -> None:
        self._place = place
        self._texts = texts

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            return getattr(self._place, name)

    else:

        def __getattr__(self, name: str) -> Any: ...

    async def add(self, target: Target, content: str) -> Result:
        self._texts.add(content.strip())
        return self._noted(await self._place.add(target, content))

    async def replace(self, target: Target, old_text: str, new_content: str) -> Result:
        self._texts.add(new_content.strip())
        return self._noted(await self._place.replace(target, old_text, new_content))

    async def remove(self, target: Target, texts: Sequence[str]) -> Result:
        self._texts.update(texts)
        return await self._place.remove(target, texts)

    def _noted(self, result: Result) -> Result:
        if isinstance(result, Success) and result.replaced is not None:
            self._texts.add(result.replaced)
        return result
