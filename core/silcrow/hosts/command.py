"""The commands that a host gives to the person at it, and how they answer."""

from typing import Any

from msgspec import Struct


class CommandAnswer(Struct, frozen=True):
    """What a command says. Content in the text is as it is stored; whoever shows it makes it safe."""

    text: str
    is_error: bool = False
    compact: bool = False
    """The host is to compact now, as if the person had asked it to."""


class Command(Struct, frozen=True):
    """A command as a host lists it."""

    name: str
    description: str
    subcommands: tuple[tuple[str, str], ...]
    """Each with what it does."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "description": self.description,
            "subcommands": [{"name": name, "description": words} for name, words in self.subcommands],
        }

    def unknown(self, verb: str) -> CommandAnswer:
        """The answer to a subcommand that there is not."""
        names = ", ".join(name for name, _ in self.subcommands)
        return CommandAnswer(f"/{self.name} has no {verb[:40]!r}; it has {names}.", is_error=True)


MEMORY = Command(
    "memory",
    "What the agent knows for good: MEMORY.md and USER.md.",
    (
        ("status", "How full both files are, and what is wrong with them."),
        ("read", "All entries, or those of memory or user."),
        ("add", "TARGET TEXT: add an entry to memory or user."),
        ("replace", "TARGET OLD -> NEW: put a new text in the place of the entry that holds OLD."),
        ("remove", "TARGET TEXT: remove the entry that holds TEXT."),
        ("reload", "Let the prompt show what the files hold now."),
    ),
)
OM = Command(
    "om",
    "Observational memory of this session.",
    (
        ("status", "What is observed, filed, due and spent."),
        ("on", "Observe this session, from its start, or from: now, compaction, or so many tokens back."),
        ("off", "Observe no more. What is remembered stays."),
        ("observe", "Observe all open text now."),
        ("consolidate", "File the oldest observations into topics now."),
        ("compact", "Put memory in the place of the oldest text."),
        ("stop", "End the workers that are running; their text is open again."),
        ("pause", "Start no worker by itself."),
        ("resume", "Start workers by themselves again."),
        ("retry", "Try the text again that was given up after failures."),
        ("revert", "Take the newest consolidation back, or the one named, with all later ones."),
    ),
)
COMMANDS = (MEMORY, OM)


def split_verb(arguments: str) -> tuple[str, str]:
    """The first word and what is behind it, line breaks kept; ``status`` for nothing."""
    words = arguments.strip().split(None, 1)
    return ("status", "") if not words else (words[0], words[1] if len(words) > 1 else "")
