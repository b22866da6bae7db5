"""The step result is Gymnasium's tuple and an EnvironmentOutput, wherever it goes."""

# Anything is tried here.
# ruff: noqa: ANN401
# What is read was written here.
# ruff: noqa: S301

import copy
import pickle
import warnings
from typing import Any

import pydantic
import pydantic_core
import pytest

from cube_core import Action, EnvironmentOutput, TypedBaseModel
from cube_gym import EnvStep, TaskEnv
from tests.env.tasks import add, counting


class PlainHolder(pydantic.BaseModel):
    one: EnvironmentOutput
    anything: Any
    many: list[EnvironmentOutput]
    by_name: dict[str, Any]


class TypedHolder(TypedBaseModel):
    one: EnvironmentOutput
    anything: Any
    many: list[EnvironmentOutput]
    by_name: dict[str, Any]


@pytest.fixture
def step() -> EnvStep:
    env = TaskEnv(counting(id="step-result"))
    env.reset(seed=0)
    return env.step(add("nine", remember={"k": 1}))


def test_it_is_a_tuple_and_an_environment_output(step: EnvStep) -> None:
    assert isinstance(step, tuple)
    assert isinstance(step, EnvironmentOutput)
    assert issubclass(EnvStep, EnvironmentOutput)


def test_a_plain_tuple_is_still_no_environment_output(step: EnvStep) -> None:
    assert not isinstance(tuple(step), EnvironmentOutput)


def test_it_unpacks_to_gymnasiums_five_values(step: EnvStep) -> None:
    obs, reward, terminated, truncated, info = step
    assert (obs, reward, terminated, truncated) == (step.obs, step.reward, step.done, step.truncated)
    assert info is step.info
    assert len(step) == 5


def test_it_has_every_public_name_of_an_environment_output(step: EnvStep) -> None:
    plain = EnvironmentOutput(obs=step.obs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some are deprecated on an instance
        missing = [name for name in dir(plain) if not name.startswith("_") and not hasattr(step, name)]
    assert missing == []


def test_the_error_is_lifted_from_the_observation(step: EnvStep) -> None:
    assert step.error is step.obs.error is step.info["error"]
    assert step.error is not None


def test_it_dumps_like_the_output_that_it_is(step: EnvStep) -> None:
    plain = step.as_output()
    assert type(plain) is EnvironmentOutput
    assert step.model_dump() == plain.model_dump()
    assert step.model_dump_json() == plain.model_dump_json()
    assert step.model_dump(exclude={"info"}).keys() == plain.model_dump(exclude={"info"}).keys()


@pytest.mark.parametrize("holder", [PlainHolder, TypedHolder])
@pytest.mark.parametrize("build", ["validated", "constructed"])
def test_nothing_is_lost_inside_another_model(step: EnvStep, holder: Any, build: str) -> None:
    make = holder if build == "validated" else holder.model_construct
    held = make(one=step, anything=step, many=[step], by_name={"k": step})
    whole = step.model_dump(mode="json")
    for dumped in (held.model_dump(mode="json"), pydantic_core.from_json(held.model_dump_json())):
        assert [dumped["one"], dumped["anything"], dumped["many"][0], dumped["by_name"]["k"]] == [whole] * 4
    assert held.model_dump(exclude={"one": {"info"}})["one"].keys() == whole.keys() - {"info"}


@pytest.mark.parametrize("kind", [EnvironmentOutput, Any, list[EnvironmentOutput], dict[str, EnvironmentOutput]])
def test_nothing_is_lost_through_a_type_adapter(step: EnvStep, kind: Any) -> None:
    value: Any = {list[EnvironmentOutput]: [step], dict[str, EnvironmentOutput]: {"k": step}}.get(kind, step)
    adapter = pydantic.TypeAdapter(kind)
    text = adapter.dump_json(value).decode()
    assert step.model_dump_json() in text
    assert adapter.dump_python(value, mode="json") == pydantic_core.from_json(text)
    assert adapter.validate_python(value) == value


def test_nothing_is_lost_through_pydantics_own_json(step: EnvStep) -> None:
    assert pydantic_core.to_json(step) == step.model_dump_json().encode()
    assert pydantic_core.to_jsonable_python({"k": step}) == {"k": step.model_dump(mode="json")}


def test_validating_it_gives_it_back(step: EnvStep) -> None:
    read: object = EnvironmentOutput.model_validate(step)
    assert read is step


def test_a_bare_tuple_reads_as_an_output_that_finds_its_error(step: EnvStep) -> None:
    read = EnvironmentOutput.model_validate(tuple(step))
    assert read == step
    assert read.error == step.error


def test_its_dump_reads_back_with_the_concrete_error(step: EnvStep) -> None:
    read = EnvironmentOutput.model_validate_json(step.model_dump_json())
    assert read.error == step.error
    assert type(read.error) is type(step.error)
    assert read.obs == step.obs


def test_it_pickles_and_copies_as_what_it_is(step: EnvStep) -> None:
    for copied in (pickle.loads(pickle.dumps(step)), copy.copy(step), copy.deepcopy(step)):
        assert type(copied) is EnvStep
        assert copied == step
        assert copied.error == step.error


def test_a_deep_copy_shares_no_observation(step: EnvStep) -> None:
    assert copy.deepcopy(step).obs is not step.obs


@pytest.mark.parametrize("name", ["reward", "obs", "error", "anything"])
def test_it_cannot_be_changed(step: EnvStep, name: str) -> None:
    with pytest.raises(AttributeError, match="read-only"):
        setattr(step, name, 5)
    with pytest.raises(AttributeError, match="read-only"):
        delattr(step, name)
    assert step.reward == step[1] == 0.0


def test_a_changed_copy_is_a_plain_output(step: EnvStep) -> None:
    changed = step.model_copy(update={"reward": 5.0})
    assert (changed.reward, step.reward) == (5.0, 0.0)
    assert type(changed) is EnvironmentOutput


def test_it_equals_its_plain_output_and_its_tuple_and_nothing_else(step: EnvStep) -> None:
    assert step == step.as_output()
    assert step.as_output() == step
    assert step == tuple(step)
    assert step != step.model_copy(update={"reward": 5.0})
    assert step != 5


def test_it_prints_its_fields(step: EnvStep) -> None:
    assert repr(step).startswith("EnvStep(obs=Observation(")


def test_an_unknown_name_is_an_attribute_error(step: EnvStep) -> None:
    with pytest.raises(AttributeError):
        _ = step.rewards


def test_what_a_tool_answered_is_found_by_its_call(step: EnvStep) -> None:
    assert [content.tool_call_id for content in step.obs.contents] == ["call", "call"]
    assert Action(id="call", name="add", arguments={}).id == "call"
