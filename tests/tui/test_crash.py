"""What a crash leaves behind."""

from pathlib import Path

import pytest

from silcrow_tui.app import SilcrowApp
from silcrow_tui.crash import last_words, report_text, write_report
from tests.scenes import NOW, scene
from tests.tui.bench import ENVIRON


def failing() -> BaseException:
    secret = "a memory text"
    try:
        raise RuntimeError(f"of {len(secret)} chars")
    except RuntimeError as error:
        return error


def test_a_report_tells_versions_and_place_but_no_local_variables():
    text = report_text(failing())
    assert "RuntimeError: of 13 chars" in text and "textual 8.2.8" in text
    assert "a memory text" not in text.replace('secret = "a memory text"', "")


def test_a_report_is_private_and_named(tmp_path: Path):
    path = write_report(failing(), tmp_path / "reports", 5.0)
    assert path is not None and path.stat().st_mode & 0o777 == 0o600
    assert str(path) in last_words(failing(), path).plain


def test_a_report_that_can_not_be_written_is_said(tmp_path: Path):
    (tmp_path / "file").write_text("")
    path = write_report(failing(), tmp_path / "file" / "reports", 5.0)
    assert path is None
    assert "No report could be written." in last_words(failing(), path).plain


async def test_an_error_in_the_window_ends_it_with_a_report(tmp_path: Path):
    app = SilcrowApp(scene("calm"), clock=lambda: NOW, environ=ENVIRON, reports=tmp_path)

    def broken() -> None:
        raise RuntimeError("[/red] a bug")

    with pytest.raises(RuntimeError, match="a bug"):
        async with app.run_test() as pilot:
            app.call_later(broken)
            await pilot.pause()
    assert "a bug" in (tmp_path / f"crash-{int(NOW)}.txt").read_text()
    assert app.return_code == 1
