"""All readers of foreign bytes that are fuzzed."""

from typing import Final

from tests.fuzz.memory_targets import MEMORY_TARGETS
from tests.fuzz.session_targets import SESSION_TARGETS

ALL_TARGETS: Final = (*MEMORY_TARGETS, *SESSION_TARGETS)
