"""``--from``: from where on a session is observed."""

from typing import Any, NoReturn

import click

from silcrow.pipeline.since import Since, since_of


class SinceType(click.ParamType):
    """``start``, ``compaction``, ``now``, or a number of tokens before the end of the session."""

    name = "start|compaction|now|TOKENS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Since:
        return since_of(str(value)) or self._refuse(value, param, ctx)

    def _refuse(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> NoReturn:
        self.fail(f"{value} is none of start, compaction, now and a number of tokens", param, ctx)
