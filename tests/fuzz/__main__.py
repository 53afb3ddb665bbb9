"""Fuzz one reader with coverage as the guide: ``python -m tests.fuzz session --seconds 600``.

Needs the extra ``fuzz`` (atheris). Ends with 0 when time is over, else with the find, whose bytes are kept in a file
that is named.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path


def main() -> None:
    """Parse the command line and hand the process to the fuzzer, which ends it."""
    try:
        import atheris
    except ImportError:
        sys.exit("this needs atheris: pip install -e '.[fuzz]'")
    with atheris.instrument_imports(include=["silcrow"]):
        from tests.fuzz.all_targets import ALL_TARGETS
        from tests.settling import without_other_writers
    targets = {target.name: target for target in ALL_TARGETS}
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Fuzz one reader of foreign bytes.")
    parser.add_argument("target", choices=sorted(targets))
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--found", type=Path, help="bytes of an earlier find, to be tried once more")
    given = parser.parse_args()
    target = targets[given.target]

    def feed(content: bytes) -> None:
        with tempfile.TemporaryDirectory(dir=os.environ.get("SILCROW_FUZZ_DIR")) as folder, without_other_writers():
            target.feed(content, Path(folder))

    if given.found is not None:
        feed(given.found.read_bytes())
        return
    corpus = Path(tempfile.mkdtemp(prefix=f"silcrow-fuzz-{target.name}-"))
    for number, seed in enumerate(target.seeds):
        (corpus / f"seed-{number}").write_bytes(seed)
    options = [f"-max_total_time={given.seconds}", "-timeout=20", "-max_len=6000", f"-artifact_prefix={corpus}-find-"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], feed)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
