"""``--from``: from where on a session is observed."""

from typing import Any, NoReturn

import click

from silcrow.pipeline.since import Since

_WORDS: dict[str, Since] = {"start": "start", "compaction": "compaction", "now": "now"}


class SinceType(click.ParamType):
    """``start``, ``compaction``, ``now``, or a number of tokens before the end of the session."""

    name = "start|compaction|now|TOKENS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Since:
        given = str(value).strip().lower()
        if given in _WORDS:
            return _WORDS[given]
        digits = given.replace(",", "").replace("_", "")
        if digits.isascii() and digits.isdigit() and int(digits) > 0:
            return int(digits)
        return self._refuse(value, param, ctx)

    def _refuse(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> NoReturn:
        self.fail(f"{value} is none of start, compaction, now and a number of tokens", param, ctx)
