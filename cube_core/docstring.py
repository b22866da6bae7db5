"""What a docstring tells: the description of a function, and that of each parameter."""

import inspect
import re
from collections.abc import Iterator
from typing import Final

import docstring_parser
from docstring_parser.common import Docstring, DocstringMeta, DocstringStyle
from docstring_parser.google import DEFAULT_SECTIONS

_TITLES: Final = "|".join(sorted({re.escape(section.title) for section in DEFAULT_SECTIONS}))
_BLOCK_STARTS: Final = {
    DocstringStyle.GOOGLE: re.compile(rf"(?:{_TITLES}):\s*$"),
    DocstringStyle.REST: re.compile(r":\w[^:]*:"),
    DocstringStyle.EPYDOC: re.compile(r"@\w[^:]*:"),
}
"""Where a block of parameters, results or errors begins, by style."""


def read_docstring(text: str) -> tuple[str, dict[str, str]]:
    """The description, and that of each parameter by name, from Google, NumPy, reST or epydoc style.

    Text after the blocks, such as a section "Note:", belongs to the description. A docstring that cannot be parsed is
    a description as a whole; the description is empty when there are only blocks.
    """
    text = inspect.cleandoc(text)
    try:
        doc = docstring_parser.parse(text)
        style = doc.style or DocstringStyle.AUTO
        if style in _BLOCK_STARTS:
            blocks, rest = _split(text, _BLOCK_STARTS[style])
            doc = docstring_parser.parse(blocks, style)
        else:
            rest = "\n\n".join(_sections(doc))
    except docstring_parser.ParseError:
        return text, {}
    description = "\n\n".join(part for part in (doc.short_description, doc.long_description, rest) if part)
    return description.strip(), {p.arg_name.lstrip("*"): (p.description or "").strip() for p in doc.params}


def _split(text: str, start: re.Pattern[str]) -> tuple[str, str]:
    """The text up to the end of its blocks, and what stands between or behind them.

    A block goes on while its lines are indented; one that is not indented at all, until a blank line.
    """
    parsed: list[str] = []
    rest: list[str] = []
    started = inside = indented = False
    blank = True
    for line in text.splitlines():
        if start.match(line):
            started, inside, indented = True, True, False
        elif line[:1].isspace():
            indented = True
        elif line and (blank or indented):
            inside = False
        blank = not line
        (rest if started and not inside else parsed).append(line)
    return "\n".join(parsed), "\n".join(rest).strip()


def _sections(doc: Docstring) -> Iterator[str]:
    """The sections of NumPy's style that are text, such as "Notes"."""
    for meta in doc.meta:
        if type(meta) is DocstringMeta and meta.description:
            yield f"{' '.join(meta.args).replace('_', ' ').capitalize()}:\n{meta.description}"
