"""A talk file as a session of the pi coding agent.

A talk is a plain text: a header (``session START CWD``, ``words: …``), then blocks that begin with ``-- user``,
``-- agent``, ``-- result``, ``-- failed`` (a result that is an error) or ``-- at LOCAL TIME`` (a pause). In an agent's
block ``> tool: argument`` is a call; ``| …`` lines below a ``write`` are what it writes. In any block a line
``%% N TEMPLATE`` stands for N lines of noise, made of the talk's words and of numbers.
The same file gives the same session, byte for byte.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

_CALL = re.compile(r"^> (?P<tool>\w+): (?P<argument>.*)$")
_NOISE = re.compile(r"^(?P<indent>\s*)%% (?P<number>\d+) (?P<template>.*)$")
_SLOT = re.compile(r"\{(\w+)\}")
_ARGUMENT = {"bash": "command"}


class Block(Struct, frozen=True):
    """One turn as it was written."""

    role: str
    """``user``, ``agent``, ``result`` or ``failed``."""
    text: str
    moment: datetime


class Talk(Struct, frozen=True):
    name: str
    started: datetime
    cwd: str
    blocks: tuple[Block, ...]


def read_talk(path: Path) -> Talk:
    """The talk with its noise filled in."""
    head, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    first, second = head.splitlines()
    _, start, cwd = first.split(" ", 2)
    started = datetime.fromisoformat(start)
    blocks = _blocks(body, started, _Noise(second.removeprefix("words: ").split(), Random(path.stem)))
    return Talk(path.stem, started, cwd, tuple(blocks))


def write_session(talk: Talk, path: Path, cwd: Path) -> None:
    """The talk as a session file whose project is ``cwd``."""
    header = {
        "type": "session",
        "version": 3,
        "id": f"talk-{talk.name.replace('_', '-')}",
        "timestamp": _stamp(talk.started),
        "cwd": str(cwd),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        for line in (header, *_entries(talk)):
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


@dataclass
class _Noise:
    words: list[str]
    chance: Random

    def filled(self, line: str) -> Iterator[str]:
        found = _NOISE.match(line)
        if found is None:
            yield line
            return
        for _ in range(int(found["number"])):
            yield found["indent"] + _SLOT.sub(lambda slot: self._value(slot[1]), found["template"])

    def _value(self, slot: str) -> str:
        chance = self.chance
        match slot:
            case "word":
                return chance.choice(self.words)
            case "hex":
                return f"{chance.getrandbits(28):07x}"
            case "num":
                return str(chance.randrange(11, 990))
            case "digit":
                return str(chance.randrange(1, 9))
            case "ms":
                return str(chance.randrange(2, 950))
            case "float":
                return f"{chance.uniform(0.1, 9.9):.3f}"
            case "percent":
                return f"{chance.randrange(1, 100):3d}%"
            case "clock":
                return f"{chance.randrange(24):02d}:{chance.randrange(60):02d}:{chance.randrange(60):02d}"
            case "day" | "month":
                return f"{chance.randrange(1, 13):02d}"
            case _:
                return "{" + slot + "}"


def _blocks(body: str, moment: datetime, noise: _Noise) -> Iterator[Block]:
    for block in re.split(r"^-- ", body, flags=re.MULTILINE)[1:]:
        title, _, text = block.partition("\n")
        role, _, when = title.partition(" ")
        if role == "at":
            moment = datetime.fromisoformat(when).replace(tzinfo=moment.tzinfo)
            continue
        lines = [filled for line in text.strip("\n").splitlines() for filled in noise.filled(line)]
        moment += timedelta(seconds=8 + min(240, len(text) // 6))
        yield Block(role, "\n".join(lines), moment)


def _entries(talk: Talk) -> Iterator[dict[str, Any]]:
    parent: str | None = None
    open_calls: list[tuple[str, str]] = []
    for number, block in enumerate(talk.blocks, start=1):
        entry_id = f"{number:08x}"
        if open_calls and block.role in ("user", "agent"):
            raise ValueError(f"{talk.name}: entry {number} stands where the result of a call is missing")
        if block.role == "user":
            message: dict[str, Any] = {"role": "user", "content": [{"type": "text", "text": block.text}]}
        elif block.role == "agent":
            message, open_calls = _said_by_agent(block.text, number)
        else:
            call_id, tool = open_calls.pop(0)
            message = {
                "role": "toolResult",
                "toolCallId": call_id,
                "toolName": tool,
                "content": [{"type": "text", "text": block.text}],
                "isError": block.role == "failed",
            }
        message["timestamp"] = int(block.moment.timestamp() * 1000)
        yield {
            "type": "message",
            "id": entry_id,
            "parentId": parent,
            "timestamp": _stamp(block.moment),
            "message": message,
        }
        parent = entry_id
    if open_calls:
        raise ValueError(f"{talk.name}: calls without a result at its end")


def _said_by_agent(text: str, number: int) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    said: list[str] = []
    calls: list[dict[str, Any]] = []
    for line in text.splitlines():
        call = _CALL.match(line)
        if call:
            argument = _ARGUMENT.get(call["tool"], "path")
            block = {"type": "toolCall", "id": f"call_{number}_{len(calls)}", "name": call["tool"]}
            calls.append({**block, "arguments": {argument: call["argument"]}})
        elif line.startswith("|") and calls:
            calls[-1]["arguments"]["content"] = calls[-1]["arguments"].get("content", "") + line[2:] + "\n"
        else:
            said.append(line)
    words = [{"type": "text", "text": "\n".join(said)}] if said else []
    message = {
        "role": "assistant",
        "content": [*words, *calls],
        "api": "anthropic-messages",
        "provider": "anthropic",
        "model": "claude-sonnet-4-6",
        "stopReason": "toolUse" if calls else "stop",
    }
    return message, [(call["id"], call["name"]) for call in calls]


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
