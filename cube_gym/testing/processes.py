"""The same task in another process: rebuilt from its config alone, and playing the same episode."""

import json
import os
import subprocess
import sys
from typing import Any, Final

from cube_core import TaskConfig
from cube_gym.env import TaskEnv
from cube_gym.testing.subject import SEEDS, STEPS, Subject, Violation, clause, require
from cube_gym.testing.traces import Trace, difference, play, random_actions

_SECONDS: Final = 300
_ENVIRONMENTS: Final = ({"PYTHONHASHSEED": "1", "TZ": "UTC"}, {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo"})


@clause
def survives_json(subject: Subject) -> None:
    """Its config survives JSON, every field of it."""
    config = subject.config()
    text = config.model_dump_json()
    again = TaskConfig.model_validate_json(text)
    require(type(again) is type(config) and again == config, f"read back, the config is {again!r}, not {config!r}")


@clause
def plays_the_same_elsewhere(subject: Subject) -> None:
    """Another process rebuilds it from its config and plays the same episode, under any hash seed and time zone."""
    subject.deterministic()
    config = subject.config()
    with subject.env() as env:
        here = play(env, SEEDS[0], random_actions(env, SEEDS[0], STEPS))
    for variables in _ENVIRONMENTS:
        parted = difference(here, _play_elsewhere(config, variables))
        require(parted is None, f"in a process with {variables} it plays differently {parted}")


def _play_elsewhere(config: TaskConfig, variables: dict[str, str]) -> Trace:
    asked = json.dumps({"module": type(config).__module__, "config": config.model_dump(mode="json")})
    run = subprocess.run(  # noqa: S603, this very interpreter and module
        [sys.executable, "-m", __name__],
        input=asked,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
        env={**os.environ, **variables, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    if run.returncode != 0:
        raise Violation(f"another process cannot play it: {run.stderr.strip().splitlines()[-1:]}")
    answer: Trace = json.loads(run.stdout.splitlines()[-1])
    return answer


def _answer() -> None:
    import importlib  # noqa: PLC0415, only the other process needs it

    asked: dict[str, Any] = json.loads(sys.stdin.read())
    importlib.import_module(asked["module"])
    with_env = TaskEnv(TaskConfig.model_validate(asked["config"]))
    try:
        trace = play(with_env, SEEDS[0], random_actions(with_env, SEEDS[0], STEPS))
    finally:
        with_env.close()
    sys.stdout.write("\n" + json.dumps(trace) + "\n")


if __name__ == "__main__":
    _answer()
