"""The switches: what each setting means for its part, and what decides it."""

import json
from pathlib import Path

from silcrow.settings import load_settings
from silcrow.settings.keys import KEYS
from silcrow.settings.switches import KINDS, switch_of, switches


def write(agent_dir: Path, values: object) -> None:
    (agent_dir / "settings.json").write_text(json.dumps(values, indent=2))


def test_everything_is_on_by_default(tmp_path: Path):
    listed = switches(load_settings(tmp_path, None, {}))
    assert [switch.name for switch in listed] == ["prompt-block", "tools", "observing", "compaction", "dreaming"]
    assert {(switch.state, switch.origin.kind, switch.place) for switch in listed} == {("on", "default", "")}


def test_each_switch_has_a_setting_that_takes_its_values():
    for kind in KINDS.values():
        assert KEYS[kind.key](kind.value(True)) is None
        assert kind.value(True) is not kind.value(False)
        assert kind.does.endswith(".")


def test_a_value_written_for_a_state_gives_that_state(tmp_path: Path):
    for wanted in (False, True):
        values: dict[str, dict[str, object]] = {"pi-memory": {}, "observational-memory": {}}
        for kind in KINDS.values():
            group, _, name = kind.key.partition(".")
            below = values[group]
            *outer, last = name.split(".")
            for each in outer:
                below = below.setdefault(each, {})  # type: ignore[assignment]
            below[last] = kind.value(wanted)
        write(tmp_path, values)
        assert {switch.on for switch in switches(load_settings(tmp_path, None, {}))} == {wanted}


def test_observing_is_off_while_nothing_may_start_by_itself(tmp_path: Path):
    write(tmp_path, {"observational-memory": {"passive": True}})
    switch = switch_of(load_settings(tmp_path, None, {}), "observing")
    assert (switch.on, switch.place) == (False, f"{tmp_path}/settings.json:3")


def test_a_variable_is_the_place_of_what_it_decides(tmp_path: Path):
    switch = switch_of(load_settings(tmp_path, None, {"PI_OM_PASSIVE": "yes"}), "observing")
    assert (switch.on, switch.origin.kind, switch.place) == (False, "environment", "PI_OM_PASSIVE")
