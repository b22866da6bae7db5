"""Pages about numbers: sums, equations, counting, guessing."""

import re
from collections.abc import Generator

from benchmarks.miniwob.oracles.acting import click, write
from benchmarks.miniwob.oracles.choosing import submit
from benchmarks.miniwob.oracles.looking import (
    see,
    text_of,
    with_class,
    with_id,
)
from cube_core import Action, Observation

Steps = Generator[Action, Observation, None]


def arithmetic(_: str, seen: Observation) -> Steps:
    """Work the sum out."""
    left, sign, right = re.findall(r"(-?\d+) ([-+*x]) (-?\d+)", text_of(with_id(see(seen), "math-problem")))[0]
    one, two = int(left), int(right)
    value = {"+": one + two, "-": one - two}.get(sign, one * two)
    seen = yield write(with_id(see(seen), "math-answer"), str(value))
    yield submit(seen)


def algebra(_: str, seen: Observation) -> Steps:
    """Solve `x + a = b` and its kin."""
    text = text_of(with_id(see(seen), "math-problem"))
    left, sign, right, result = re.findall(r"(x|-?\d+) ([-+]) (x|-?\d+) = (-?\d+)", text)[0]
    total = int(result)
    if left == "x":
        value = total - int(right) if sign == "+" else total + int(right)
    else:
        value = total - int(left) if sign == "+" else int(left) - total
    seen = yield write(with_id(see(seen), "math-answer"), str(value))
    yield submit(seen)


def count_blocks(_: str, seen: Observation) -> Steps:
    """Count the blocks."""
    seen = yield write(with_id(see(seen), "math-answer"), str(len(with_class(see(seen), "addition-block"))))
    yield submit(seen)


def guess_number(_: str, seen: Observation) -> Steps:
    """Halve the range with each guess, as the page says higher or lower."""
    low, high = 0, 9
    while low <= high:
        guess = (low + high) // 2
        seen = yield write(with_id(see(seen), "tt"), str(guess), replace=True)
        seen = yield submit(seen)
        feedback = " ".join(map(text_of, see(seen)))
        low, high = (guess + 1, high) if "higher" in feedback else (low, guess - 1)


def generate_number(goal: str, seen: Observation) -> Steps:
    """Ask for numbers until one is as the goal says."""
    numbers = re.findall(r"-?\d+", goal)
    while True:
        seen = yield click(with_id(see(seen), "generate"))
        value = int(text_of(with_id(see(seen), "display-number")))
        good = {
            "even": value % 2 == 0,
            "odd": value % 2 == 1,
            "greater": bool(numbers) and value > int(numbers[0]),
            "less": bool(numbers) and value < int(numbers[0]),
        }
        if any(good[word] for word in good if word in goal):
            yield click(with_id(see(seen), "submit"))
            return


SOLUTIONS = {
    "generate-number": generate_number,
    "guess-number": guess_number,
    "simple-algebra": algebra,
    "simple-arithmetic": arithmetic,
    "visual-addition": count_blocks,
}
