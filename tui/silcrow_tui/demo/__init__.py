"""The demo: a recorded working day, played in as an agent would write it, on a stage of its own."""
