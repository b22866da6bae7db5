"""Vector environments: in this process, in Gymnasium's own modes, and in workers."""

# Anything is tried here.
# ruff: noqa: ANN401
# What is read was written here.
# ruff: noqa: S301

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, ClassVar

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import RecordEpisodeStatistics
from gymnasium.wrappers.vector import RecordEpisodeStatistics as VectorStatistics

import cube_gym
from cube_core import Action, Observation
from cube_gym import Details, Outcome, Profiling, TaskEnv
from cube_gym.info import INFO_KEYS
from cube_gym.vector import WorkerVectorEnv, make_vector
from tests.env.tasks import STOP, Rooms, add, counting
from world import WorldState

cube_gym.register(Rooms)


class CountOnly(gym.ObservationWrapper[Any, Any, Any]):
    """The count as an array."""

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        super().__init__(env)
        self.observation_space = gym.spaces.Box(0, 100, (1,), np.float32)

    def observation(self, observation: Observation) -> Any:
        tree: Any = observation.content("tree")
        return np.array([tree.data["count"] if tree else 0], dtype=np.float32)


@contextmanager
def opened(*args: Any, **settings: Any) -> Iterator[Any]:
    vector = gym.make_vec(*args, **settings)
    try:
        yield vector
    finally:
        vector.close()


def rooms(num_envs: int = 2, **settings: Any) -> Any:
    return opened("cube/rooms.count-3-v0", num_envs=num_envs, **settings)


def test_make_vec_works_with_no_further_argument() -> None:
    with opened("cube/Task-v0", num_envs=3, task=counting().model_dump(mode="json")) as vector:
        assert isinstance(vector.unwrapped, SyncVectorEnv)
        assert vector.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
        obs, info = vector.reset(seed=0)
        assert len(obs) == 3
        assert list(info["goal"]) == ["Count to 3."] * 3
        assert obs in vector.observation_space
        assert vector.action_space.sample() in vector.action_space


def test_an_action_after_an_end_is_not_thrown_away() -> None:
    with rooms() as vector:
        vector.reset(seed=0)
        _, rewards, terminated, _, info = vector.step([add(3), add(1)])
        assert (rewards.tolist(), terminated.tolist()) == ([1.0, 0.0], [True, False])
        assert info["final_obs"][0].contents[0].data == "3"
        assert info["final_info"]["details"][0] == {"count": 3}
        obs, rewards, *_ = vector.step([add(2), add(2)])
        assert obs[0].contents[0].data == "2"
        assert rewards.tolist() == [0.0, 1.0]


def test_lists_of_actions_go_through() -> None:
    with rooms() as vector:
        vector.reset(seed=0)
        _, rewards, *_ = vector.step([[add(1), add(2)], add(1)])
        assert rewards.tolist() == [1.0, 0.0]


@pytest.mark.parametrize("workers", [None, 2])
def test_no_value_of_info_is_changed_by_a_vector(workers: int | None) -> None:
    ways = [add(remember={"a": {"b": [1]}}), Action(name="fail", arguments={})]
    alone = []
    for index, action in enumerate(ways):
        env = TaskEnv("rooms/count-3")
        env.reset(seed=index)
        alone.append(env.step(action).info)
    for order in ([0, 1], [1, 0]):
        with rooms(workers=workers) as vector:
            vector.reset(seed=order)
            info = vector.step([ways[index] for index in order])[-1]
        assert {name for name in info if not name.startswith("_")} == set(INFO_KEYS)
        for place, index in enumerate(order):
            for name in INFO_KEYS:
                if name != "error":
                    assert info[name][place] == alone[index][name]
                    assert type(info[name][place]) is type(alone[index][name])
            assert info["error"][place] == alone[index]["error"] or "cannot be done" in str(info["error"][place])


def test_details_of_any_shape_pass_whole() -> None:
    reported: list[dict[str, Any]] = [
        {"score": 1},
        {"score": 0.25},
        {"p": {"a": 1}},
        {"p": None},
        {"n": 10**20},
        {"l": [1, 2]},
        {},
        {"s": True},
    ]
    vector = SyncVectorEnv([partial(_Reporting, told) for told in reported], autoreset_mode="SameStep", copy=False)
    vector.reset(seed=0)
    info = vector.step([STOP] * len(reported))[-1]
    assert [details.as_dict() for details in info["final_info"]["details"]] == reported
    assert type(info["final_info"]["details"][0]["score"]) is int


