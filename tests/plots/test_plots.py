"""Real figures: what is drawn in them, and what is refused."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

from cube_core import Action, Observation
from cube_gym import TaskEnv, evaluate
from cube_gym.evaluation import End, EpisodeResult, RunDirectory, Settings
from cube_gym.plots import film_strip, learning_curve, success_by_template
from cube_gym.plots.curves import mean_curve
from cube_gym.statistics import success_interval, t_quantile


@pytest.fixture(autouse=True)
def _no_figure_stays_open() -> Iterator[None]:
    plt.close("all")  # the examples in docstrings leave theirs open
    yield
    plt.close("all")


def result(template: str, seed: int, *, success: bool, fault: bool = False) -> EpisodeResult:
    end = End.FAULT if fault else End.FINISHED
    won = None if fault else success
    return EpisodeResult(
        task_id=template, seed=seed, template=template, end=end, reward=None if fault else float(success), success=won
    )


def drawn(axes: Axes) -> np.ndarray:
    """The pixels of the figure, as they would be saved."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.canvas.draw()
    return np.asarray(figure.canvas.buffer_rgba())  # type: ignore[attr-defined]


def texts(axes: Axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


# Curves


def test_a_band_is_the_t_interval_over_seeds() -> None:
    seeds = [np.array([[1.0, 0.0], [2.0, 1.0]]), np.array([[1.0, 1.0], [2.0, 1.0]]), np.array([[1.0, 2.0], [2.0, 1.0]])]
    x, mean, half = mean_curve(seeds)
    assert x.tolist() == [1, 2]
    assert mean.tolist() == [1, 1]
    assert half == pytest.approx([t_quantile(2) * 1 / np.sqrt(3), 0])


def test_seeds_at_other_steps_are_compared_where_all_have_been() -> None:
    x, mean, _ = mean_curve([np.array([[0.0, 0.0], [10.0, 10.0]]), np.array([[5.0, 0.0], [20.0, 0.0]])])
    assert x.tolist() == [5, 10]
    assert mean.tolist() == [2.5, 5]


def test_a_curve_has_a_line_a_label_and_a_band_for_more_than_one_seed() -> None:
    axes = learning_curve({"a": [[0, 1, 2], [0, 2, 4]], "b": [[[10, 1.0], [20, 2.0]]]}, xlabel="steps")
    assert [line.get_label() for line in axes.get_lines()] == ["a (2 seeds)", "b (1 seed)"]
    assert len(axes.collections) == 1
    assert axes.get_lines()[0].get_ydata().tolist() == [0, 1.5, 3]  # type: ignore[union-attr]
    assert axes.get_xlabel() == "steps"
    assert drawn(axes).std() > 0


def test_a_band_ends_where_values_do() -> None:
    runs = [[0, 0.5, 1], [1, 0.5, 0]]
    for bounds, expected in (((0, 1), (0, 1)), ((-np.inf, 2), (0.5 - t_quantile(1) * 0.5, 2))):
        axes = learning_curve(runs, bounds=bounds)
        band = axes.collections[0].get_datalim(axes.transData)
        assert (band.y0, band.y1) == pytest.approx(expected)


def test_a_window_is_a_trailing_mean() -> None:
    axes = learning_curve([[0, 1, 0, 1]], window=2)
    assert np.asarray(axes.get_lines()[0].get_xydata()).tolist() == [[2, 0.5], [3, 0.5], [4, 0.5]]


def test_curves_are_drawn_where_one_asks() -> None:
    figure, (left, right) = plt.subplots(1, 2)
    assert learning_curve([[0, 1]], ax=right) is right
    assert not left.lines
    assert right.figure is figure


@pytest.mark.parametrize(
    ("runs", "window", "problem"),
    [
        ([], 1, "no run"),
        ({"a": []}, 1, "for 'a'"),
        ([[]], 1, "shape"),
        ([[[1, 2, 3]]], 1, "shape"),
        ([[float("nan")]], 1, "finite"),
        ([[[2, 0], [1, 0]]], 1, "rise"),
        ([[1, 2]], 0, "window"),
        ([[1, 2]], 3, "smaller"),
        ([[[0, 0], [1, 0]], [[2, 0], [3, 0]]], 1, "no x in common"),
    ],
)
def test_what_is_no_curve_is_refused(runs: object, window: int, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        learning_curve(runs, window=window)  # type: ignore[arg-type]
    assert not plt.get_fignums()


# Success


def test_each_template_has_its_rate_and_interval_and_all_of_them_below() -> None:
    results = [result("easy", seed, success=True) for seed in range(4)]
    results += [result("hard", seed, success=seed == 0) for seed in range(4)]
    axes = success_by_template(results)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["all (8)", "hard (4)", "easy (4)"]
    rates = [line.get_xdata()[0] for line in axes.get_lines() if line.get_marker() == "o"]  # type: ignore[index]
    assert rates == [0.625, 0.25, 1.0]
    low, high = success_interval([True, False, False, False], ["hard"] * 4) or (0, 0)
    bar = axes.collections[1].get_paths()[0].vertices
    assert np.asarray(bar)[:, 0].tolist() == pytest.approx([low, high])


def test_faults_are_in_no_rate_and_too_many_withhold_it() -> None:
    broken = [result("a", 0, success=True), result("a", 1, success=False, fault=True)]
    with pytest.raises(ValueError, match="1 of 2 episodes faulted"):
        success_by_template(broken)
    axes = success_by_template(broken, allow_faults=True)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["all (1)", "a (1)"]


def test_without_an_episode_there_is_nothing_to_draw() -> None:
    with pytest.raises(ValueError, match="nothing to draw"):
        success_by_template([])


# Strips


def test_a_strip_shows_the_screens_with_the_actions_that_led_there() -> None:
    env = TaskEnv("phone/rename-note", observation="screenshot")
    moments = [env.reset(seed=1)]
    moments += [env.step(Action(name="launch_app", arguments={"app": app})) for app in ("notes", "nots")]  # type: ignore[misc]
    axes = film_strip(moments)
    assert texts(axes) == ["start", "1: launch_app(notes)", "2: launch_app(nots)"]
    assert len(axes.images) == 3
    assert axes.images[0].get_array().shape == (800, 400, 3)  # type: ignore[union-attr]
    colours = [to_hex(text.get_color()) for text in axes.texts]
    assert colours[2] != colours[1]
    assert drawn(axes).std() > 0


def test_a_recorded_episode_is_shown_as_it_was(tmp_path: Path) -> None:
    evaluation = evaluate("phone/rename-note", "oracle", directory=tmp_path)
    axes = film_strip(evaluation.results[0], run=RunDirectory(tmp_path), most=4)
    assert texts(axes)[0] == "start"
    assert texts(axes)[-1].endswith("final_step()")
    assert len(axes.images) == 4


def test_recorded_pictures_are_shown(tmp_path: Path) -> None:
    settings = Settings(observation=("screenshot",))
    evaluation = evaluate("phone/rename-note", "random", directory=tmp_path, settings=settings)
    axes = film_strip(evaluation.results[0], run=RunDirectory(tmp_path), most=2)
    assert np.asarray(axes.images[0].get_array()).std() > 20  # a drawing of boxes is almost white


def test_text_alone_becomes_a_page() -> None:
    axes = film_strip([(Observation.from_text("Hello"), {})])
    assert axes.images[0].get_array().shape == (480, 640, 3)  # type: ignore[union-attr]


def test_actions_can_be_named_where_no_world_tells_them() -> None:
    env = TaskEnv("phone/rename-note", world=False)
    env.reset(seed=0)
    acts = [Action(name="press_home"), Action(name="launch_app", arguments={"app": "$x^$"})]
    axes = film_strip([env.step(acts)], actions=[acts])
    assert texts(axes) == ["1: press_home(),\nlaunch_app($x^$)"]
    drawn(axes)  # a dollar starts no formula
    with pytest.raises(ValueError, match="1 steps and 2 actions"):
        film_strip([env.reset(seed=0), env.step(acts[0])], actions=acts)


def test_what_cannot_be_shown_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to show"):
        film_strip([])
    with pytest.raises(ValueError, match="give the `run`"):
        film_strip(result("a", 0, success=True))
    with pytest.raises(ValueError, match="most"):
        film_strip([(Observation(), {})], most=0)


def test_without_matplotlib_the_error_names_the_extra() -> None:
    program = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from cube_gym.plots import learning_curve\n"
        "try: learning_curve([[0, 1]])\n"
        "except ImportError as error: print(error)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("plots need Matplotlib: pip install ")
    assert "[plots]" in told.stdout


def test_plots_load_matplotlib_only_when_they_draw() -> None:
    program = "import sys, cube_gym.plots; print('matplotlib' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"
