"""Environments for Stable-Baselines3 in a few processes, several in each."""

# The methods take and give what those of VecEnv do, which is anything.
# ruff: noqa: ANN401

from __future__ import annotations

import multiprocessing as mp
from collections.abc import Callable, Sequence
from itertools import chain
from multiprocessing.connection import Connection
from typing import Any

import gymnasium as gym
import numpy as np
from stable_baselines3.common.vec_env import CloudpickleWrapper, DummyVecEnv, VecEnv

Makers = Sequence[Callable[[], gym.Env[Any, Any]]]


class ShardedVecEnv(VecEnv):
    """A DummyVecEnv in each of a few processes, as one vector.

    SubprocVecEnv has a process for each environment: with two cores and environments that take a fraction of a
    millisecond, it spends its time on waking them up.

    Args:
        shards: For each process, what makes its environments.
    """

    def __init__(self, shards: Sequence[Makers]) -> None:
        context = mp.get_context("forkserver")
        self._ends = np.cumsum([len(makers) for makers in shards])
        self._pipes: list[Connection] = []
        self._processes = []
        for makers in shards:
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, CloudpickleWrapper(makers)), daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)
        observation_space, action_space = self._ask("spaces")[0]
        super().__init__(int(self._ends[-1]), observation_space, action_space)

    def reset(self) -> Any:
        """All environments anew."""
        seeds = np.split(np.array(self._seeds, dtype=object), self._ends[:-1])
        observations = self._ask("reset", *([list(each)] for each in seeds))
        self._reset_seeds()
        return _joined(observations)

    def step_async(self, actions: Any) -> None:
        """Send the actions."""
        for pipe, part in zip(self._pipes, np.split(actions, self._ends[:-1]), strict=True):
            pipe.send(("step", (part,)))

    def step_wait(self) -> Any:
        """Take the results."""
        observations, rewards, dones, infos = zip(*(self._received(pipe) for pipe in self._pipes), strict=True)
        return (
            _joined(observations),
            np.concatenate(rewards),
            np.concatenate(dones),
            [i for part in infos for i in part],
        )

    def close(self) -> None:
        """End the processes."""
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            if process.is_alive():
                pipe.send(("close", ()))
            process.join()
            pipe.close()
        self._pipes, self._processes = [], []

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """What a method gives in each environment."""
        given = self._ask("call", *([method_name, args, kwargs] for _ in self._pipes))
        return self._chosen(list(chain(*given)), indices)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of each environment."""
        given = self._ask("get", *([attr_name] for _ in self._pipes))
        return self._chosen(list(chain(*given)), indices)

    def has_attr(self, attr_name: str) -> bool:
        """Whether all environments have an attribute, which need not be one that can be passed between processes."""
        return all(self._ask("has", *([attr_name] for _ in self._pipes)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Not offered: nothing needs it."""
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Never: nothing here is wrapped by Stable-Baselines3."""
        del wrapper_class
        return [False] * len(self._chosen(range(self.num_envs), indices))

    def _ask(self, name: str, *arguments: Sequence[Any]) -> list[Any]:
        for pipe, each in zip(self._pipes, arguments or [()] * len(self._pipes), strict=True):
            pipe.send((name, tuple(each)))
        return [self._received(pipe) for pipe in self._pipes]

    def _received(self, pipe: Connection) -> Any:
        answer = pipe.recv()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _chosen(self, values: Sequence[Any], indices: Any) -> list[Any]:
        return [values[index] for index in self._get_indices(indices)]


class _Shard:
    """What a process answers."""

    def __init__(self, makers: Makers) -> None:
        self._envs = DummyVecEnv(list(makers))

    def spaces(self) -> Any:
        return self._envs.observation_space, self._envs.action_space

    def reset(self, seeds: list[int | None]) -> Any:
        self._envs._seeds = seeds  # noqa: SLF001, `seed` counts up from one number
        return self._envs.reset()

    def step(self, actions: Any) -> Any:
        return self._envs.step(actions)

    def call(self, name: str, args: Any, kwargs: Any) -> Any:
        return self._envs.env_method(name, *args, **kwargs)

    def has(self, name: str) -> Any:
        return self._envs.has_attr(name)

    def get(self, name: str) -> Any:
        return self._envs.get_attr(name)


def _serve(pipe: Connection, makers: Any) -> None:
    shard = _Shard(makers.var)
    while True:
        try:
            name, arguments = pipe.recv()
        except (EOFError, ConnectionResetError):  # who asked is gone
            return
        if name == "close":
            return
        try:
            pipe.send(getattr(shard, name)(*arguments))
        except Exception as exc:  # noqa: BLE001, it is raised on the other side
            pipe.send(exc)


def _joined(parts: Sequence[Any]) -> Any:
    """Dicts of arrays, one after another."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
