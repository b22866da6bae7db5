"""Which pages forget an episode without a reload, and which do not repeat themselves: found by trying.

`python -m benchmarks.miniwob.survey [PATTERN ...]` tries the pages again and writes what it found into `tasks.json`.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.miniwob.page import START_MILLISECONDS
from benchmarks.miniwob.pages import SCREEN
from benchmarks.miniwob.session import Session
from benchmarks.miniwob.tool import MiniWobTool
from cube_core import Action

TABLE = Path(__file__).with_name("tasks.json")
DATES = (START_MILLISECONDS, START_MILLISECONDS + 1_000 * 24 * 3_600_000)
"""Two days on which the episodes are played, by the page's clock: nearly three years lie between them."""
SEEDS = (1, 2, 3)
STEPS = 12
WORDS = ("a", "Bob", "12", "hello world", "05/06/2016")
KEYS = ("Tab", "Enter", "Backspace", "ArrowDown", "Escape", "b")


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about a page: how it is reset, and where two loads of it differ (None when nowhere)."""

    page: str
    in_place: bool
    differs: str | None


def random_actions(session: Session, rng: np.random.Generator) -> Iterator[Action]:
    """Actions as somebody makes them who tries everything. Each is drawn from what the page shows then."""
    while True:
        yield _draw(session.state.tree, rng)


def _draw(tree: tuple[dict[str, Any], ...], rng: np.random.Generator) -> Action:
    def pick(tags: tuple[str, ...]) -> int | None:
        refs = [element["ref"] for element in tree if element["tag"] in tags]
        return refs[rng.integers(len(refs))] if refs else None

    def spot() -> list[float]:
        return [float(rng.integers(size)) for size in SCREEN]

    fields, menus = pick(("input", "textarea")), pick(("select",))
    choices = [
        Action(name="click_at", arguments=dict(zip("xy", spot(), strict=True))),
        Action(name="drag", arguments={"points": [spot(), spot(), spot()]}),
        Action(name="press_key", arguments={"key": KEYS[rng.integers(len(KEYS))]}),
        Action(name="scroll", arguments={**dict(zip("xy", spot(), strict=True)), "down": 40}),
        Action(name="wait", arguments={"milliseconds": 500}),
    ]
    if tree:
        # Mostly clicks on elements: they are what changes most pages.
        ref = tree[rng.integers(len(tree))]["ref"]
        choices += [Action(name="click", arguments={"ref": ref})] * 6
    if fields is not None:
        word = WORDS[rng.integers(len(WORDS))]
        choices += [Action(name="type_text", arguments={"ref": fields, "text": word})] * 3
    if menus is not None:
        options = next(element for element in tree if element["ref"] == menus).get("options") or [""]
        option = options[rng.integers(len(options))]
        choices += [Action(name="select_option", arguments={"ref": menus, "option": option})] * 2
    return choices[rng.integers(len(choices))]


def play(session: Session, seed: int, steps: int = STEPS) -> list[str]:
    """What the page shows at the start of the episode of `seed`, and after each of `steps` random actions."""
    tool = MiniWobTool(session)
    session.start(seed)
    shown = [_shown(session)]
    for action in random_actions(session, np.random.default_rng(seed)):
        if len(shown) > steps or session.state.done:
            return shown
        observation = tool.execute_action(action)
        shown.append(f"{action.name} {action.arguments} {observation.contents[0].data}\n{_shown(session)}")
    raise AssertionError("the actions never end")


def _shown(session: Session) -> str:
    state = session.state
    elements = "\n".join(json.dumps(element) for element in state.tree)
    return f"{state.goal} {state.done} {state.raw}\n{elements}"


def survey(page: str, seeds: tuple[int, ...] = SEEDS, dates: tuple[int, ...] = DATES) -> Finding:
    """Play the episodes of `seeds` in fresh loads, twice, and in place after an episode of another seed."""
    differs, in_place = None, True
    for date in dates:
        fresh, again, reused = (Session(page, in_place=flag, start=date) for flag in (False, False, True))
        try:
            for seed in seeds:
                expected = play(fresh, seed)
                difference = first_difference(expected, play(again, seed))
                differs = differs or difference
                play(reused, seed + 1000)
                in_place = in_place and play(reused, seed) == expected and difference is None
        finally:
            for session in (fresh, again, reused):
                session.close()
    return Finding(page, in_place, differs)


def first_difference(one: list[str], other: list[str]) -> str | None:
    """The first line in which two plays differ, None when they do not."""
    for step, (before, after) in enumerate(zip(one, other, strict=False)):
        for left, right in zip(before.split("\n"), after.split("\n"), strict=False):
            if left != right:
                return f"step {step}: {left} / {right}"
    return None if one == other else "one is longer"


def main(*patterns: str) -> None:
    """Try the pages that fit one of the patterns, all without any, and write the findings into the table."""
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    for row in table["tasks"]:
        if not patterns or any(fnmatchcase(row["id"], pattern) for pattern in patterns):
            finding = survey(row["id"])
            row["reset"] = "in place" if finding.in_place else "reload"
            sys.stdout.write(f"{row['id']}: {row['reset']}, {finding.differs or 'repeats itself'}\n")
            TABLE.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
