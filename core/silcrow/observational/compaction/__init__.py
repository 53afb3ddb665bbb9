"""Compaction without a model: where to cut, the block that takes the place of the text, and a look ahead at both."""

from silcrow.observational.compaction.block import NOTE, Verdict, render_block
from silcrow.observational.compaction.cut import best_cut, first_unsettled_chunk, tail_sizes
from silcrow.observational.compaction.outlook import (
    LEAST_SAVED,
    LastCompaction,
    already_cut,
    compaction_outlook,
    last_compaction,
    observations_before,
)
from silcrow.observational.compaction.preview import CompactionPreview, preview_compaction, preview_document
from silcrow.observational.compaction.verdicts import blocking_threats

__all__ = [
    "LEAST_SAVED",
    "NOTE",
    "CompactionPreview",
    "LastCompaction",
    "Verdict",
    "already_cut",
    "best_cut",
    "blocking_threats",
    "compaction_outlook",
    "first_unsettled_chunk",
    "last_compaction",
    "observations_before",
    "preview_compaction",
    "preview_document",
    "render_block",
    "tail_sizes",
]
