"""The arguments of the consolidator's tools."""

from collections.abc import Mapping
from typing import Any, Final

from silcrow.observational.topics import SUMMARY_LIMIT

_NAME: Final = {"type": "string", "maxLength": 110, "description": "File name of a topic, such as rate-limiting.md"}
_TEXT_MOST: Final = 200_000


def _object(required: tuple[str, ...], **properties: Mapping[str, Any]) -> Mapping[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _text(description: str, most: int = _TEXT_MOST) -> Mapping[str, Any]:
    return {"type": "string", "maxLength": most, "description": description}


NOTHING: Final = _object(())
READ_TOPIC: Final = _object(("name",), name=_NAME)
DELETE_TOPIC: Final = _object(
    ("name", "into"), name=_NAME, into={**_NAME, "description": "The topic that has its text now"}
)
WRITE_TOPIC: Final = _object(
    ("name", "title", "summary", "text"),
    name=_NAME,
    title=_text("A few words", 200),
    summary=_text(f"One line of at most {SUMMARY_LIMIT} characters", 1_000),
    text=_text("The whole text below the front matter, which is written for you"),
)
EDIT_TOPIC: Final = _object(
    ("name", "old", "new"),
    name=_NAME,
    old=_text("The passage, exactly as it stands"),
    new=_text("What stands in its place"),
)
ADD_TO_JOURNEY: Final = _object(("text",), text=_text("Two to five sentences; the date is added"))
WRITE_JOURNEY: Final = _object(("text",), text=_text("The whole journey, with its headings ## YYYY-MM-DD HH:MM"))
DISPOSE: Final = _object(
    ("dispositions",),
    dispositions={
        "type": "array",
        "items": _object(
            ("numbers", "how"),
            numbers={"type": "array", "items": {"type": "integer"}, "description": "Numbers of observations"},
            how={"type": "string", "enum": ["filed", "merged", "discarded"]},
            topic={**_NAME, "description": "For filed and merged: the topic that holds it now"},
            reason=_text("For discarded: why it is not worth keeping", 500),
        ),
    },
)
