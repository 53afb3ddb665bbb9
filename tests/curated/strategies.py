"""Texts that are likely to confuse a format of lines and signs."""

from hypothesis import strategies as st

from silcrow.curated.gate import Admitted, admit

_BLANKS = ["\n", "\r\n", "\r", " ", "\t", "\f", "\x1c", "\x85", "\xa0", "\u2028", "\u200b", "\ufeff"]
_SIGNS = ["§", "\\§", "Â§", "\ufffd", "\0", "\ud800", "😀", "é", "a", "Uses uv"]
_MARKS = ["```", "~~~", "# A", "<<<<<<<", "=======", ">>>>>>>", "**", "- ", "> "]
_pieces = st.sampled_from(_BLANKS + _SIGNS + _MARKS)

awkward_texts = st.lists(_pieces, max_size=14).map("".join) | st.text(max_size=40)


def _admitted(text: str) -> str | None:
    answer = admit(text)
    return answer.text if isinstance(answer, Admitted) else None


admitted_texts = awkward_texts.map(_admitted).filter(lambda text: text is not None)
entry_lists = st.lists(admitted_texts, max_size=6, unique=True)
