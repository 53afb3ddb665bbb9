"""Pure functions on text: display form, widths, likeness, lengths."""

from silcrow.text.cells import cell_width, cut_cells
from silcrow.text.display import display_text, one_line
from silcrow.text.likeness import folded, similarity
from silcrow.text.measures import estimate_tokens, utf16_length

__all__ = [
    "cell_width",
    "cut_cells",
    "display_text",
    "estimate_tokens",
    "folded",
    "one_line",
    "similarity",
    "utf16_length",
]
