"""Somebody else's text inside a prompt, between marks that it can't imitate."""

import hashlib


def fence_of(name: str, text: str) -> str:
    """The line to stand before and behind a text: made from the text, so that it can't be contained in it."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"=== {name} {digest[:12]} ==="
