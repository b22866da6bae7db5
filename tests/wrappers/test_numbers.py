"""Properties of the numbers: on any screen, of any kind of offer."""

# Anything is given to an environment here.
# ruff: noqa: ANN401

import pickle
from collections.abc import Iterator
from itertools import count
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from hypothesis import given, settings
from hypothesis import strategies as st

from cube_core import Action, ActionSchema
from cube_gym import Outcome
from cube_gym.wrappers import DiscreteActions, ElementObservation
from cube_gym.wrappers.points import points_of

ID = "cube/phone.send-two-codes-v0"
KINDS: dict[str, dict[str, Any]] = {
    "as it comes": {},
    "with memory": {"memory": True},
    "with points": {"grid": (3, 5)},
    "with few slots": {"slots": 3, "texts": 2, "phrases": [], "memory": True},
    "with values": {"values": {"seconds": [2, 60], "direction": ["up"]}, "leave_out": ["answer", "final_step"]},
}


@pytest.fixture(params=KINDS)
def env(request: pytest.FixtureRequest) -> Iterator[Any]:
    made: Any = DiscreteActions(gym.make(ID), **KINDS[request.param])
    yield made
    made.close()


def screens(env: Any, steps: int, seed: int = 0) -> Iterator[dict[str, Any]]:
    """The info of each of some screens that chance leads to."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    for _ in range(steps):
        yield info
        kept = [n for n in np.flatnonzero(info["action_mask"]) if env.decode(n).name not in {"answer", "final_step"}]
        _, _, terminated, truncated, info = env.step(rng.choice(kept))
        if terminated or truncated:
            return


def test_every_number_means_an_action_of_the_task_or_is_refused(env: Any) -> None:
    for info in screens(env, 6):
        for number in range(-2, env.action_space.n + 2):
            allowed = 0 <= number < env.action_space.n and info["action_mask"][number]
            assert (env.decode(number) in env.unwrapped.action_space) == allowed


def test_every_number_encodes_what_it_decodes(env: Any) -> None:
    for info in screens(env, 6):
        for number in np.flatnonzero(info["action_mask"]):
            action = env.decode(number)
            found = env.encode(action)
            assert found is not None
            assert env.decode(found) == action


@settings(max_examples=25, deadline=None)
@given(numbers=st.lists(st.integers(-5, 2_000) | st.integers(), max_size=12), seed=st.integers(0, 3))
def test_no_number_raises(numbers: list[int], seed: int) -> None:
    env: Any = DiscreteActions(gym.make(ID, disable_env_checker=True), memory=True, grid=(2, 2))
    env.reset(seed=seed)
    for number in numbers:
        _, _, terminated, truncated, info = env.step(number)
        assert info["outcome"] is not Outcome.TASK_FAULT
        assert info["action_mask"].shape == (env.action_space.n,)
        if terminated or truncated:
            env.reset(seed=seed)
    env.close()


def test_the_spec_rebuilds_the_numbers(env: Any) -> None:
    _, info = env.reset(seed=2)
    spec = env.spec
    for copy in (spec, pickle.loads(pickle.dumps(spec)), EnvSpec.from_json(spec.to_json())):  # noqa: S301, our own
        rebuilt: Any = gym.make(copy)
        _, told = rebuilt.reset(seed=2)
        assert rebuilt.get_wrapper_attr("gestures") == env.gestures
        assert (told["action_mask"] == info["action_mask"]).all()
        rebuilt.close()


def test_what_was_seen_pickles(env: Any) -> None:
    for _ in screens(env, 3):
        seen = env.sighting
        copied = pickle.loads(pickle.dumps(seen))  # noqa: S301, our own
        assert (copied.elements, copied.text_slots) == (seen.elements, seen.text_slots)


def test_vectors_hand_out_masks_of_what_is_remembered() -> None:
    def wrapped(env: Any) -> Any:
        return ElementObservation(DiscreteActions(env, memory=True))

    vector: Any = gym.make_vec(ID, num_envs=2, vectorization_mode="sync", wrappers=[wrapped])
    _, info = vector.reset(seed=[1, 2])
    assert info["action_mask"].shape == (2, vector.single_action_space.n)
    first = vector.envs[0]
    number = first.get_wrapper_attr("encode")(Action(name="remember_text", arguments={"text": "7"}))
    _, _, _, _, info = vector.step(np.array([number, 0]))
    assert first.get_wrapper_attr("sighting").remembered == {"text_1": "7"}
    extend = first.get_wrapper_attr("encode")(Action(name="extend_text", arguments={"text": "7"}))
    assert info["action_mask"][:, extend].tolist() == [True, False]
    vector.close()


@pytest.mark.parametrize(
    ("schema", "points"),
    [
        ({"type": "integer", "maximum": 7}, [1, 3, 5, 7]),
        ({"type": "integer", "exclusiveMaximum": 8}, [1, 3, 5, 7]),
        ({"type": "integer", "exclusiveMinimum": 0, "maximum": 8}, [2, 4, 6, 8]),
        ({"type": ["integer", "null"], "minimum": -4, "maximum": 3}, [-3, -1, 1, 3]),
        ({"type": "number", "minimum": 0, "maximum": 1}, [0.125, 0.375, 0.625, 0.875]),
        (
            {"anyOf": [{"type": "number", "minimum": -1, "exclusiveMaximum": 1}, {"type": "null"}]},
            [-0.75, -0.25, 0.25, 0.75],
        ),
    ],
    ids=count(),
)
def test_points_fit_the_schema_that_they_are_made_for(schema: dict[str, Any], points: list[float]) -> None:
    parameters = {"properties": {"x": schema, "y": schema}, "required": ["x", "y"]}
    tap = ActionSchema(name="tap", description="Tap.", parameters=parameters)
    found = list(points_of(tap, (4, 1)))
    assert [point["x"] for point in found] == points
    assert [tap.problem(point) for point in found] == [None] * 4


@pytest.mark.parametrize("grid", [(0, 1), (-1, 2), (2,), (2.5, 2)], ids=str)
def test_a_grid_without_cells_is_refused(grid: Any) -> None:
    with pytest.raises(ValueError, match=r"columns and rows, whole numbers of at least 1, got \("):
        DiscreteActions(gym.make(ID), grid=grid)


def test_points_are_the_middles_of_a_grid() -> None:
    env: Any = DiscreteActions(gym.make(ID), grid=(4, 8))
    env.reset(seed=0)
    points = [gesture for gesture in env.gestures if len(gesture.choices) == 32]
    assert [gesture.name for gesture in points] == ["tap", "long_press"]
    assert points[0].choices[:2] == ({"x": 50, "y": 50}, {"x": 150, "y": 50})
    assert points[0].choices[-1] == {"x": 350, "y": 750}
    icon = next(element for element in env.sighting.elements if element.key == "app:clock")
    left, top, right, bottom = icon.bounds
    inside = [c for c in points[0].choices if left <= c["x"] < right and top <= c["y"] < bottom]
    number = env.encode(Action(name="tap", arguments=inside[0]))
    assert env.step(number)[-1]["world"].current_page.startswith("clock.")
    env.close()
