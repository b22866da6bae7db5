"""Docstrings of every style, and what is written beside their blocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cube_core import ActionSchema
from cube_core.docstring import read_docstring

BLOCKS = {
    "google": "Args:\n    x: The place.\n        Of two lines.\n    y: The other.",
    "google without indents inside": "Args:\n  x: The place.\n     Of two lines.\n  y: The other.",
    "numpy": "Parameters\n----------\nx : int\n    The place.\n    Of two lines.\ny : int\n    The other.",
    "rest": ":param x: The place.\n    Of two lines.\n:param int y: The other.",
    "epydoc": "@param x: The place.\n    Of two lines.\n@param y: The other.",
}
TEXTS = {"x": "The place.\nOf two lines.", "y": "The other."}
BEHIND = "It is slow:\n\n    very slow"


@pytest.mark.parametrize("style", BLOCKS)
def test_every_style_gives_the_same(style: str) -> None:
    assert read_docstring(f"Go there.\n\nAt once.\n\n{BLOCKS[style]}\n") == ("Go there.\n\nAt once.", TEXTS)


@pytest.mark.parametrize("style", ["google", "google without indents inside", "rest", "epydoc"])
def test_text_behind_and_between_the_blocks_belongs_to_the_description(style: str) -> None:
    returns = {"rest": ":returns: x", "epydoc": "@return: x"}.get(style, "Returns:\n    x")
    doc = f"Go there.\n\n{BLOCKS[style]}\n\nNote:\n    Mind the gap.\n\n{returns}\n\n{BEHIND}"
    assert read_docstring(doc) == (f"Go there.\n\nNote:\n    Mind the gap.\n\n{BEHIND}", TEXTS)


def test_sections_of_text_in_numpys_style_belong_to_the_description() -> None:
    doc = f"Go there.\n\n{BLOCKS['numpy']}\n\nReturns\n-------\nint\n\nNotes\n-----\nMind the gap.\n"
    assert read_docstring(doc) == ("Go there.\n\nNotes:\nMind the gap.", TEXTS)


def test_a_section_right_behind_an_indented_block_is_not_part_of_it() -> None:
    doc = "Go.\n\nArgs:\n    x: The place.\nWarning:\n    Hot."
    assert read_docstring(doc) == ("Go.\n\nWarning:\n    Hot.", {"x": "The place."})


words = (
    st.text(st.sampled_from("ab é你🙂.-*"), min_size=1, max_size=12)
    .map(str.strip)
    .filter(lambda text: text.strip("-* "))
)


@given(words, st.lists(words, max_size=3), st.sampled_from(sorted(BLOCKS.keys() - {"numpy"})))
def test_no_paragraph_is_lost(summary: str, paragraphs: list[str], style: str) -> None:
    description, texts = read_docstring("\n\n".join([summary, BLOCKS[style], *paragraphs]))
    assert texts == TEXTS
    assert description == "\n\n".join([summary, *paragraphs])


def test_a_docstring_of_parameters_only_is_an_error_that_says_what_is_missing() -> None:
    def act(x: int) -> None:
        """@param x: the place"""

    with pytest.raises(ValueError, match="docstring of act tells of parameters only"):
        ActionSchema.from_function(act)
