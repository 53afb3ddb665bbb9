"""The built-in worker: quotes what matches a table of cues, and files it by part of the project or by kind."""
