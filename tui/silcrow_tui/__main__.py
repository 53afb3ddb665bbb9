"""``python -m silcrow_tui`` is the same program as ``silcrow``."""

from silcrow_tui.cli import main

main()
