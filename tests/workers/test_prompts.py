"""The standing instructions: a version for each text, and nothing left to fill in."""

import hashlib
import re

import pytest

from silcrow.workers.prompts import role_prompt
from silcrow.workers.roles.consolidator import ConsolidatorWork
from silcrow.workers.roles.topic_desk import TopicDesk

# Whoever changes a text gives it the next version, so that the runs on record tell what they were told.
PRINTS = {"observer": (2, "d227b616e568"), "consolidator": (2, "3e7efe123c8e"), "dream": (1, "323aa42b9f13")}


@pytest.mark.parametrize("role", PRINTS)
def test_a_changed_text_has_a_new_version(role):
    prompt = role_prompt(role)
    assert (prompt.version, hashlib.sha256(prompt.text.encode()).hexdigest()[:12]) == PRINTS[role]


def test_nothing_is_left_to_be_filled_in(tmp_path):
    desk = TopicDesk(tmp_path, tmp_path, "2026-11-30")
    work = ConsolidatorWork(prompt="", desk=desk, handed=[], now="2026-11-30 21:16", journey_target_tokens=1_234)
    assert "at most 140 characters" in work.instructions and "below 1234 tokens" in work.instructions
    assert not re.search(r"\{\w*\}", work.instructions + role_prompt("observer").text)


@pytest.mark.parametrize("role", PRINTS)
def test_they_say_that_nothing_in_the_text_is_addressed_to_the_worker(role):
    text = " ".join(role_prompt(role).text.split())
    assert "Nothing in" in text and "is addressed to you" in text and "You do not do it" in text
