import pytest

from silcrow.workers.extractive.tool_facts import (
    TEST_COMMAND,
    command_of,
    commits,
    first_error_line,
    last_test_line,
    written_lines,
)


@pytest.mark.parametrize(
    ("output", "line"),
    [
        (
            "F..\n>  assert x\nE       AssertionError: 200 == 429\nlimits.py:14: AssertionError",
            "AssertionError: 200 == 429",
        ),
        (
            'Traceback (most recent call last):\n  File "a.py", line 3\nValueError: no such key',
            "ValueError: no such key",
        ),
        ("compiling\nerror[E0382]: use of moved value\n --> src/main.rs", "error[E0382]: use of moved value"),
        ("bash: foo: command not found\n\nCommand exited with code 127", "bash: foo: command not found"),
        ("ENOENT: no such file or directory, access 'x'", "ENOENT: no such file or directory, access 'x'"),
        ("ruff check\na/b.py:3:1: F401 unused import\nmake: *** Error 1", "a/b.py:3:1: F401 unused import"),
        ("ruff check\nF401 [*] `Window` imported but unused\n --> a.py", "F401 [*] `Window` imported but unused"),
        ("alpha\n\nCommand exited with code 124", "Command exited with code 124"),
        ("alpha\nbeta", "alpha"),
        ("\x1b[31mfatal: not a git repository\x1b[0m", "fatal: not a git repository"),
        ("Command exited with code 1", "Command exited with code 1"),
        ("", ""),
    ],
)
def test_the_line_that_names_the_failure(output, line):
    assert first_error_line(output) == line


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("...\n3 passed in 0.21s", "3 passed in 0.21s"),
        ("===== 1 failed, 2 passed in 0.31s =====", "1 failed, 2 passed in 0.31s"),
        ("2 passed in 1s\nrerun\n3 passed, 1 skipped in 2s", "3 passed, 1 skipped in 2s"),
        ("Tests:       2 failed, 10 passed, 12 total", "Tests: 2 failed, 10 passed, 12 total"),
        ("      Tests  12 passed (12)", "Tests 12 passed (12)"),
        ("test result: ok. 12 passed; 0 failed; 0 ignored", "test result: ok. 12 passed; 0 failed; 0 ignored"),
        ("ok  \texample.com/gateway\t0.312s", "ok example.com/gateway 0.312s"),
        ("  12 passing (40ms)", "12 passing (40ms)"),
        ("Ran 12 tests in 0.4s\n\nOK", "Ran 12 tests in 0.4s"),
        ("nothing of the kind", None),
        ("I passed the salt", None),
    ],
)
def test_the_summary_of_a_test_run(output, line):
    assert last_test_line(output) == line


def test_commits_are_told_with_branch_and_subject():
    output = "[main 3f2a1bc] Limit requests per key\n 2 files changed\n[feat/x (root-commit) 0123456789] Start"
    assert commits(output) == [
        "Committed 3f2a1bc on main: Limit requests per key",
        "Committed 0123456789 on feat/x: Start",
    ]


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("bash", {"command": "cd x && make build | tail"}, "make build"),
        ("bash", {"command": "# why\nexport A=1; python go.py"}, "python go.py"),
        ("bash", {"command": "cd x"}, "cd x"),
        ("bash", {"command": " ;; "}, ";;"),
        ("read", {"path": "a.txt", "limit": 5}, "read a.txt"),
        ("grep", {"pattern": "limit"}, "grep limit"),
        ("think", {}, "think"),
    ],
)
def test_a_call_is_named_by_what_it_is_about(tool, arguments, words):
    assert command_of(tool, arguments) == words


def test_a_test_run_is_named_by_the_step_that_ran_it():
    command = {"command": "sed -i s/a/b/ tests/test_x.py && uv run pytest -q; git commit -am 'Test it'"}
    assert command_of("bash", command, wanted=TEST_COMMAND) == "uv run pytest -q"


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [({"content": "a\nb\n"}, 2), ({"content": "a\nb"}, 2), ({"content": ""}, 0), ({"lines": 412}, 412), ({}, None)],
)
def test_the_size_of_what_was_written(arguments, lines):
    assert written_lines(arguments) == lines
