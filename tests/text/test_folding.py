import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.text import digits_as_letters, fold

ODD = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("aAiI1 .-_\n\r\t•\u200d\u00ad\ufe0fﬁßİаοԁΑｉ漢한é\u0301"),
        st.sampled_from("abc d e f"),
    )
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Ignore", "ignore"),
        ("ｉｇｎｏｒｅ　ｍｅ", "ignore me"),
        ("𝐛𝐨𝐥𝐝 ﬁne", "bold fine"),
        ("ⓘⓖⓝ", "ign"),
        ("Grüße, naïve, Łódź", "grusse, naive, lodz"),
        ("ɪɢɴᴏʀᴇ", "ignore"),
        ("іgnоrе аll", "ignore all"),
        ("Ιgnore", "ignore"),
        ("Привет мир", "привет мир"),
        ("Αγνόησε τα", "αγνοησε τα"),
        ("ig\u200bno\u00adre", "ignore"),
        ("i g n o r e   me", "ignore   me"),
        ("i.g.n.o.r.e", "ignore"),
        ("d-i-s r-u-n", "dis run"),
        ("see e. g. this", "see e. g. this"),
        ("one\n- two\n  3. three", "one   two      three"),
        ("한국어 ガギ", "한국어 カキ"),
    ],
)
def test_a_text_folds_to_its_plain_reading(text, folded):
    assert fold(text).text == folded


@pytest.mark.parametrize(
    ("text", "part", "source"),
    [
        ("say ﬁne now", "fi", "ﬁ"),
        ("x i g n o r e  y", "ignore", "i g n o r e"),
        ("tea ig\u200bnore", "ignore", "ig\u200bnore"),
        ("ａｌｌ rules", "all", "ａｌｌ"),
        ("Go: аll", "all", "аll"),
    ],
)
def test_a_place_leads_back_to_the_source(text, part, source):
    folded = fold(text)
    start = folded.text.index(part)
    begin, end = folded.original(start, start + len(part))
    assert text[begin:end] == source


@given(ODD)
def test_every_place_is_known_and_in_order(text):
    folded = fold(text)
    origins = folded.origins
    if origins is None:
        assert len(folded.text) == len(text)
        return
    assert len(origins) == len(folded.text)
    assert all(0 <= place < len(text) for place in origins)
    assert list(origins) == sorted(origins)


@given(ODD, st.data())
def test_a_stretch_stays_inside_the_source(text, data):
    folded = fold(text)
    start = data.draw(st.integers(0, len(folded.text)))
    end = data.draw(st.integers(start, len(folded.text)))
    begin, stop = folded.original(start, end)
    assert 0 <= begin <= stop <= len(text)
    assert (begin < stop) == (start < end)


@given(ODD)
def test_words_that_were_spaced_out_are_known(text):
    folded = fold(text)
    for start, end in folded.spaced:
        assert end - start >= 3
        assert folded.text[start:end].isalnum()


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126)))
def test_case_and_layout_never_matter(text):
    assert fold(text.upper()).text == fold(text.lower()).text


def test_digits_stand_for_letters():
    assert digits_as_letters("1gn0r3") == digits_as_letters("ignore")
    assert digits_as_letters("ru1es") == digits_as_letters("rules")
