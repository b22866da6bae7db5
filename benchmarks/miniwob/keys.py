"""The keyboard: which key makes which character, in the US layout."""

from dataclasses import dataclass
from types import MappingProxyType

ALT, CONTROL, META, SHIFT = 1, 2, 4, 8
MODIFIERS = MappingProxyType({"Alt": ALT, "Control": CONTROL, "Meta": META, "Shift": SHIFT})


@dataclass(frozen=True, slots=True)
class Key:
    """A key as DevTools wants it: its name, its place on the keyboard, its Windows code, and the text that it types."""

    key: str
    code: str
    number: int
    text: str = ""
    shifted: bool = False


_PUNCTUATION = (
    ("-", "_", "Minus", 189),
    ("=", "+", "Equal", 187),
    ("[", "{", "BracketLeft", 219),
    ("]", "}", "BracketRight", 221),
    ("\\", "|", "Backslash", 220),
    (";", ":", "Semicolon", 186),
    ("'", '"', "Quote", 222),
    (",", "<", "Comma", 188),
    (".", ">", "Period", 190),
    ("/", "?", "Slash", 191),
    ("`", "~", "Backquote", 192),
)

_NAMED = {
    "Backspace": 8, "Tab": 9, "Enter": 13, "Escape": 27, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Insert": 45, "Delete": 46,
    **{f"F{number}": 111 + number for number in range(1, 13)},
}  # fmt: skip


def _characters() -> dict[str, Key]:
    keys = {" ": Key(" ", "Space", 32, " ")}
    for number in range(ord("A"), ord("Z") + 1):
        upper = chr(number)
        keys[upper.lower()] = Key(upper.lower(), f"Key{upper}", number, upper.lower())
        keys[upper] = Key(upper, f"Key{upper}", number, upper, shifted=True)
    for digit, symbol in enumerate(")!@#$%^&*("):
        keys[str(digit)] = Key(str(digit), f"Digit{digit}", ord(str(digit)), str(digit))
        keys[symbol] = Key(symbol, f"Digit{digit}", ord(str(digit)), symbol, shifted=True)
    for plain, shifted, code, number in _PUNCTUATION:
        keys[plain] = Key(plain, code, number, plain)
        keys[shifted] = Key(shifted, code, number, shifted, shifted=True)
    return keys


CHARACTERS = MappingProxyType(_characters())
"""The keys that type a character, by the character."""
NAMED = MappingProxyType(
    {name: Key(name, name, number, "\r" if name == "Enter" else "") for name, number in _NAMED.items()}
)
"""The keys that have a name instead."""


def find_key(name: str) -> Key:
    """The key of a character (`a`, `A`, `?`, `Space`) or of a name (`Enter`, `ArrowLeft`, `F5`).

    Raises:
        ValueError: there is no such key.
    """
    key = CHARACTERS.get(" " if name == "Space" else name) or NAMED.get(name)
    if key is None:
        raise ValueError(f"no key {name!r}: a key is one character of a US keyboard, 'Space', or {', '.join(NAMED)}")
    return key
