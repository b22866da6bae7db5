"""Docstrings of every style, what is written beside their blocks, and what schemas of actions take from them."""

import functools
from collections.abc import Callable
from itertools import count
from typing import Any

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


LINES = ("The direction.", "One of:", "- up", "- down: slowly")


def google(direction: str, speed: int = 1, force: float = 0.0) -> None:
    """Move it.

    It moves until
    it stops.

    Args:
        direction: The direction.
            One of:
            - up
            - down: slowly
        speed: How fast.

    Returns:
        Nothing of note.

    Raises:
        ValueError: it cannot move.
    """


def google_typed(direction: str, speed: int = 1, force: float = 0.0) -> None:
    """Move it.

    It moves until
    it stops.

    Args:
        direction (str): The direction.
            One of:
            - up
            - down: slowly
        speed (int, optional): How fast.

    Raises:
        ValueError: it cannot move.
    """


def numpy_style(direction: str, speed: int = 1, force: float = 0.0) -> None:
    """Move it.

    It moves until
    it stops.

    Parameters
    ----------
    direction : str
        The direction.
        One of:
        - up
        - down: slowly
    speed
        How fast.

    Returns
    -------
    None
        Nothing of note.
    """


def rest(direction: str, speed: int = 1, force: float = 0.0) -> None:
    """Move it.

    It moves until
    it stops.

    :param direction: The direction.
        One of:
        - up
        - down: slowly
    :param int speed: How fast.
    :returns: Nothing of note.
    :raises ValueError: it cannot move.
    """


@pytest.mark.parametrize("func", [google, google_typed, numpy_style, rest])
def test_all_docstring_styles_give_the_same_texts(func: Callable[..., Any]) -> None:
    schema = ActionSchema.from_function(func)
    texts = {name: p.get("description") for name, p in schema.parameters["properties"].items()}
    assert texts == {"direction": "\n".join(LINES), "speed": "How fast.", "force": None}
    assert schema.description == "Move it.\n\nIt moves until\nit stops."
    with pytest.raises(ValueError, match=r"does not describe force: add"):
        schema.validate_param_descriptions()


@pytest.mark.parametrize(
    "doc", ["Go to :param: it.\n\n:param x\n:foo\nArgs", "Args:", "A.\n\nArgs:\n", ":", "x\n---\n", "Do\n\n@param"]
)
def test_a_malformed_docstring_is_still_a_description(doc: str) -> None:
    def act(x: int) -> None: ...

    act.__doc__ = doc
    assert ActionSchema.from_function(act).description


lines = st.lists(st.text("abcdefghij", min_size=1, max_size=8), min_size=1, max_size=4).map(" ".join)


@given(summary=lines, texts=st.lists(st.lists(lines, min_size=1, max_size=3), min_size=1, max_size=4))
def test_texts_of_any_length_are_read_from_every_style(summary: str, texts: list[list[str]]) -> None:
    names = [f"arg{index}" for index in range(len(texts))]
    styles = (
        "Args:\n" + "\n".join(f"    {n}: " + "\n        ".join(t) for n, t in zip(names, texts, strict=True)),
        "Parameters\n----------\n"
        + "\n".join(f"{n} : int\n    " + "\n    ".join(t) for n, t in zip(names, texts, strict=True)),
        "\n".join(f":param {n}: " + "\n    ".join(t) for n, t in zip(names, texts, strict=True)),
    )
    for style in styles:
        namespace: dict[str, Any] = {}
        exec(f"def act({', '.join(names)}): ...", namespace)  # noqa: S102, a function with these parameters
        namespace["act"].__doc__ = f"{summary}\n\n{style}\n"
        schema = ActionSchema.from_function(namespace["act"])
        assert schema.description == summary
        assert [p["description"] for p in schema.parameters["properties"].values()] == ["\n".join(t) for t in texts]
        schema.validate_param_descriptions()


def undocumented(x: int) -> None: ...


@pytest.mark.parametrize("func", [undocumented, lambda x: x, functools.partial(undocumented, 1)], ids=count())
def test_a_function_without_a_docstring_is_an_error_that_names_it(func: Callable[..., Any]) -> None:
    name = getattr(func, "__name__", "undocumented")
    with pytest.raises(ValueError, match=f"{name} has no docstring"):
        ActionSchema.from_function(func)


def test_a_docstring_of_parameters_only_is_an_error_that_says_what_is_missing() -> None:
    def act(x: int) -> None:
        """@param x: the place"""

    with pytest.raises(ValueError, match="docstring of act tells of parameters only"):
        ActionSchema.from_function(act)
