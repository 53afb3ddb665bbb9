"""The plain form that topics are written in is read without a YAML parser, and never otherwise than by one."""

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from silcrow.observational.topics import _own_mapping, _yaml_mapping

PARTS = st.sampled_from(
    [*"\n:\"'#-,|>{[%\t\r\x85\u2028\ufeffé—🎉 a", "id", "title", ": ", " #", "- ", "? ", "(x", "&a", "*a", "!t", "\\n"]
)
LINES = st.builds(
    lambda key, value, quote: f"{key}: {quote}{value}{quote}",
    st.sampled_from(["id", "title", "summary", "updated", "other"]),
    st.text("abcXYZ (),.;+—-_/0129:#\"'é\u2028\x85\t🎉"),
    st.sampled_from(["", '"', "'"]),
)


@given(st.one_of(st.lists(PARTS).map("".join), st.lists(LINES, min_size=1).map("\n".join)))
def test_what_it_reads_the_parser_reads_alike(block: str):
    own = _own_mapping(block)
    assert own is None or own == _yaml_mapping(block)


def test_it_reads_what_is_usually_written():
    block = 'id: plans\ntitle: Plans (and dates)\nsummary: "21 notes; newest: it\'s done"\nupdated: 2026-11-30\n'
    assert _own_mapping(block) == {
        "id": "plans",
        "title": "Plans (and dates)",
        "summary": "21 notes; newest: it's done",
        "updated": "2026-11-30",
    }


def test_a_key_that_stands_twice_is_left_to_the_parser():
    assert _own_mapping("id: a\nid: b") is None


def test_reading_our_own_topics_does_not_load_yaml():
    code = (
        "import sys\nfrom silcrow.observational import parse_topic\n"
        "parse_topic('---\\nid: a\\ntitle: B\\nsummary: C\\nupdated: 2026-11-30\\n---\\n\\ntext\\n')\n"
        "assert 'yaml' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
