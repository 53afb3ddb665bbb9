"""Written sessions to measure with: readable talks, the facts that they plant, and how both are read."""
