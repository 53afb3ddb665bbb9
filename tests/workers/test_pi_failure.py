"""What went wrong with pi, told from its words."""

import pytest

from silcrow.workers.models.pi_failure import ended_without_answer, not_found, told_failure

NO_KEY = """\
No API key found for anthropic.

Use /login to log into a provider via OAuth or API key. See:
  /opt/pi/docs/providers.md
  /opt/pi/docs/models.md
"""


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("401 Incorrect API key provided", "auth"),
        ('401 {"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}', "auth"),
        ("403 Your organisation has no access", "auth"),
        ("Your credit balance is too low to access the API", "auth"),
        ("429 You exceeded your current quota, insufficient_quota", "auth"),
        ("429 Rate limit reached for requests", "rate_limit"),
        ("ThrottlingException: Too many tokens, please wait. Rate limit.", "rate_limit"),
        ("529 Overloaded", "busy"),
        ("Overloaded", "busy"),
        ("prompt is too long: 213462 tokens > 200000 maximum", "context_too_long"),
        ("400 This model's maximum context length is 8192 tokens", "context_too_long"),
        ("The input token count (1196265) exceeds the maximum number of tokens allowed", "context_too_long"),
        ("Request timed out.", "timeout"),
        ("404 model_not_found", "spawn"),
        ("500 the server had an error", "busy"),
        ("503 Service unavailable", "busy"),
        ("Connection error.", "busy"),
        ("422 what is this", "exit"),
        ("It broke.", "exit"),
    ],
)
def test_a_providers_words_keep_their_kind(words: str, kind: str):
    failure = told_failure(words)
    assert (failure.kind, failure.words) == (kind, words)


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("429 rate limit, try again in 1.5s", 1.5),
        ("429 rate limit. Retry-After: 20", 20.0),
        ("429 please try again in 250ms", 0.25),
        ("429 try again in 2m", 120.0),
        ("429 rate limit", None),
    ],
)
def test_the_wait_that_a_provider_asks_for_is_kept(words: str, seconds: float | None):
    assert told_failure(words).retry_after == seconds


def test_keys_in_the_words_of_a_provider_are_left_out():
    key = "sk-proj-" + "a1B2" * 12
    words = told_failure(f"401 Incorrect API key provided: {key}. Find yours at example.org").words
    assert key not in words and words.startswith("401 Incorrect API key provided:")


def test_a_failure_without_words_says_so():
    assert told_failure("").words == "the model failed without a word"


def test_no_login_is_named_without_the_hints_for_people_at_a_screen():
    failure = ended_without_answer("/bin/pi", 1, NO_KEY)
    assert (failure.kind, failure.words) == ("auth", "pi: No API key found for anthropic.")


def test_an_unknown_model_can_not_start():
    failure = ended_without_answer("/bin/pi", 1, 'Error: Model "nope/x" not found. Use --list-models.')
    assert failure.kind == "spawn" and "nope/x" in failure.words


def test_a_pi_that_does_not_know_an_option_is_too_old():
    failure = ended_without_answer("/bin/pi", 1, "Error: Unknown option: --no-context-files")
    assert failure.kind == "spawn"
    assert "too old" in failure.words and "--no-context-files" in failure.words and "0.74" in failure.words


def test_another_program_of_that_name_is_asked_after():
    failure = ended_without_answer("/bin/pi", 0, "")
    assert failure.kind == "spawn" and "is it the pi coding agent" in failure.words


def test_a_crash_at_the_start_is_told_with_its_words():
    failure = ended_without_answer("/bin/pi", 1, "SyntaxError: enableCompileCache")
    assert (failure.kind, failure.words) == ("spawn", "pi: SyntaxError: enableCompileCache")


def test_a_missing_pi_is_one_clear_failure():
    failure = not_found()
    assert failure.kind == "spawn" and "no pi on the PATH" in failure.words
