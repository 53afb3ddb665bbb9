"""Processes by their only safe identity, and their end."""

from silcrow.processes.ending import end_group, end_group_now, group_members
from silcrow.processes.identity import ProcessIdentity, identity_of, is_alive, live_pi_in, own_identity

__all__ = [
    "ProcessIdentity",
    "end_group",
    "end_group_now",
    "group_members",
    "identity_of",
    "is_alive",
    "live_pi_in",
    "own_identity",
]
