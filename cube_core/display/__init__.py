"""How things show themselves in a notebook: HTML that needs nothing else, in which all data is escaped.

A view gives a piece of HTML; `whole` makes of it what a notebook is given. Other packages make the views of their own
types of the same pieces.
"""

from cube_core.display.markup import Html, element, joined, whole
from cube_core.display.pieces import chip, code, dim, error_block, fields, folded, labelled, line, table, text_block
from cube_core.display.views import (
    action_set_view,
    action_view,
    benchmark_view,
    call_view,
    content_view,
    error_view,
    observation_view,
    output_view,
    schema_view,
    screen_view,
)

__all__ = [
    "Html",
    "action_set_view",
    "action_view",
    "benchmark_view",
    "call_view",
    "chip",
    "code",
    "content_view",
    "dim",
    "element",
    "error_block",
    "error_view",
    "fields",
    "folded",
    "joined",
    "labelled",
    "line",
    "observation_view",
    "output_view",
    "schema_view",
    "screen_view",
    "table",
    "text_block",
    "whole",
]
