"""Statistics: against other ways to compute the same, and against simulated truth."""

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cube_gym.evaluation import End, EpisodeResult
from cube_gym.statistics import clustered_variance, compare, pass_hat_k, success_interval, summarize, t_quantile
from cube_gym.statistics.intervals import Z, wilson

OUTCOMES = st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=40)


def result(
    task: str = "a",
    seed: int = 0,
    *,
    success: bool | None = True,
    template: str | None = None,
    tags: tuple[str, ...] = (),
) -> EpisodeResult:
    return EpisodeResult(
        task_id=task,
        seed=seed,
        template=template or task,
        tags=tags,
        end=End.FAULT if success is None else End.FINISHED,
        reward=None if success is None else float(success),
        success=success,
        steps=seed + 1,
    )


# Intervals


@pytest.mark.parametrize(
    ("freedom", "expected"),
    [
        (1, 12.7062),
        (2, 4.30265),
        (3, 3.18245),
        (4, 2.77645),
        (5, 2.57058),
        (10, 2.22814),
        (30, 2.04227),
        (120, 1.97993),
    ],
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, expected: float) -> None:
    assert t_quantile(freedom) == pytest.approx(expected, abs=1e-4)


def test_students_quantiles_come_down_to_the_normal_one() -> None:
    values = [t_quantile(freedom) for freedom in (*range(1, 200), 999, 1000)]
    assert values == sorted(values, reverse=True)
    assert values[-2] == pytest.approx(Z, abs=3e-3)


def test_wilsons_interval_is_that_of_the_textbook() -> None:
    assert wilson(0.5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)


@given(OUTCOMES.filter(lambda outcomes: len({template for _, template in outcomes}) > 1))
def test_the_clustered_variance_is_the_double_sum_over_pairs_of_one_cluster(
    outcomes: Sequence[tuple[bool, int]],
) -> None:
    values = [float(won) for won, _ in outcomes]
    mean = sum(values) / len(values)
    pairs = sum(
        (values[i] - mean) * (values[j] - mean)
        for i, j in itertools.product(range(len(values)), repeat=2)
        if outcomes[i][1] == outcomes[j][1]
    )
    clusters = len({template for _, template in outcomes})
    expected = clusters / (clusters - 1) * pairs / len(values) ** 2
    assert clustered_variance(values, [template for _, template in outcomes]) == pytest.approx(expected, abs=1e-12)


@given(OUTCOMES)
def test_an_interval_holds_its_rate_and_mirrors_when_success_and_failure_change_places(
    outcomes: Sequence[tuple[bool, int]],
) -> None:
    won, templates = zip(*outcomes, strict=True)
    interval = success_interval(won, templates)
    mirrored = success_interval([not one for one in won], templates)
    assert interval is not None
    assert mirrored is not None
    assert 0 <= interval.low <= sum(won) / len(won) <= interval.high <= 1
    assert (1 - interval.high, 1 - interval.low) == pytest.approx(mirrored)


@given(OUTCOMES)
def test_an_interval_is_never_narrower_than_that_of_independent_episodes(outcomes: Sequence[tuple[bool, int]]) -> None:
    won, templates = zip(*outcomes, strict=True)
    clustered = success_interval(won, templates)
    independent = wilson(sum(won) / len(won), len(won))
    assert clustered is not None
    assert clustered.low <= independent.low + 1e-12
    assert clustered.high >= independent.high - 1e-12


def test_episodes_that_repeat_their_template_exactly_say_no_more_than_one_of_each() -> None:
    once = success_interval([True, False] * 5, range(10))
    often = success_interval([True, False] * 50, list(range(10)) * 10)
    assert once is not None
    assert often is not None
    assert often == pytest.approx(once, abs=0.03)


def test_a_run_without_a_failure_is_as_uncertain_as_its_templates_are_few() -> None:
    few = success_interval([True] * 100, [0, 1] * 50)
    many = success_interval([True] * 100, range(100))
    assert few is not None
    assert many is not None
    assert few.low < 0.4
    assert many.low > 0.95
    assert few.high == many.high == 1


@pytest.mark.parametrize("clusters", [8, 20, 60])
@pytest.mark.parametrize(("alpha", "beta"), [(2.0, 2.0), (0.5, 0.5), (8.0, 2.0)])
def test_intervals_hold_the_truth_as_often_as_they_say(clusters: int, alpha: float, beta: float) -> None:
    rng = np.random.default_rng(7)
    truth, runs, held = alpha / (alpha + beta), 600, 0
    templates = np.repeat(np.arange(clusters), 8).tolist()
    for _ in range(runs):
        chances = np.repeat(rng.beta(alpha, beta, clusters), 8)
        interval = success_interval((rng.random(len(chances)) < chances).tolist(), templates)
        assert interval is not None
        held += interval.low <= truth <= interval.high
    assert held / runs > 0.95 - 3 * math.sqrt(0.95 * 0.05 / runs)


# pass^k


@given(st.lists(st.lists(st.booleans(), max_size=6), max_size=4), st.integers(1, 4))
def test_pass_hat_k_is_the_share_of_the_subsets_of_k_trials_that_all_succeed(trials: list[list[bool]], k: int) -> None:
    shares = [np.mean([all(subset) for subset in itertools.combinations(task, k)]) for task in trials if len(task) >= k]
    found = pass_hat_k(trials, k)
    assert found == (pytest.approx(np.mean(shares)) if shares else None)


