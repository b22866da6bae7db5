"""Worker processes: one that dies costs its own episode, and nothing else."""

# Anything is tried here.
# ruff: noqa: ANN401

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import SyncVectorEnv

import cube_gym
from cube_core import Action, BenchmarkMetadata, TaskFault, TaskMetadata
from cube_gym import Outcome, TaskEnv
from cube_gym.vector import make_vector
from tests.env.tasks import CounterConfig, Rooms, add, counting

cube_gym.register(Rooms)
KILL = Action(id="kill", name="kill_process", arguments={})
HAZARDS = counting(id="hazards", target=5, hazards=True)


@pytest.fixture(scope="module")
def shared() -> Iterator[Any]:
    made = make_vector(3, workers=3, task=HAZARDS.model_dump(mode="json"), render_mode="ansi")
    yield made
    made.close()


@pytest.fixture
def vector(shared: Any) -> Any:
    """Workers of which some may have died in an earlier test; before the first reset as far as one can see."""
    return shared


def alone(seed: int, count: int) -> list[Any]:
    """The first observations of a stream."""
    env = TaskEnv(HAZARDS)
    return [env.reset(seed=seed)[0], *(env.reset()[0] for _ in range(count - 1))]


def test_a_worker_killed_in_mid_step_costs_its_own_episode_only(vector: Any) -> None:
    vector.reset(seed=0)
    vector.step([add(), add(remember={"k": 1}), add()])
    obs, rewards, terminated, truncated, info = vector.step([add(4), KILL, add()])
    assert rewards.tolist() == [1.0, 0.0, 0.0]
    assert (terminated.tolist(), truncated.tolist()) == ([True, False, False], [False, True, False])
    assert obs[2].contents[0].data == "2"
    final = {name: values[1] for name, values in info["final_info"].items() if not name.startswith("_")}
    assert final["outcome"] is Outcome.TASK_FAULT
    assert (final["task_id"], final["goal"]) == ("hazards", "Count to 5.")
    assert final["world"].variables == {"k": 1}
    assert "killed by signal 9" in str(final["error"])
    assert info["final_obs"][1].contents[0].tool_call_id == "kill"
    assert info["outcome"].tolist() == ["ok"] * 3


def test_after_a_death_the_stream_goes_on_as_it_would_have(vector: Any) -> None:
    vector.reset(seed=7)
    streams = [alone(7 + index, 4) for index in range(3)]
    seen = [vector.step([add(), KILL, add()])[0][1], vector.step([add(), KILL, KILL])[0]]
    assert seen[0] == streams[1][1]
    assert seen[1][1] == streams[1][2]
    assert seen[1][2] == streams[2][1]
    obs, rewards, *_ = vector.step([add(3), add(5), add(5)])
    assert rewards.tolist() == [1.0, 1.0, 1.0]
    assert obs == (streams[0][1], streams[1][3], streams[2][2])


def test_all_workers_may_die_at_once(vector: Any) -> None:
    vector.reset(seed=1)
    _, _, _, truncated, info = vector.step([KILL] * 3)
    assert truncated.tolist() == [True] * 3
    assert [str(outcome) for outcome in info["final_info"]["outcome"]] == ["task_fault"] * 3
    assert vector.step([add(5)] * 3)[1].tolist() == [1.0] * 3


def test_a_worker_killed_between_two_steps_is_noticed_at_the_next(vector: Any) -> None:
    vector.reset(seed=3)
    _kill(vector, 0)
    _, _, _, truncated, info = vector.step([add(), add(), add()])
    assert truncated.tolist() == [True, False, False]
    assert info["final_info"]["outcome"][0] is Outcome.TASK_FAULT
    assert list(info["world"][1].history) != []


def _kill(vector: Any, index: int) -> None:
    process = vector._workers[index]._process
    os.kill(process.pid, signal.SIGKILL)
    process.join()


def test_a_worker_killed_before_a_reset_is_started_anew(vector: Any) -> None:
    expected = vector.reset(seed=3)[0]
    _kill(vector, 2)
    assert vector.reset(seed=3)[0] == expected
    following = vector.reset()[0]
    vector.reset(seed=3)
    _kill(vector, 1)
    assert vector.reset()[0] == following


@pytest.mark.parametrize("mode", ["next_step", "disabled"])
def test_a_death_is_an_end_in_every_mode(mode: str) -> None:
    vector = make_vector(2, workers=2, task=HAZARDS, autoreset=mode)
    vector.reset(seed=7)
    obs, _, _, truncated, info = vector.step([add(), KILL])
    assert truncated.tolist() == [False, True]
    assert info["outcome"].tolist() == ["ok", "task_fault"]
    assert "killed by signal 9" in obs[1].to_markdown()
    if mode == "disabled":
        obs, info = vector.reset(options={"reset_mask": np.array([False, True])})
        assert obs[0].contents[0].data == "1"
        assert info["_goal"].tolist() == [False, True]
    else:
        obs, *_ = vector.step([add(), add()])
    assert obs[1] == alone(8, 2)[1]
    vector.close()


