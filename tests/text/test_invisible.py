from hypothesis import given
from hypothesis import strategies as st

from silcrow.text import hidden_runs

_OFTEN_HIDDEN = "\u200b\u200c\u200d\ufe0f\ufe01\U000e0041\u202e\u00ad\U000e0067\U000e007f\ufeff"
HOSTILE = st.text(st.one_of(st.characters(), st.sampled_from(f"ab یक👩💻🏴{_OFTEN_HIDDEN}")))


def kinds(text: str) -> list[tuple[str, bool]]:
    return [(run.kind, run.inside_word) for run in hidden_runs(text)]


def test_each_kind_is_told_with_its_place():
    assert kinds("ig\u200cnore") == [("joiner", True)]
    assert kinds("end \u200c") == [("joiner", False)]
    assert kinds("a\u00adb") == [("soft_hyphen", True)]
    assert kinds("x\U000e0041\U000e0042") == [("tag", False)]
    assert kinds("a\u200bb") == [("space", True)]
    assert kinds("a\ufe0f") == [("selector", False)]
    assert kinds("a\u3164b") == [("filler", True)]


def test_a_mixed_run_is_split_by_kind():
    assert [kind for kind, _ in kinds("a\u200b\u2060\u200d\u202eb")] == ["space", "joiner", "bidi"]


def test_only_overrides_and_needless_embeddings_count_as_overriding():
    assert [run.overrides for run in hidden_runs("a \u202e1")] == [True]
    assert [run.overrides for run in hidden_runs("a \u20661\u2069")] == [True, True]
    assert [run.overrides for run in hidden_runs("שלום \u2066Python\u2069")] == [False, False]


def test_a_long_run_is_one():
    assert [run.length for run in hidden_runs("x" + "\ufe0f" * 500)] == [500]


@given(HOSTILE)
def test_runs_are_in_order_and_inside_the_text(text):
    end = 0
    for run in hidden_runs(text):
        assert end <= run.start < run.end <= len(text)
        end = run.end