def test_pass_hat_k_estimates_the_kth_power_without_bias() -> None:
    chance, n, k = 0.7, 5, 3
    expected = sum(
        math.comb(n, wins)
        * chance**wins
        * (1 - chance) ** (n - wins)
        * (pass_hat_k([[True] * wins + [False] * (n - wins)], k) or 0)
        for wins in range(n + 1)
    )
    assert expected == pytest.approx(chance**k)


def test_pass_hat_k_needs_k_trials() -> None:
    assert pass_hat_k([[True]], 2) is None
    with pytest.raises(ValueError, match="from 1 on"):
        pass_hat_k([[True]], 0)


# Summaries


def test_nothing_measured_is_none_and_never_zero() -> None:
    total = summarize([], requested=3).total
    assert (total.requested, total.completed, total.faulted, total.missing) == (3, 0, 0, 3)
    measured = (total.success_rate, total.interval, total.mean_reward, total.mean_steps, total.mean_tokens, total.cost)
    assert measured == (None,) * 6


def test_a_run_of_faults_has_no_score() -> None:
    summary = summarize([result(success=None), result("b", success=None)], allow_faults=True)
    assert (summary.total.success_rate, summary.total.faulted, summary.total.mean_reward) == (None, 2, None)


def test_a_fault_is_in_no_mean_and_is_counted() -> None:
    results = [result("a", seed, success=True) for seed in range(19)] + [result("b", success=None)]
    summary = summarize(results)
    assert (summary.total.completed, summary.total.faulted, summary.total.success_rate) == (19, 1, 1.0)
    assert summary.withheld is None


def test_above_five_per_cent_faults_there_is_no_success_rate_unless_it_is_asked_for() -> None:
    results = [result("a", seed) for seed in range(18)] + [result("b", success=None)]
    withheld = summarize(results)
    assert withheld.total.success_rate is None
    assert withheld.by_task[0].success_rate is None
    assert withheld.pass_hat == {}
    assert withheld.withheld is not None
    assert "1 of 19 episodes faulted" in withheld.withheld
    assert withheld.total.mean_steps is not None
    asked = summarize(results, allow_faults=True)
    assert (asked.total.success_rate, asked.withheld) == (1.0, None)


def test_summaries_are_by_task_template_and_tag() -> None:
    results = [
        result("send:ann", template="send", tags=("mail",)),
        result("send:bob", template="send", tags=("mail", "long"), success=False),
        result("call"),
    ]
    summary = summarize(results)
    assert [(group.name, group.requested) for group in summary.by_template] == [("send", 2), ("call", 1)]
    assert [(group.name, group.success_rate) for group in summary.by_tag] == [("long", 0.0), ("mail", 0.5)]
    assert [group.name for group in summary.by_task] == ["send:ann", "send:bob", "call"]
    assert summary.total.templates == 2


def test_a_summary_is_strict_json() -> None:
    assert "NaN" not in summarize([result(), result("b", success=None)]).model_dump_json()


# Comparisons


def run_of(wins: Sequence[bool | None], templates: Sequence[str] | None = None) -> list[EpisodeResult]:
    names = templates or [f"t{index}" for index in range(len(wins))]
    return [result(f"task{i}", success=won, template=names[i]) for i, won in enumerate(wins)]


def test_runs_are_compared_on_the_episodes_that_both_completed() -> None:
    found = compare(run_of([True, True, None, False]), run_of([True, False, True]))
    assert (found.pairs, found.only_in_a, found.only_in_b) == (2, 1, 1)
    assert (found.both, found.only_a, found.only_b, found.neither) == (1, 1, 0, 0)
    assert (found.rate_a, found.rate_b, found.difference) == (1.0, 0.5, 0.5)


def test_a_clear_difference_ranks_and_an_unclear_one_does_not() -> None:
    clear = compare(run_of([True] * 30), run_of([False] * 30))
    assert clear.better == "A"
    assert compare(run_of([False] * 30), run_of([True] * 30)).better == "B"
    assert compare(run_of([True] * 15 + [False] * 15), run_of([False] * 14 + [True] * 16)).better is None
    assert compare(run_of([True] * 30), run_of([True] * 30)).better is None


@pytest.mark.parametrize("pairs", [0, 1, 2, 3])
def test_a_handful_of_pairs_never_ranks(pairs: int) -> None:
    found = compare(run_of([True] * pairs), run_of([False] * pairs))
    assert found.better is None


def test_wins_in_a_single_template_of_many_do_not_rank() -> None:
    templates = ["one"] * 20 + [f"t{index}" for index in range(5)]
    found = compare(run_of([True] * 20 + [False] * 5, templates), run_of([False] * 25, templates))
    assert found.difference == 0.8
    assert found.better is None


def test_two_equal_agents_are_seldom_ranked() -> None:
    rng = np.random.default_rng(3)
    runs, ranked = 500, 0
    templates = [f"t{index}" for index in range(15) for _ in range(6)]
    for _ in range(runs):
        chances = np.repeat(rng.beta(1, 1, 15), 6)
        a, b = ((rng.random(len(chances)) < chances).tolist() for _ in range(2))
        ranked += compare(run_of(a, templates), run_of(b, templates)).better is not None
    assert ranked / runs < 0.05 + 3 * math.sqrt(0.95 * 0.05 / runs)
