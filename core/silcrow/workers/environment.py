"""The environment of a worker: a short list of what it needs, nothing else of its owner's."""

import os
from collections.abc import Mapping
from pathlib import Path

RUN_VARIABLE = "SILCROW_RUN"
"""Carries the run id, so that what is left of a run can be told from strangers."""
OWNER_PIPE_VARIABLE = "SILCROW_OWNER_PIPE"
"""Number of the descriptor whose end of file means that the owner is gone."""
_PASSED_ON = frozenset(
    {
        *("PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR"),
        *("VIRTUAL_ENV", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"),
        *("SSL_CERT_FILE", "SSL_CERT_DIR", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"),
        *("http_proxy", "https_proxy", "no_proxy"),
    }
)


def worker_environment(
    environ: Mapping[str, str], run_id: str, owner_pipe: int, *, provider: str = "builtin"
) -> dict[str, str]:
    """What a worker process gets; keys and tokens of other programs stay behind.

    A worker of the provider ``pi`` also gets what pi needs, which knows many providers and chooses among them itself.
    """
    passed = {name: value for name, value in environ.items() if name in _PASSED_ON or name.startswith("LC_")}
    if provider == "pi":
        from silcrow.workers.pi_variables import pi_variables

        passed |= pi_variables(environ)
    if "PYTHONPATH" in passed:
        # The worker runs in another folder, where a relative entry would mean something else.
        entries = passed["PYTHONPATH"].split(os.pathsep)
        passed["PYTHONPATH"] = os.pathsep.join(str(Path(entry).absolute()) for entry in entries if entry)
    return {**passed, RUN_VARIABLE: run_id, OWNER_PIPE_VARIABLE: str(owner_pipe)}


def run_mark(run_id: str) -> str:
    """The variable as it stands in the environment of everything a run has started."""
    return f"{RUN_VARIABLE}={run_id}"
