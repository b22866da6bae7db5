"""Results of steps."""

import copy
import dataclasses
import datetime as dt
import json
import math
import pickle
from itertools import count
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pydantic import ValidationError

from cube_core import (
    EnvironmentOutput,
    ImageContent,
    InvalidAction,
    Observation,
    StepError,
    TextContent,
    TypedBaseModel,
)
from cube_core.profiling import Profiling

ERROR = InvalidAction.because("no")
infos = st.dictionaries(
    st.text(),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=10,
    ),
    max_size=4,
)
outputs = st.builds(
    EnvironmentOutput,
    obs=st.builds(Observation, contents=st.lists(st.builds(TextContent, data=st.text()), max_size=2)),
    reward=st.floats(allow_nan=False, allow_infinity=False),
    done=st.booleans(),
    truncated=st.booleans(),
    info=infos,
    error=st.none() | st.just(ERROR),
)


@dataclasses.dataclass(frozen=True, slots=True)
class World:
    page: str
    at: dt.date


@given(outputs)
def test_outputs_survive_dumping_copying_and_pickling(output: EnvironmentOutput) -> None:
    for twin in (
        EnvironmentOutput.model_validate(output.model_dump()),
        EnvironmentOutput.model_validate(output.model_dump(mode="json")),
        EnvironmentOutput.model_validate_json(output.model_dump_json()),
        EnvironmentOutput.model_validate_json(output.model_dump_json(exclude_defaults=True)),
        copy.deepcopy(output),
        pickle.loads(pickle.dumps(output)),  # noqa: S301, our own
    ):
        assert twin == output
    without = EnvironmentOutput.model_validate(output.model_dump(exclude={"info"}))
    assert without == output.model_copy(update={"info": {}})


def test_the_defaults_are_those_of_a_step_in_the_middle() -> None:
    output = EnvironmentOutput(obs=Observation())
    assert (output.reward, output.done, output.truncated, output.info, output.error) == (0.0, False, False, {}, None)
    output.info["x"] = 1
    assert EnvironmentOutput(obs=Observation()).info == {}


@pytest.mark.parametrize("reward", [math.nan, math.inf, -math.inf, "much", None])
def test_a_reward_is_a_finite_number(reward: object) -> None:
    with pytest.raises(ValidationError, match="reward"):
        EnvironmentOutput(obs=Observation(), reward=reward)  # type: ignore[arg-type]
    assert EnvironmentOutput(obs=Observation(), reward=np.float32(0.5)).reward == 0.5  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (np.float32(0.5), 0.5),
        (np.arange(2), [0, 1]),
        (math.nan, None),
        (World("home", dt.date(2024, 2, 29)), {"page": "home", "at": "2024-02-29"}),
        (Profiling({"action": 0.5}), {"seconds": {"action": 0.5}}),
        ({1: {2}}, {"1": [2]}),
        (object(), "<object object>"),
        (ERROR, json.loads(ERROR.model_dump_json())),
        (
            ImageContent(data=Image.new("1", (1, 1))),
            json.loads(ImageContent(data=Image.new("1", (1, 1))).model_dump_json()),
        ),
        ("\ud83d", "�"),
    ],
    ids=count(),
)
def test_info_of_any_kind_is_written_as_json(value: object, written: object) -> None:
    output = EnvironmentOutput(obs=Observation(), info={"x": value})
    assert output.info["x"] is value
    assert output.model_dump(mode="json")["info"]["x"] == written
    assert json.loads(output.model_dump_json())["info"]["x"] == written
    output.model_dump()


def test_parts_of_info_can_be_left_out_of_a_dump() -> None:
    output = EnvironmentOutput(obs=Observation(), info={"a": 1, "profiling": Profiling({})})
    assert output.model_dump(mode="json", exclude={"info": {"profiling"}})["info"] == {"a": 1}
    assert json.loads(output.model_dump_json(include={"info": {"a"}}))["info"] == {"a": 1}


def test_a_gymnasium_result_is_read_with_its_error() -> None:
    obs = Observation.from_text("x")
    read = EnvironmentOutput.model_validate((obs, 1, True, False, {"error": ERROR, "k": [1]}))
    assert read == EnvironmentOutput(obs=obs, reward=1.0, done=True, info={"error": ERROR, "k": [1]}, error=ERROR)
    wrapped = EnvironmentOutput.model_validate((obs, np.float64(0.5), np.bool_(0), np.bool_(1), {}))
    assert (wrapped.reward, wrapped.done, wrapped.truncated, wrapped.error) == (0.5, False, True, None)
    assert EnvironmentOutput.model_validate((obs, 0.0, False, False, {"error": None})).error is None


@pytest.mark.parametrize(
    "bad",
    [(), (1, 2, 3, 4, 5), (Observation(), 0.0, False, False), (Observation(), math.nan, False, False, {}),
    (Observation(), 0.0, "perhaps", False, {}), (Observation(), 0.0, False, False, None), None, 5, "x"],
    ids=count(),
)  # fmt: skip
def test_what_is_no_result_is_a_validation_error(bad: object) -> None:
    with pytest.raises(ValidationError):
        EnvironmentOutput.model_validate(bad)


def test_the_fast_way_gives_what_the_constructor_gives() -> None:
    observation = ERROR.to_observation("c")
    fast = EnvironmentOutput.of(observation, reward=0.5, done=True, truncated=False, info={"a": 1})
    plain = EnvironmentOutput(obs=observation, reward=0.5, done=True, info={"a": 1}, error=ERROR)
    assert fast == plain
    assert fast.model_dump_json() == plain.model_dump_json()


class Lookalike(tuple[object, ...]):  # noqa: SLOT001, it has fields beside the tuple's items
    obs = Observation()


def test_a_class_that_cannot_inherit_can_be_registered_as_a_result() -> None:
    thing = Lookalike()
    assert not isinstance(thing, EnvironmentOutput)
    EnvironmentOutput.register(Lookalike)
    try:
        assert isinstance(thing, EnvironmentOutput)
        assert issubclass(Lookalike, EnvironmentOutput)
        assert not isinstance((), EnvironmentOutput)
    finally:
        EnvironmentOutput._virtual -= {Lookalike}


def test_a_result_holds_its_own_kind_of_observation() -> None:
    class Seen(Observation):
        at: int = 0

    class Record(TypedBaseModel):
        steps: list[EnvironmentOutput]

    record = Record(steps=[EnvironmentOutput(obs=Seen(at=3), error=StepError.from_exception(ValueError("x")))])
    assert Record.model_validate_json(record.model_dump_json()) == record


def test_profiling_compares_by_its_phases_and_is_frozen() -> None:
    one, other = Profiling({"action": 0.1}), Profiling({"action": 0.9})
    assert one == other
    assert hash(one) == hash(other)
    assert one != Profiling({"observe": 0.1})
    assert one != {"action": 0.1}
    assert copy.deepcopy(one) is copy.copy(one) is one
    assert pickle.loads(pickle.dumps(one)).seconds == {"action": 0.1}  # noqa: S301, our own
    frozen: Any = one
    with pytest.raises(TypeError):
        frozen.seconds["action"] = 0.0
    with pytest.raises(dataclasses.FrozenInstanceError):
        frozen.seconds = {}