def _Reporting(told: dict[str, Any]) -> TaskEnv:  # noqa: N802, it stands for an environment
    task = counting().make()
    task.evaluate = lambda: (1.0, told)  # type: ignore[method-assign]
    return TaskEnv(task)


@pytest.mark.parametrize(
    "settings", [{}, {"workers": 2}, {"vectorization_mode": "sync"}, {"vectorization_mode": "async"}]
)
def test_all_ways_to_vectorize_see_the_same(settings: dict[str, Any]) -> None:
    if settings.get("vectorization_mode") == "async":
        kwargs = {"shared_memory": False, "autoreset_mode": "SameStep"}
        settings = {**settings, "vector_kwargs": kwargs, "task": counting(), "id": "cube/Task-v0"}
    elif "vectorization_mode" in settings:
        settings = {**settings, "vector_kwargs": {"autoreset_mode": "SameStep"}}
    name = settings.pop("id", "cube/rooms.count-3-v0")
    expected = _story(SyncVectorEnv([partial(TaskEnv, "rooms/count-3")] * 2, autoreset_mode="SameStep"))
    with opened(name, num_envs=2, **settings) as vector:
        assert _story(vector) == expected


def _story(vector: Any) -> list[Any]:
    story = [vector.reset(seed=5)[0]]
    for actions in ([add(1), add(3)], [add(2), add("x")], [STOP, add(3)]):
        obs, rewards, terminated, truncated, info = vector.step(actions)
        assert type(obs) is tuple
        story += [obs, rewards.tolist(), terminated.tolist(), truncated.tolist(), list(info["outcome"])]
        story += [list(info["world"]), list(info.get("final_obs", []))]
    story.append(vector.reset()[0])
    return story


def test_gymnasiums_shared_memory_is_refused_clearly() -> None:
    with pytest.raises(ValueError, match="shared_memory=False"):
        AsyncVectorEnv([partial(TaskEnv, counting())])


def test_gymnasiums_own_modes_take_wrappers() -> None:
    settings = {"vectorization_mode": "sync", "wrappers": [RecordEpisodeStatistics], "num_envs": 2}
    with opened("cube/rooms.count-3-v0", **settings) as vector:
        vector.reset(seed=0)
        info = vector.step([STOP, add()])[-1]
        assert info["episode"]["l"].tolist() == [1, 0]


@pytest.mark.parametrize("workers", [None, 2])
def test_wrap_puts_wrappers_inside(workers: int | None) -> None:
    with rooms(workers=workers, wrap=[f"{__name__}:CountOnly"]) as vector:
        first, _ = vector.reset(seed=0)
        assert (first.shape, first.dtype) == ((2, 1), np.float32)
        second, *_ = vector.step([add(1), add(2)])
        assert first.tolist() == [[0.0], [0.0]], "what was handed out stays as it was"
        assert second.tolist() == [[1.0], [2.0]]
        assert vector.step([add("x"), add("x")])[4]["outcome"].tolist() == ["invalid_action"] * 2


@pytest.mark.parametrize("mode", ["same_step", "next_step"])
@pytest.mark.parametrize("workers", [None, 2])
def test_episodes_are_counted_right_around_the_vector(mode: str, workers: int | None) -> None:
    """Episodes of exactly 3 and 5 steps."""
    with rooms(workers=workers, autoreset=mode, max_steps=5) as vector:
        counted = VectorStatistics(vector)
        counted.reset(seed=0)
        assert _counted(counted, 24) == {"same_step": (8, 4), "next_step": (6, 4)}[mode]


@pytest.mark.parametrize("mode", ["same_step", "next_step", "disabled"])
@pytest.mark.parametrize("workers", [None, 2])
def test_episodes_are_counted_right_inside_each_environment(mode: str, workers: int | None) -> None:
    """Episodes of exactly 3 and 5 steps."""
    wrap = ["gymnasium.wrappers:RecordEpisodeStatistics"]
    with rooms(workers=workers, autoreset=mode, max_steps=5, wrap=wrap) as vector:
        vector.reset(seed=0)
        assert _counted(vector, 24) == {"same_step": (8, 4), "next_step": (6, 4), "disabled": (8, 4)}[mode]


