"""The page of keys says what the registry says."""

from silcrow_tui.commands import REGISTRY, shown_key
from tests.keys_page import PAGE, page


def test_the_page_is_current():
    assert PAGE.read_text() == page(), "python -m tests.keys_page writes it again"


def test_every_command_is_on_it_once_with_its_keys():
    rows = page().splitlines()
    for command in REGISTRY:
        (row,) = [row for row in rows if row.endswith(f"| `{command.id}` |")]
        assert all(f"`{shown_key(key)}`" in row for key in command.keys)


def test_the_keys_of_the_example_are_taken_without_a_word():
    import tomllib

    from silcrow_tui.preferences.config_file import read_preferences
    from silcrow_tui.preferences.key_overrides import overridden

    example = page().split("```toml\n")[1].split("```")[0]
    assert tomllib.loads(example)
    path = PAGE.parent / "no such file"
    assert not read_preferences(path).problems
    keys = {"go.find": ("ctrl+f",), "app.refresh": ("R", "f5"), "app.suspend": ()}
    assert not overridden(REGISTRY, keys, path).problems
