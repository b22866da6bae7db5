"""HTML in which everything that is not markup on purpose is escaped."""

import html
from functools import cache
from importlib.resources import files
from typing import Final

from cube_core.wire import clean_text

LONGEST: Final = 4_000
"""Characters of one text that are shown; how many are left out is said."""
_VOID: Final = frozenset({"img", "rect"})


class Html(str):
    """Text that is markup already. Only `element` and its like make it; all other text is data, and is escaped."""

    __slots__ = ()


def element(tag: str, *children: object, **attributes: object) -> Html:
    """An element. Children that are no Html are escaped, and so are all attributes; None and False leave one out.

    A trailing underscore of an attribute's name is dropped, inner ones become hyphens.

    >>> element("p", "1 < 2 ", element("b", "so"), class_="x")
    '<p class="x">1 &lt; 2 <b>so</b></p>'
    """
    named = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escaped(value)}"'
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    inside = joined(*children)
    return Html(f"<{tag}{named}/>" if tag in _VOID else f"<{tag}{named}>{inside}</{tag}>")


def joined(*children: object) -> Html:
    """Children one after another; None is left out, and a text that is very long is cut."""
    written = (
        child if isinstance(child, Html) else escaped(cut(str(child))) for child in children if child is not None
    )
    return Html("".join(written))


def escaped(value: object) -> str:
    """A value as text that is data in HTML, in an attribute too."""
    return html.escape(clean_text(str(value)), quote=True)


def whole(*children: object) -> str:
    """What a notebook is given: the style, and the children in a frame of their own that no TeX is looked for in."""
    frame = element("div", *children, class_="cube tex2jax_ignore mathjax_ignore")
    return f"<style>{_style()}</style>{frame}"


def cut(text: str, longest: int = LONGEST) -> str:
    """The text, or its beginning and how many characters are left out.

    >>> cut("abcdef", 4)
    'abcd... (2 more characters)'
    """
    return text if len(text) <= longest else f"{text[:longest]}... ({len(text) - longest:,} more characters)"


@cache
def _style() -> str:
    return files("cube_core.display").joinpath("display.css").read_text(encoding="utf-8")
