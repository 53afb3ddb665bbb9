import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.threats import redact


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("key AKIAIOSFODNN7EXAMPLE is used", "key [secret left out] is used"),
        ("GH=ghp_" + "a1B2" * 9 + " ok", "GH=[secret left out] ok"),
        ("ÄÖ ﬁ: password = q8w7e6r5t4", "ÄÖ ﬁ: [secret left out]"),
        ("ask Priya for the password", "ask Priya for the password"),
        ("", ""),
    ],
)
def test_secrets_are_left_out_and_the_rest_stays(text, shown):
    assert redact(text) == shown


def test_a_private_key_goes_as_a_whole():
    body = "\n".join(["b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ"] * 6)
    text = f"before\n-----BEGIN OPENSSH PRIVATE KEY-----\n{body}\n-----END OPENSSH PRIVATE KEY-----\nafter"
    assert redact(text) == "before\n[secret left out]\nafter"


def test_half_a_private_key_goes_too():
    text = "-----BEGIN RSA PRIVATE KEY-----\n" + "MIIEpAIBAAKCAQEA7bq3\n" * 5
    assert "MIIE" not in redact(text)


@given(st.text(alphabet=st.characters(exclude_characters="=:"), max_size=200))
def test_other_text_is_never_changed(text):
    assert redact(text) == text
