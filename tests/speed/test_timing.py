from collections.abc import Callable

import pytest

from benchmarks.speed.tables import growth
from benchmarks.speed.timing import Case, LostError, Timed, interleave


def test_cases_take_turns_and_are_called_as_often_as_they_say() -> None:
    calls: list[str] = []
    cases = [Case("one", lambda: calls.append("one"), 20), Case("two", lambda: calls.append("two"), 1)]
    timed = interleave(cases, rounds=2)
    warm_up, a_round = ["one"] * 2 + ["two"], ["one"] * 20 + ["two"]
    assert calls == warm_up + a_round * 2
    assert [(one.name, len(one.seconds)) for one in timed] == [("one", 2), ("two", 2)]


def test_the_median_round_counts() -> None:
    assert Timed("a case", (3.0, 1.0, 100.0)).median == 3.0


def failing_from(call: int) -> Callable[[], None]:
    calls = iter(range(call))

    def fail() -> None:
        if next(calls, None) is None:
            raise LostError("gone")

    return fail


@pytest.mark.parametrize("call", [0, 1, 3])
def test_a_lost_case_leaves_the_run_and_the_others_stay(call: int) -> None:
    timed = interleave([Case("lost", failing_from(call), 1), Case("kept", lambda: None, 1)], rounds=4)
    assert [(one.name, len(one.seconds)) for one in timed] == [("kept", 4)]


def test_what_fails_otherwise_is_an_error() -> None:
    def divide() -> float:
        return 1 / 0

    with pytest.raises(ZeroDivisionError):
        interleave([Case("broken", divide, 1)])


@pytest.mark.parametrize(("power", "shown"), [(0, "0.00"), (1, "1.00"), (2, "2.00")])
def test_growth_is_told_as_the_power_of_the_size(power: int, shown: str) -> None:
    sizes = (10, 100, 1000)
    timed = [Timed(f"size {size}", (float(size**power),)) for size in sizes]
    table = growth("It grows", sizes, timed, expected="constant")
    assert f"the power {shown};" in table.note
    assert [row[0] for row in table.rows] == ["10", "100", "1,000"]
