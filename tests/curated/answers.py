"""Asserting what a store answered, with the answer in the message when it is another one."""

from pathlib import Path

from silcrow.curated import Code, Failure, Result, Success


def succeeded(result: Result) -> Success:
    assert isinstance(result, Success), result
    return result


def refused(result: Result, code: Code) -> Failure:
    assert isinstance(result, Failure), result
    assert result.code == code, result
    return result


def backups_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.bak.*"))
