"""Select elements: the menu of options opens, the arrow keys walk to one, and Enter takes it."""

from difflib import get_close_matches
from typing import Any

from benchmarks.miniwob.hand import Hand, Target
from benchmarks.miniwob.keys import CONTROL, NAMED
from benchmarks.miniwob.page import Page

SHOWN = 20
"""How many options an error names."""


async def choose(hand: Hand, page: Page, ref: int, option: str) -> None:
    """Choose the option of this text in the select element.

    Raises:
        ValueError: the element is no select element, is disabled, has no such option, or did not take it.
    """
    target = await hand.locate(ref)
    if target.kind["tag"] != "select":
        raise ValueError(
            f"element {ref} is a <{target.kind['tag']}>, not a <select>: click what is to be chosen instead"
        )
    if target.kind["disabled"]:
        raise ValueError(f"element {ref} is disabled, so that nothing can be chosen in it now")
    options = await page.ask(f"options({ref})")
    wanted = _index(ref, options, option)
    if options[wanted]["selected"]:
        return
    if target.kind["multiple"] or target.kind["size"] > 1:
        listed = await hand.locate(options[wanted]["ref"])
        await hand.click(listed.point, modifiers=CONTROL if target.kind["multiple"] else 0)
    else:
        await _walk(hand, target, options, wanted)
    if not (await page.ask(f"options({ref})"))[wanted]["selected"]:
        raise ValueError(f"the menu of element {ref} did not take {option!r}: try again")


def _index(ref: int, options: list[dict[str, Any]], option: str) -> int:
    texts = [known["text"] for known in options]
    wanted = " ".join(option.split())
    if wanted not in texts:
        nearest = get_close_matches(wanted, texts, n=1)
        hint = f"; the nearest is {nearest[0]!r}" if nearest else ""
        raise ValueError(f"element {ref} has no option {option!r}{hint}. It has: {', '.join(map(repr, texts[:SHOWN]))}")
    index = texts.index(wanted)
    if options[index]["disabled"]:
        raise ValueError(f"the option {option!r} of element {ref} is disabled: choose another")
    return index


async def _walk(hand: Hand, target: Target, options: list[dict[str, Any]], wanted: int) -> None:
    now = next((index for index, known in enumerate(options) if known["selected"]), -1)
    first, last = sorted((now, wanted))
    passed = sum(not known["disabled"] for known in options[first + 1 : last]) + 1
    await hand.click(target.point)
    key = NAMED["ArrowDown" if wanted > now else "ArrowUp"]
    await hand.press_all([key] * passed + [NAMED["Enter"]])
