"""Realistic coding talk against the table of cues: what is kept, as what, and what is passed over."""

import pytest

from silcrow.workers.extractive.cues import CUES, cue_of
from silcrow.workers.extractive.kinds import KINDS, TITLES

USER = {
    "preference": [
        "Immer erst testen, dann committen.",
        "Der Treiber darf nur aus dem Leerlauf bedient werden.",
        "Bitte keine neuen Abhängigkeiten.",
        "Fließkomma ist in den Treibern tabu.",
        "Die Obergrenze liegt bei 240 kB.",
        "Commit-Texte bei uns auf Deutsch.",
        "Wir schreiben hier nur C99.",
        "Always run the linter before you commit.",
        "never push to main",
        "I prefer small commits, one per behaviour.",
        "We use uv here, not pip.",
        "We deploy on Fridays only after the smoke tests.",
        "Use tabs in Go files.",
        "Please use pytest fixtures for the database.",
        "Don't add dependencies without asking.",
        "Please don’t touch the migrations folder.",
        "Do not log request bodies.",
        "Make sure every endpoint has a timeout.",
        "From now on write the changelog yourself.",
        "Remember that staging has no GPU.",
        "Error replies must be problem+json.",
        "The config should never be read at import time.",
        "Avoid global state.",
        "Keep functions under 40 lines.",
        "I want type hints everywhere.",
        "I work on a Mac with fish.",
        "My name is Dana.",
        "Call me Dana.",
        "Our convention is snake_case for columns.",
        "Return 429 instead of 503.",
        "No, that belongs in the gateway.",
        "Only the nightly job may write there.",
        "Stick to the standard library.",
        "Write the failing test first.",
    ],
    "deadline": [
        "Er fährt am 27. Januar raus.",
        "Das muss bis Freitag fertig sein.",
        "Freigegeben wird es erst im März.",
        "The deadline for the first version is Friday.",
        "This has to be live by Monday.",
        "It's due on the 14th of March.",
        "Ship it before the end of the week.",
        "The code freeze starts at noon.",
        "The demo is on Thursday.",
    ],
    "decision": [
        "Dann nehmen wir die zweite Variante.",
        "Let's go with the token bucket.",
        "OK, we'll use SQLite for now.",
        "We decided to drop Python 3.10.",
        "Go with the second option.",
    ],
    None: [
        "Hi there!",
        "Thanks, looks good.",
        "Can you look at the failing test?",
        "Should we always log rejected requests?",
        "What does this function do?",
        "The login page is blank.",
        "Here is the log.",
        "I want you to fix the login page.",
        "Never mind.",
        "yes",
        "Run the tests again.",
        "Write the README for the clerks, half a page.",
    ],
}
ASSISTANT = {
    "cause": [
        "Die Ursache liegt in der Warteschleife.",
        "Weil er auch im Interrupt zurückgesetzt wird.",
        "The root cause is a stale cache key.",
        "The test fails because the clock is patched.",
        "The leak was caused by an unclosed cursor.",
        "It turns out that the proxy strips the header.",
        "The bug is in the retry loop.",
        "The timeout came from the connection pool.",
        "Requests were slow due to missing indexes.",
    ],
    "decision": [
        "I decided to keep the limiter in the gateway.",
        "I'll go with a token bucket.",
        "We chose SQLite over Redis.",
        "This uses a token bucket instead of a sliding window.",
        "The trade-off is one more query per request.",
        "Agreed: error replies use problem+json.",
        "The rule is one bucket per API key.",
    ],
    "done": [
        "Der Fehler ist behoben.",
        "Der Test läuft jetzt durch.",
        "Fixed the refill.",
        "I've added a regression test.",
        "I renamed the column and updated both callers.",
        "All 14 tests pass now.",
        "The migration is done.",
        "The limiter now returns Retry-After in whole seconds.",
        "The flag is no longer read at import time.",
        "Done — the docs build again.",
        "The build is green.",
    ],
    None: [
        "Let me look at the code.",
        "Ich schaue mir zuerst den Treiber an.",
        "Vielleicht liegt es am Takt.",
        "I'll run the tests now.",
        "Next, I'll fix the import.",
        "Now let me check the callers.",
        "This might be caused by the cache.",
        "Perhaps the bug is in the proxy.",
        "Should I also remove the old flag?",
        "If the tests pass, I will commit.",
        "The function takes two arguments.",
        "Here is what I found:",
        "The refill is not yet fixed.",
    ],
}


@pytest.mark.parametrize(("kind", "said"), [(kind, said) for kind, all_said in USER.items() for said in all_said])
def test_what_a_user_says(kind, said):
    assert cue_of(said, "user") == kind


@pytest.mark.parametrize(("kind", "said"), [(kind, said) for kind, all_said in ASSISTANT.items() for said in all_said])
def test_what_an_assistant_says(kind, said):
    assert cue_of(said, "assistant") == kind


def test_every_kind_in_the_table_has_a_rule_and_a_topic_with_a_title():
    assert {cue.kind for cue in CUES} <= KINDS.keys()
    assert {rule.topic for rule in KINDS.values()} <= TITLES.keys()
