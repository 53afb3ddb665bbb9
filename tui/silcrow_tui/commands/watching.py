"""Keys of the other panes: Drift, Pool, Workers, Cost, detail."""

from typing import TYPE_CHECKING

from silcrow_tui.commands.command import Command, Context
from silcrow_tui.commands.session import no_session

if TYPE_CHECKING:
    from silcrow_tui.panes.cost import CostPane
    from silcrow_tui.panes.detail import DetailPane
    from silcrow_tui.panes.drift import DriftPane
    from silcrow_tui.panes.pool import PoolPane
    from silcrow_tui.panes.workers import WorkersPane

DRIFT_COMMANDS: tuple["Command[DriftPane]", ...] = (
    Command(
        "drift.open",
        ("enter",),
        "recover",
        "Walk through the recovery of the file, or of the backup",
        lambda pane: pane.recover(),
        lambda pane: pane.why_no_row(),
        10,
    ),
    Command(
        "drift.compare",
        ("c",),
        "compare",
        "Compare the backup with the file",
        lambda pane: pane.compare(),
        lambda pane: pane.why_no_backup(),
        20,
    ),
    Command(
        "drift.delete",
        ("d",),
        "delete",
        "Delete the marked backups, else this one",
        lambda pane: pane.delete_backups(),
        lambda pane: pane.why_no_delete(),
        30,
    ),
)
POOL_COMMANDS: tuple["Command[PoolPane]", ...] = (
    Command(
        "pool.open",
        ("enter",),
        "sources",
        "Show the observation with its sources",
        lambda pane: pane.open_row(),
        lambda pane: pane.why_no_row(),
        10,
    ),
    Command(
        "pool.save",
        ("a",),
        "save as entry",
        "Save the observation as an entry of MEMORY or USER",
        lambda pane: pane.save_as_entry(),
        lambda pane: pane.why_no_save(),
        20,
    ),
    Command(
        "pool.drop",
        ("d",),
        "drop",
        "Drop the observation from the pool; the archive keeps it",
        lambda pane: pane.drop_observations(),
        lambda pane: pane.why_no_drop(),
        30,
    ),
    Command(
        "pool.topic",
        ("T",),
        "its topic",
        "Read the topic that the observation went to, else the topics",
        lambda pane: pane.open_topic(),
        lambda pane: no_session(pane.silcrow),
    ),
)
WORKERS_COMMANDS: tuple["Command[WorkersPane]", ...] = (
    Command(
        "workers.open",
        ("enter",),
        "open run",
        "Open the run",
        lambda pane: pane.open_row(),
        lambda pane: pane.why_no_run(),
        10,
    ),
    Command(
        "workers.retry",
        ("r",),
        "retry now",
        "Retry the chunk of a failed run or gap now",
        lambda pane: pane.retry(),
        lambda pane: pane.why_no_retry(),
        20,
    ),
    Command(
        "workers.stop",
        ("d",),
        "stop",
        "Stop the run; its chunk is queued again",
        lambda pane: pane.stop_runs(),
        lambda pane: pane.why_no_stop(),
        30,
    ),
    Command(
        "workers.accept",
        ("a",),
        "accept gap",
        "Accept the gap: its text is never observed",
        lambda pane: pane.accept_gaps(),
        lambda pane: pane.why_no_accept(),
        40,
    ),
    Command(
        "workers.revert",
        ("u",),
        "revert",
        "Go back to before this consolidation and all after it",
        lambda pane: pane.revert(),
        lambda pane: pane.why_no_revert(),
        50,
    ),
)
COST_COMMANDS: tuple["Command[CostPane]", ...] = (
    Command(
        "cost.caps",
        ("e",),
        "caps",
        "Set the caps on money and runs",
        lambda pane: pane.set_caps(),
        lambda pane: pane.why_no_caps(),
        10,
    ),
    Command(
        "cost.open",
        ("enter",),
        "by role…",
        "By role, model and day, at length",
        lambda pane: pane.open_detail(),
        lambda pane: pane.why_no_detail(),
        20,
    ),
)
DETAIL_COMMANDS: tuple["Command[DetailPane]", ...] = (
    Command("detail.down", ("j", "down"), "down", "Scroll down", lambda pane: pane.scroll_rows(1), in_palette=False),
    Command("detail.up", ("k", "up"), "up", "Scroll up", lambda pane: pane.scroll_rows(-1), in_palette=False),
    Command(
        "detail.page_down",
        ("pagedown", "ctrl+d", "space"),
        "page",
        "Page down",
        lambda pane: pane.scroll_page(1),
        in_palette=False,
    ),
    Command(
        "detail.page_up", ("pageup", "ctrl+u"), "page", "Page up", lambda pane: pane.scroll_page(-1), in_palette=False
    ),
    Command(
        "detail.first",
        ("g", "home", "less_than_sign"),
        "top",
        "To the top",
        lambda pane: pane.scroll_rows(-(10**9)),
        in_palette=False,
    ),
    Command(
        "detail.last",
        ("G", "end", "greater_than_sign"),
        "end",
        "To the end",
        lambda pane: pane.scroll_rows(10**9),
        in_palette=False,
    ),
)

DRIFT = Context("drift", "Drift", DRIFT_COMMANDS, "2 goes there")
POOL = Context("pool", "Pool", POOL_COMMANDS, "3 goes there")
WORKERS = Context("workers", "Workers", WORKERS_COMMANDS, "4 goes there")
COST = Context("cost", "Cost", COST_COMMANDS, "5 goes there")
DETAIL = Context("detail", "Detail", DETAIL_COMMANDS, "0 goes there")
