"""Which arguments fit a tool, and what is said of those that don't."""

import pytest

from silcrow.workers.roles import RoleTool, ToolReply, answer_call, problems_with

SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 5},
        "count": {"type": "integer"},
        "how": {"type": "string", "enum": ["filed", "merged"]},
        "items": {
            "type": "array",
            "maxItems": 2,
            "items": {"type": "object", "properties": {"on": {"type": "boolean"}}, "required": ["on"]},
        },
    },
    "required": ["name"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"name": "a", "count": 3, "how": "filed", "items": [{"on": True}]}, ()),
        ([], ("what was given has to be an object, not a list",)),
        ("{", ("what was given has to be an object, not a text",)),
        ({}, ("name is missing",)),
        ({"name": None}, ("name has to be a text, not nothing",)),
        ({"name": "abcdef"}, ("name has 6 characters, 5 are allowed",)),
        ({"name": "a", "count": True}, ("count has to be a whole number, not true or false",)),
        ({"name": "a", "count": 1.5}, ("count has to be a whole number, not a number",)),
        ({"name": "a", "how": "eaten"}, ("how has to be one of filed, merged, not 'eaten'",)),
        ({"name": "a", "path": "/etc"}, ("path is not known",)),
        ({"name": "a", "items": [{"on": True}, {}]}, ("items[1].on is missing",)),
        ({"name": "a", "items": [{"on": True}] * 3}, ("items has 3 items, 2 are allowed at once",)),
    ],
)
def test_each_fault_is_named_with_its_place(arguments, said):
    assert problems_with(arguments, SCHEMA) == said


def test_no_more_than_five_faults_are_told():
    assert len(problems_with({str(n): n for n in range(20)}, SCHEMA)) == 5


def test_a_call_that_does_not_fit_is_answered_in_words_and_does_nothing():
    called = []
    tool = RoleTool("do", "", SCHEMA, lambda given: called.append(given) or ToolReply("done"))
    assert answer_call([tool], "do", {"count": 1}) == ToolReply("Nothing was done: name is missing.", is_error=True)
    assert answer_call([tool], "do", None).is_error
    assert answer_call([tool], "rm", {}) == ToolReply("There is no tool 'rm'. The tools are: do.", is_error=True)
    assert not called
    assert answer_call([tool], "do", {"name": "a"}) == ToolReply("done")