def _counted(vector: Any, steps: int) -> tuple[int, int]:
    """How many episodes ended in each of two environments, after checking what is told of each."""
    ends = [0, 0]
    for _ in range(steps):
        *_, terminated, truncated, info = vector.step([add(1), add(0)])
        ended = terminated | truncated
        told = info["episode"] if "episode" in info else info.get("final_info", {}).get("episode")
        for index in np.flatnonzero(ended):
            assert (told["l"][index], told["r"][index]) == [(3, 1.0), (5, 0.0)][index]
            ends[index] += 1
        if vector.metadata["autoreset_mode"] is AutoresetMode.DISABLED and ended.any():
            vector.reset(options={"reset_mask": ended})
    return ends[0], ends[1]


@pytest.mark.parametrize("workers", [None, 2])
def test_seeds_count_up_or_are_given_one_by_one(workers: int | None) -> None:
    alone = [TaskEnv("rooms/count-3").reset(seed=seed)[0] for seed in (7, 8)]
    with rooms(workers=workers) as vector:
        assert vector.reset(seed=7)[0] == tuple(alone)
        assert vector.reset(seed=[8, 7])[0] == tuple(reversed(alone))
        with pytest.raises(ValueError, match="2"):
            vector.reset(seed=[1])


@pytest.mark.parametrize("workers", [None, 2])
def test_a_group_starts_alike_in_the_whole_vector(workers: int | None) -> None:
    with rooms(workers=workers) as vector:
        obs, _ = vector.reset(seed=[1, 2], options={"group_id": 9})
        assert obs[0] == obs[1]


def test_a_vector_goes_on_from_a_snapshot() -> None:
    env = TaskEnv("rooms/count-3")
    env.reset(seed=0)
    env.step(add(2))
    with rooms(workers=2) as vector:
        vector.reset(options={"snapshot": env.snapshot()})
        assert vector.step([add(1), add(1)])[1].tolist() == [1.0, 1.0]


@pytest.mark.parametrize(
    ("settings", "error", "match"),
    [
        ({"autorest": "same_step"}, TypeError, "Did you mean 'autoreset'"),
        ({"max_step": 3}, TypeError, "Did you mean 'max_steps'"),
        ({"autoreset": "samestep"}, ValueError, "Did you mean 'same_step'"),
        ({"workers": 3}, ValueError, "workers is None or 2"),
        ({"workers": 0}, ValueError, "workers is None or 2"),
        ({"wrap": "a:B"}, ValueError, "a list of wrappers"),
        ({"wrap": ["nonsense"]}, ValueError, "'module:Wrapper'"),
        ({"observation": "trees", "workers": 2}, ValueError, "Did you mean 'tree'"),
        ({"task": "rooms/count-33", "workers": 2}, KeyError, "Did you mean 'count-3'"),
        ({"max_episode_steps": 3}, TypeError, "Did you mean 'max_steps'"),
    ],
    ids=str,
)
def test_a_wrong_argument_says_what_would_be_right(
    settings: dict[str, Any], error: type[Exception], match: str
) -> None:
    with pytest.raises(error, match=match):
        make_vector(2, **{"task": "rooms/count-3", **settings})


@pytest.mark.parametrize("count", [0, -1, 1.5, True])
def test_a_vector_has_one_environment_at_least(count: Any) -> None:
    with pytest.raises(ValueError, match="num_envs is a whole number from 1 on"):
        make_vector(count, task="rooms/count-3")


def test_values_of_info_are_the_frozen_objects_themselves() -> None:
    with rooms(workers=2) as vector:
        vector.reset(seed=0)
        info = vector.step([add(), add(1, remember={"k": 1})])[-1]
        kinds = {"world": WorldState, "profiling": Profiling, "details": Details, "outcome": Outcome, "goal": str}
        assert {name: type(info[name][1]) for name in kinds} == kinds
        assert pickle.loads(pickle.dumps(info["world"]))[1].variables == {"k": 1}