class DiesAtStart(CounterConfig):
    """Kills its process when it is reset."""

    def make(self) -> Any:
        task = super().make()
        task.reset = lambda **_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment, method-assign]
        return task


class RaisesAtStart(CounterConfig):
    """Cannot be reset."""

    def make(self) -> Any:
        task = super().make()
        task.reset = lambda **_: 1 / 0  # type: ignore[assignment, method-assign]
        return task


@pytest.mark.parametrize(
    ("config", "match"), [(DiesAtStart, "environment 0 could not be reset"), (RaisesAtStart, "could not be started")]
)
def test_what_dies_at_every_start_is_a_task_fault(config: type[CounterConfig], match: str) -> None:
    vector = make_vector(1, workers=1, task=config(metadata=TaskMetadata(id="dead")))
    with pytest.raises(TaskFault, match=match):
        vector.reset(seed=0)
    vector.close()


def test_an_end_before_the_death_is_kept() -> None:
    vector = make_vector(1, workers=1, task=Once(metadata=TaskMetadata(id="once")))
    vector.reset(seed=7)
    _, rewards, terminated, truncated, info = vector.step([add(3)])
    assert (rewards.tolist(), terminated.tolist(), truncated.tolist()) == ([1.0], [True], [False])
    assert info["final_info"]["outcome"][0] is Outcome.OK
    vector.close()


class Once(CounterConfig):
    """Its second reset in one process kills that process."""

    def make(self) -> Any:
        task = super().make()
        start, resets = task.reset, []

        def reset(**options: Any) -> Any:
            resets.append(1)
            if len(resets) > 1:
                os.kill(os.getpid(), signal.SIGKILL)
            return start(**options)

        task.reset = reset  # type: ignore[method-assign]
        return task


def test_wrapped_arrays_repeat_the_last_observation_when_a_worker_dies() -> None:
    vector = make_vector(2, workers=2, task=HAZARDS, wrap=["tests.env.test_env_vectors:CountOnly"])
    vector.reset(seed=0)
    vector.step([add(2), add(3)])
    obs, _, _, truncated, info = vector.step([add(), KILL])
    assert truncated.tolist() == [False, True]
    assert info["final_obs"][1].tolist() == [3.0]
    assert obs.tolist() == [[3.0], [0.0]]
    vector.close()


def test_what_an_agent_gives_never_breaks_a_worker(vector: Any) -> None:
    vector.reset(seed=0)
    info = vector.step([lambda: None, {"name": "add"}, []])[-1]
    assert info["outcome"].tolist() == ["invalid_action"] * 3
    assert vector.step([add(5)] * 3)[1].tolist() == [1.0] * 3


def test_what_is_called_too_early_is_raised_with_the_workers_traceback_and_the_vector_stays_usable() -> None:
    vector: Any = make_vector(2, workers=2, task=HAZARDS)
    with pytest.raises(ResetNeeded):
        vector.step([add()] * 2)
    with pytest.raises(ResetNeeded) as caught:
        vector.call("snapshot")
    assert "In the worker process:" in caught.value.__notes__[0]
    vector.reset(seed=0)
    assert vector.step([add(5)] * 2)[1].tolist() == [1.0] * 2
    vector.close()


def test_attributes_and_methods_of_the_environments_can_be_reached(vector: Any) -> None:
    vector.reset(seed=5)
    assert vector.get_attr("np_random_seed") == (5, 6, 7)
    vector.step([add()] * 3)
    assert all(text.startswith("Goal: Count to 5.") for text in vector.render())
    vector.set_attr("note", [1, 2, 3])
    assert vector.get_attr("note") == (1, 2, 3)
    assert [state.steps for state in vector.call("snapshot")] == [1, 1, 1]
    with pytest.raises(ValueError, match="got 2 values"):
        vector.set_attr("note", [1, 2])
    with pytest.raises(AttributeError):
        vector.get_attr("no_such")


def test_close_leaves_no_process_behind() -> None:
    made: Any = make_vector(2, workers=2, task=HAZARDS)
    made.reset(seed=0)
    pids = [worker._process.pid for worker in made._workers]
    made.close()
    made.close()
    assert not [child for child in multiprocessing.active_children() if child.pid in pids]
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    with pytest.raises(ClosedEnvironmentError):
        made.step([add(), add()])


def test_close_after_a_death_and_before_a_reset() -> None:
    made = make_vector(2, workers=2, task=HAZARDS)
    _kill(made, 0)
    made.close()


def test_a_vector_that_cannot_be_made_leaves_no_process_behind() -> None:
    before = set(multiprocessing.active_children())
    with pytest.raises(ValueError, match="max_steps"):
        make_vector(2, workers=2, task=HAZARDS, max_steps=0)
    assert set(multiprocessing.active_children()) <= before


HANG = Action(id="hang", name="hang", arguments={})


