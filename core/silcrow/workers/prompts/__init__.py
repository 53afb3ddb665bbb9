"""The standing instructions of each role, one text file per role with the version that its runs record."""

from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

_FOLDER: Final = Path(__file__).parent
_VERSION: Final = "version: "


class RolePrompt(Struct, frozen=True):
    version: int
    """Grows with every change of the text, so that runs can be told apart by what they were told."""
    text: str

    def filled(self, **values: object) -> str:
        """The text with ``{name}`` replaced for each value; other braces stay as they are."""
        text = self.text
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text


@cache
def role_prompt(role: str) -> RolePrompt:
    """The instructions of a role that has some; its file begins with a line ``version: n``."""
    first, _, text = (_FOLDER / f"{role}.md").read_text(encoding="utf-8").partition("\n")
    return RolePrompt(int(first.removeprefix(_VERSION)), text.strip())