def test_worker_mode_is_our_own() -> None:
    with rooms(workers=2) as vector:
        assert isinstance(vector.unwrapped, WorkerVectorEnv)
        assert vector.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
        assert vector.single_action_space == TaskEnv("rooms/count-3").action_space


@pytest.fixture(scope="module", params=[None, 2], ids=["in process", "workers"])
def pair(request: pytest.FixtureRequest) -> Iterator[Any]:
    with opened("cube/rooms.count-3-v0", num_envs=2, workers=request.param) as vector:
        yield vector


@pytest.mark.parametrize("actions", [add(), None, 5, "add", {"name": "add"}], ids=repr)
def test_what_is_no_batch_of_actions_is_refused(pair: Any, actions: Any) -> None:
    pair.reset(seed=0)
    with pytest.raises(TypeError, match="step takes a list of 2 actions, one for each environment; got"):
        pair.step(actions)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_as_many_actions_as_environments_are_needed(pair: Any, count: int) -> None:
    pair.reset(seed=0)
    with pytest.raises(ValueError, match=f"there are 2 environments, got {count} actions"):
        pair.step([add()] * count)


def test_actions_may_come_from_a_generator_an_array_or_a_space(pair: Any) -> None:
    pair.reset(seed=0)
    kept = np.empty(2, dtype=object)
    kept[:] = [add(), add()]
    for actions in ((add() for _ in range(2)), kept):
        pair.step(actions)
    assert pair.step((add(), add()))[1].tolist() == [1.0, 1.0]
    assert pair.step(pair.action_space.sample())[1].shape == (2,)  # whatever was drawn


@pytest.mark.parametrize("mask", [np.zeros(2, dtype=bool), np.ones(3, dtype=bool), [True] * 2, np.ones(2)], ids=repr)
def test_a_wrong_reset_mask_is_refused(pair: Any, mask: Any) -> None:
    with pytest.raises(ValueError, match="an array of 2 booleans"):
        pair.reset(options={"reset_mask": mask})


@pytest.mark.parametrize(
    ("seed", "error"),
    [([1], ValueError), ([1, 2, 3], ValueError), (1.5, TypeError), ("12", TypeError), (-1, ValueError)],
)
def test_wrong_seeds_are_refused(pair: Any, seed: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="seed"):
        pair.reset(seed=seed)


def test_seeds_may_be_of_numpy(pair: Any) -> None:
    first = pair.reset(seed=3)[0]
    assert pair.reset(seed=np.int64(3))[0] == pair.reset(seed=np.array([3, 4]))[0] == first


def test_without_autoreset_an_episode_that_is_over_has_to_be_reset() -> None:
    with rooms(autoreset="disabled") as vector:
        vector.reset(seed=0)
        vector.step([add(3), add(1)])
        with pytest.raises(ResetNeeded, match=r"environments \[0\] are over"):
            vector.step([add(1), add(1)])
        vector.reset(options={"reset_mask": np.array([True, False])})
        assert vector.step([add(1), add(2)])[1].tolist() == [0.0, 1.0]


@pytest.mark.parametrize("workers", [None, 2])
def test_a_live_task_is_not_shared_by_the_environments_of_a_vector(workers: int | None) -> None:
    with pytest.raises(TypeError, match=r"give its config, `task\.config`"):
        make_vector(2, workers=workers, task=counting().make())


def test_the_number_of_environments_may_be_of_numpy() -> None:
    vector = make_vector(np.int64(2), task=counting())  # type: ignore[arg-type]
    assert vector.num_envs == 2


def test_a_vector_that_cannot_be_made_whole_closes_what_was_made() -> None:
    with pytest.raises(RuntimeError, match="the third is one too many"):
        make_vector(4, task=counting(), wrap=["tests.env.test_env_vectors:Counted"])
    assert Counted.closed == [0, 1]


class Counted(gym.Wrapper[Any, Any, Any, Any]):
    """The third cannot be made."""

    made = 0
    closed: ClassVar[list[int]] = []

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        super().__init__(env)
        self.number = Counted.made
        if self.number == 2:
            raise RuntimeError("the third is one too many")
        Counted.made += 1

    def close(self) -> None:
        Counted.closed.insert(0, self.number)
        super().close()
