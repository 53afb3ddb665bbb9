"""Pure functions on text: display form, invisible characters, folding, widths, likeness, lengths."""

from silcrow.text.cells import cell_width, cut_cells
from silcrow.text.clusters import whole_characters
from silcrow.text.display import display_text, one_line
from silcrow.text.folding import Folded, digits_as_letters, fold
from silcrow.text.invisible import Hidden, hidden_runs
from silcrow.text.likeness import folded, similarity
from silcrow.text.measures import estimate_tokens, utf16_length

__all__ = [
    "Folded",
    "Hidden",
    "cell_width",
    "cut_cells",
    "digits_as_letters",
    "display_text",
    "estimate_tokens",
    "fold",
    "folded",
    "hidden_runs",
    "one_line",
    "similarity",
    "utf16_length",
    "whole_characters",
]
