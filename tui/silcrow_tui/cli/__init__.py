"""The command line: quick commands that never load the workbench's toolkit."""


def main() -> None:
    """Run ``silcrow`` with the process's arguments and end with its exit code."""
    import gc

    # What is loaded stays, so looking for garbage among it is lost time. Work that takes longer turns it on again.
    gc.disable()
    from silcrow_tui.cli.program import run

    code = run()
    # What is left now goes with the process, so nothing of it is looked through once more on the way out.
    gc.disable()
    gc.freeze()
    raise SystemExit(code)


__all__ = ["main"]
