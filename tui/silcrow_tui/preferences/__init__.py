"""What a person likes (``config.toml``, written by hand) and what a window keeps by itself (``window.json``).

Neither decides anything about memory: that is in the host's settings files. ``choices`` and ``window_state`` are the
values, ``config_file`` reads, ``key_overrides`` puts a person's keys over the registry, ``applying`` puts them into
effect, ``switches`` are the commands of the palette, ``keeping`` gathers what a window leaves.
"""
