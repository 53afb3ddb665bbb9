"""What tool calls and their outputs say in one line: the first error, the test summary, commits, files written."""

import re
from collections.abc import Mapping
from typing import Any

from silcrow.workers.extractive.sentences import bounded, without_ansi

WRITING_TOOLS = frozenset({"write", "write_file", "create", "create_file"})
EDITING_TOOLS = frozenset({"edit", "edit_file", "multi_edit", "multiedit", "str_replace", "patch", "apply_patch"})
_PATH_ARGUMENTS = ("path", "file_path", "filePath", "filename", "file")
_COMMAND_LIMIT = 60
TEST_COMMAND = re.compile(
    r"(?:^|\s)(?:pytest|tox|nox|jest|vitest|mocha|rspec|ctest|unittest)\b|^\w+ (?:run )?(?:tests?|check)\b"
)
"""What a shell step that runs tests has in it."""
_STEP_END = re.compile(r"\s*(?:&&|\|\||;|\||\n)\s*")
_PREPARATION = re.compile(r"(?:cd|export|source|set|mkdir|sleep|echo|\.)\b|#")
_LINE_LIMIT = 140

_ERROR_LINES = tuple(
    re.compile(pattern)
    for pattern in (
        r"^E\s{2,}\S",
        r"^\s*(?:[\w.]*(?:Error|Exception|Exit|Interrupt|Warning)|panic|fatal|error(?:\[\w+\])?)\b\s*:\s*\S",
        r"^(?:FAILED|FAIL|ERROR|error|Error|✗|×)\b[:\s]",
        r"^(?:[\w./-]+:\d+(?::\d+)?:? |[A-Z]{1,4}\d{3,4}\b)",
        r"(?:command not found|No such file or directory|Permission denied|ENOENT|EACCES|ECONNREFUSED|cannot find|"
        r"not found|timed out|refused|undefined reference|segmentation fault)",
        r"\b(?:error|failed|failure)\b",
    )
)
_EXIT_LINE = re.compile(r"^(?:Command exited with code|exit(?: code|ed with)?:?) ?\d+|^\(exit \d+\)$", re.IGNORECASE)
_TEST_LINES = re.compile(
    r"^(?:=+ )?(?P<pytest>(?:\d+ (?:failed|passed|errors?|skipped|deselected|x(?:fail|pass)ed|warnings?)(?:, )?)+"
    r" in [\d.]+ ?s.*?)(?: =+)?$"
    r"|^(?P<jest>Tests?:?\s+(?:\d+ \w+(?:[,|] ?| \| )?)+\s*(?:\(\d+\)|total)?)$"
    r"|^(?P<cargo>test result: \w+\. \d+ passed; \d+ failed.*)$"
    r"|^(?P<go>(?:ok|FAIL)\s+\S+\s+[\d.]+s.*)$"
    r"|^\s*(?P<mocha>\d+ (?:passing|failing).*)$"
    r"|^(?P<unittest>Ran \d+ tests? in [\d.]+s)$"
    r"|^# (?P<tap>pass \d+.*)$"
)
_COMMIT = re.compile(r"^\[(?P<branch>[\w./-]+)(?: \(root-commit\))? (?P<sha>[0-9a-f]{7,40})\] (?P<subject>\S.*)$")


def first_error_line(output: str) -> str:
    """The line that names the failure: the first that looks like an error, else the exit code, else any line."""
    lines = [line.strip() for line in without_ansi(output).splitlines() if line.strip()]
    told = [line for line in lines if not _EXIT_LINE.match(line) and not line.startswith(("[… ", "Traceback "))]
    for pattern in _ERROR_LINES:
        for line in told:
            if pattern.search(line):
                return bounded(re.sub(r"^E\s{2,}", "", line), _LINE_LIMIT)
    exits = [line for line in lines if _EXIT_LINE.match(line)]
    return bounded((exits or told or [""])[0], _LINE_LIMIT)


def last_test_line(output: str) -> str | None:
    """The summary line of a test runner (pytest, unittest, jest, vitest, cargo, go, mocha, TAP), the last one."""
    for line in reversed(without_ansi(output).splitlines()):
        found = _TEST_LINES.match(line.strip())
        if found:
            words = next(group for group in found.groups() if group)
            return bounded(re.sub(r"\s+", " ", words), _LINE_LIMIT)
    return None


def commits(output: str) -> list[str]:
    """``Committed 3f2a1bc on main: subject`` for each commit that git reports."""
    found = (_COMMIT.match(line.strip()) for line in without_ansi(output).splitlines())
    return [
        f"Committed {commit['sha']} on {commit['branch']}: {bounded(commit['subject'], _LINE_LIMIT)}"
        for commit in found
        if commit
    ]


def command_of(tool: str, arguments: Mapping[str, Any], wanted: re.Pattern[str] | None = None) -> str:
    """How to name a call in a sentence: the command of a shell, else the tool with its path or pattern.

    Of several shell steps the first that is ``wanted``, else the first that does more than change folder.
    """
    command = arguments.get("command") or arguments.get("cmd")
    if isinstance(command, str) and command.strip():
        steps = [step.strip() for step in _STEP_END.split(command.strip()) if step.strip()] or [command.strip()]
        telling = [step for step in steps if not _PREPARATION.match(step)] or steps
        named = next((step for step in telling if wanted and wanted.search(step)), telling[0])
        return bounded(named, _COMMAND_LIMIT)
    about = path_of(arguments) or arguments.get("pattern") or arguments.get("query") or arguments.get("url")
    return f"{tool} {bounded(str(about), _COMMAND_LIMIT)}" if about else tool


def path_of(arguments: Mapping[str, Any]) -> str | None:
    for name in _PATH_ARGUMENTS:
        path = arguments.get(name)
        if isinstance(path, str) and path.strip() and "\n" not in path:
            return path.strip()
    return None


def written_lines(arguments: Mapping[str, Any]) -> int | None:
    """How many lines a writing call wrote, where that can be told."""
    known = arguments.get("lines")
    if isinstance(known, int):
        return known
    content = arguments.get("content", arguments.get("text"))
    if isinstance(content, str):
        return content.count("\n") + (not content.endswith("\n") and bool(content))
    return None
