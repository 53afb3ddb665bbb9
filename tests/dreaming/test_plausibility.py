import pytest

from silcrow.dreaming.plausibility import implausible

LOG = "\n".join(f"2026-11-30 10:{minute:02}:00 INFO worker {minute} did something" for minute in range(60))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("User: ok thanks", "conversation"),
        ("Assistant: I have fixed the parser.", "conversation"),
        ("<|im_start|>user\nhello there", "conversation"),
        ("ok thanks", "nothing"),
        ("Thank you!", "nothing"),
        ("…", "nothing"),
        ("confidence: 0.58 status: staged", "figures"),
        ("Uses uv. score=12", "figures"),
        ("status: pending, uses uv", "figures"),
        (LOG, "characters long"),
        ("2026-11-30 10:00:00 INFO started\n2026-11-30 10:00:01 INFO stopped", "log"),
        ("\n".join(f"- item {number}" for number in range(20)), "log"),
        ('Traceback (most recent call last):\n  File "x.py", line 1', "log"),
        ("# Preferences", "heading"),
        ("## Build\n### Tests", "heading"),
        ("The user's preferences:", "heading"),
        ("$ git push --force", "command"),
        ("git push --force origin main", "command"),
        ("`npm run build`", "command"),
        ("```\nuv sync\n```", "command"),
        ('{"op": "add", "content": "x"}', "data"),
    ],
)
def test_what_is_no_fact_is_told_from_one(text: str, why: str):
    found = implausible(text)
    assert found is not None
    assert why in found


@pytest.mark.parametrize(
    "text",
    [
        "Uses uv, never pip.",
        "uv is the package manager here, never pip",
        "git push needs the VPN",
        "Deploys run on Fridays at 10:00.",
        "The build server (ci-3) has 12 GB of memory.",
        "Prefers short answers.",
        "Run `make check` before each commit.",
        "# Release\nTags are signed with the key of the team.",
        "Der Nutzer arbeitet meist abends.",
        "ユーザーは短い返事を好む。",
        "make check runs all tests and the linter.",
        "System: Fedora 40 with fish.",
        "喜欢喝茶。",
        "Score cards of players lie in scores/.",
    ],
)
def test_facts_pass(text: str):
    assert implausible(text) is None