@pytest.mark.parametrize("mode", ["same_step", "next_step", "disabled"])
def test_a_worker_that_hangs_costs_its_own_episode_and_its_stream_goes_on(mode: str) -> None:
    vector = make_vector(2, workers=2, task=HAZARDS, autoreset=mode, step_timeout=3)
    vector.reset(seed=7)
    obs, rewards, terminated, truncated, info = vector.step([HANG, add(5)])
    assert (rewards.tolist(), terminated.tolist(), truncated.tolist()) == ([0.0, 1.0], [False, True], [True, False])
    outcomes = (info["final_info"] if mode == "same_step" else info)["outcome"]
    assert outcomes.tolist() == ["task_fault", "ok"]
    lost = info["final_obs"][0] if mode == "same_step" else obs[0]
    assert "did not answer for 3 s, and was killed" in lost.to_markdown()
    if mode == "next_step":
        obs = vector.step([add(), add()])[0]
    elif mode == "disabled":
        obs = vector.reset()[0]
    assert obs == (alone(7, 2)[1], alone(8, 2)[1])
    assert vector.step([add(5), add(5)])[1].tolist() == [1.0, 1.0]
    vector.close()


def test_a_worker_that_is_stopped_is_given_up() -> None:
    vector: Any = make_vector(2, workers=2, task=HAZARDS, step_timeout=3)
    vector.reset(seed=7)
    os.kill(vector._workers[1]._process.pid, signal.SIGSTOP)
    assert vector.step([add(5), add(5)])[3].tolist() == [False, True]
    assert vector.step([add(5), add(5)])[1].tolist() == [1.0, 1.0]
    vector.close()


def test_a_reset_that_hangs_each_time_is_a_task_fault_and_others_have_begun() -> None:
    vector: Any = make_vector(1, workers=1, task=HangsAtStart(metadata=TaskMetadata(id="stuck")), step_timeout=1)
    with pytest.raises(TaskFault, match=r"environment 0 could not be reset with seed 4: .* did not answer for 1 s"):
        vector.reset(seed=4)
    vector.close()


class HangsAtStart(CounterConfig):
    """Cannot be reset."""

    def make(self) -> Any:
        task = super().make()
        task.reset = lambda **_: time.sleep(1000)  # type: ignore[assignment, method-assign]
        return task


@pytest.mark.parametrize("timeout", [0, -1, True, "5", float("nan"), float("inf")])
def test_a_timeout_is_a_number_of_seconds(timeout: Any) -> None:
    with pytest.raises(ValueError, match="step_timeout is a number of seconds above 0"):
        make_vector(1, workers=1, task=HAZARDS, step_timeout=timeout)


def test_an_environment_in_this_process_has_no_timeout() -> None:
    with pytest.raises(ValueError, match="nothing can stop an environment in this process"):
        make_vector(1, task=HAZARDS, step_timeout=5)


def test_after_an_interrupted_step_no_answer_is_taken_for_another() -> None:
    vector: Any = make_vector(2, workers=2, task=HAZARDS)
    first = vector.reset(seed=7)[0]
    before = signal.signal(signal.SIGALRM, _interrupt)
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    with pytest.raises(KeyboardInterrupt):
        vector.step([HANG, add(5)])
    signal.signal(signal.SIGALRM, before)
    assert vector.reset(seed=7)[0] == first
    assert vector.step([add(5), add(4)])[1].tolist() == [1.0, 0.0]
    vector.close()


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def test_closing_does_not_wait_for_each_hung_worker_in_turn() -> None:
    vector: Any = make_vector(2, workers=2, task=HAZARDS)
    vector.reset(seed=7)
    processes = [worker._process for worker in vector._workers]
    for process in processes:
        os.kill(process.pid, signal.SIGSTOP)
    vector.close()
    for process in processes:
        with pytest.raises(ValueError, match="closed"):
            process.is_alive()


def test_ones_own_benchmark_is_known_to_workers() -> None:
    vector = gym.make_vec("cube/Task-v0", num_envs=2, workers=2, benchmark="rooms", split="train")
    here = SyncVectorEnv([partial(TaskEnv, benchmark="rooms", split="train")] * 2)
    assert vector.reset(seed=3)[0] == here.reset(seed=3)[0]
    vector.close()


def test_a_benchmark_that_cannot_travel_is_in_no_other_ones_way() -> None:
    class Unknown(Rooms):
        @classmethod
        def benchmark(cls) -> BenchmarkMetadata:
            return BenchmarkMetadata(name="unknown-elsewhere")

    cube_gym.register(Unknown)
    vector = gym.make_vec("cube/Task-v0", num_envs=1, workers=1, benchmark="rooms", split="train")
    vector.reset(seed=3)
    vector.close()
    with pytest.raises(ValueError, match="cannot be rebuilt in another process"):
        gym.make_vec("cube/Task-v0", num_envs=1, workers=1, benchmark="unknown-elsewhere")


def test_a_class_that_cannot_be_imported_elsewhere_is_refused_clearly() -> None:
    class Local(CounterConfig):
        pass

    with pytest.raises(ValueError, match="cannot be rebuilt in another process"):
        make_vector(1, workers=1, task=Local(metadata=TaskMetadata(id="local")))
