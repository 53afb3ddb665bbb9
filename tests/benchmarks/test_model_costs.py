"""The sums behind the cost table: a conversation sends what was said again with each request."""

import sys
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

from model_costs import Sent, conversation, price  # noqa: E402 - benchmarks are scripts, not a package

from silcrow.workers.roles import RoleTool, ToolReply  # noqa: E402

ECHO = RoleTool("echo", "", {"type": "object"}, lambda _: ToolReply("a" * 400))
CALL = ("echo", {"x": "b" * 390})
"""100 and a few tokens there, 100 back."""


def role(done_after: int = 99):
    calls = iter(range(done_after))
    done = lambda: next(calls, None) is None  # noqa: E731
    return SimpleNamespace(instructions="i" * 800, prompt="p" * 4_000, tools=(ECHO,), done=done)


def test_each_request_carries_all_that_was_said_before():
    sent = conversation(role(), [[CALL], [CALL]])
    once = conversation(role(), [[CALL]])
    assert (once.requests, sent.requests) == (1, 2)
    assert once.input == once.rules + once.prompts and once.prompts == 1_000 and once.rules >= 200
    assert sent.input == 2 * once.input + once.output + 100
    assert sent.output == 2 * once.output


def test_a_role_that_is_done_is_asked_no_more():
    assert conversation(role(done_after=0), [[CALL], [CALL]]).requests == 1


def test_a_price_is_tokens_times_list_price():
    assert price(Sent(input=2_000_000, output=100_000), "anthropic", "claude-haiku-4-5") == Decimal("2.5")
