"""The pi extension, which hands pi's sessions to silcrow, and how it is put into pi and taken out again."""
