"""How long a text is, in the units that the files and the host count in."""


def utf16_length(text: str) -> int:
    """UTF-16 code units, the length that JavaScript sees; a lone surrogate counts as one."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def estimate_tokens(text: str) -> int:
    """Estimated tokens as the pi coding agent counts them: UTF-16 units over four, rounded up."""
    return -(-utf16_length(text) // 4)
