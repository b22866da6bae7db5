"""Where text can be typed, and how to get ready for it."""

from benchmarks.miniwob.hand import Hand, Target
from benchmarks.miniwob.keys import CONTROL, NAMED, find_key

DATED = ("date", "time", "month", "week", "datetime-local")
WRITABLE = ("text", "password", "email", "search", "tel", "url", "number", *DATED)


def check_text(text: str) -> None:
    """Raise ValueError for what no keyboard can type."""
    for position, character in enumerate(text):
        if "\ud800" <= character <= "\udfff":
            raise ValueError(f"the text holds half a character at {position} ({character!a}): send it without")
        if character < " " and character not in "\n\t":
            raise ValueError(
                f"the text holds the control character {character!a} at {position}: use press_key for keys"
            )


def check_writable(ref: int, target: Target, text: str) -> None:
    """Raise ValueError where an element does not take the text."""
    kind = target.kind
    field = kind["tag"] == "input" and kind["type"] in WRITABLE
    if not (field or kind["tag"] == "textarea" or kind["editable"]):
        raise ValueError(f"element {ref} is a <{kind['tag']}>, which takes no text: name a text field")
    if kind["disabled"] or kind["readonly"]:
        state = "disabled" if kind["disabled"] else "read-only"
        raise ValueError(f"element {ref} is {state}, so that nothing can be typed into it: find what fills it")
    if field and "\n" in text:
        raise ValueError(
            f"element {ref} holds one line, the text has several: type one line, and press Enter if need be"
        )


async def put_caret(hand: Hand, target: Target, *, replace: bool) -> None:
    """Focus the element with a click and go to its end; the first part of what is written in parts, such as a date."""
    kind = target.kind
    if kind["type"] in DATED:
        await hand.click((kind["left"] + 6, target.point[1]))
        return
    await hand.click(target.point)
    if replace:
        await hand.press_all([find_key("a")], CONTROL)
        await hand.press_all([NAMED["Delete"]])
    else:
        await hand.press_all([NAMED["End"]], CONTROL)
