"""What begins and ends with work that takes a while."""

import gc

from silcrow_tui.cli.long_running import long_running


def test_garbage_is_looked_for_again_but_not_among_what_was_loaded_before():
    loaded = gc.get_freeze_count()
    gc.disable()
    try:
        with long_running():
            assert gc.isenabled()
            assert gc.get_freeze_count() > loaded
    finally:
        gc.unfreeze()
        gc.enable()


def test_nothing_is_kept_for_good_where_garbage_was_looked_for_all_the_time():
    kept = gc.get_freeze_count()
    with long_running():
        assert gc.isenabled()
        assert gc.get_freeze_count() == kept
