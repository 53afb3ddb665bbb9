"""The scanner: whether a text tries to steer the agent that will read it, or holds what must not be stored.

Start at `scan`. Rules are data in `rules`; how they are written is said in `rule`.
"""

from silcrow.threats.acknowledgements import Acknowledgement, Acknowledgements, text_hash
from silcrow.threats.findings import Finding, Scan, Verdict
from silcrow.threats.joined import JoinedFinding, scan_joined
from silcrow.threats.redaction import LEFT_OUT, redact, secret_spans
from silcrow.threats.rule import SCOPES, Scope, Severity, ThreatClass
from silcrow.threats.scanning import scan

__all__ = [
    "LEFT_OUT",
    "SCOPES",
    "Acknowledgement",
    "Acknowledgements",
    "Finding",
    "JoinedFinding",
    "Scan",
    "Scope",
    "Severity",
    "ThreatClass",
    "Verdict",
    "redact",
    "scan",
    "scan_joined",
    "secret_spans",
    "text_hash",
]
