"""The space of actions: bounded samples that fit, masks, equality, batches."""

# Anything is tried here.
# ruff: noqa: ANN401
# What is read was written here.
# ruff: noqa: S301

import copy
import json
import pickle
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector.utils import batch_space, iterate
from hypothesis import given
from hypothesis import strategies as st

import cube_gym
from cube_core import STOP_ACTION, Action, ActionSchema
from cube_gym import ActionSpace, TaskEnv
from cube_gym.memory import offer_memory
from tests.env.tasks import Rooms, add, counting

cube_gym.register(Rooms)

NUMBERS = st.integers(-50, 50)


def bounded(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    """A schema of numbers, the bounds in order and apart."""
    optional: dict[str, st.SearchStrategy[Any]] = {"minimum": NUMBERS, "multipleOf": st.sampled_from([1, 2, 5])}
    required: dict[str, st.SearchStrategy[Any]] = {"type": st.just(kind)}
    return st.fixed_dictionaries(required, optional=optional).flatmap(
        lambda schema: (
            st.just(schema)
            | st.integers(10, 2000).map(lambda width: {**schema, "maximum": schema.get("minimum", 0) + width})
            | st.integers(10, 2000).map(lambda width: {**schema, "exclusiveMaximum": schema.get("minimum", 0) + width})
        )
    )


TEXTS = st.fixed_dictionaries({"type": st.just("string")}, optional={"minLength": st.integers(0, 40)})
FORMATS = st.sampled_from(["date", "date-time", "time", "duration", "uuid", "email", "uri", "hostname", "ipv4", "ipv6"])
LEAVES = (
    bounded("integer")
    | bounded("number")
    | TEXTS
    | FORMATS.map(lambda form: {"type": "string", "format": form})
    | st.sampled_from(
        [{"type": "boolean"}, {"type": "null"}, {"const": [1, {"a": 2}]}, {"type": ["integer", "null"]}, {}]
    )
    | st.lists(st.integers() | st.text(), min_size=1, max_size=4).map(lambda choices: {"enum": choices})
)


def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    arrays = st.fixed_dictionaries(
        {"type": st.just("array"), "items": inner},
        optional={"minItems": st.integers(0, 3), "maxItems": st.integers(3, 5)},
    )
    objects = st.dictionaries(st.text(min_size=1, max_size=4), inner, max_size=4).flatmap(
        lambda properties: st.sets(st.sampled_from(sorted(properties)) if properties else st.nothing()).map(
            lambda required: {"type": "object", "properties": properties, "required": sorted(required)}
        )
    )
    choices = st.lists(inner, min_size=1, max_size=3).map(lambda options: {"anyOf": options})
    values = inner.map(lambda item: {"type": "object", "additionalProperties": item})
    return arrays | objects | choices | values


SCHEMAS = st.dictionaries(
    st.text(min_size=1, max_size=5), st.recursive(LEAVES, nested, max_leaves=6), max_size=4
).flatmap(
    lambda properties: st.sets(st.sampled_from(sorted(properties)) if properties else st.nothing()).map(
        lambda required: {"type": "object", "properties": properties, "required": sorted(required)}
    )
)


def space_of(parameters: dict[str, Any], seed: int = 0) -> ActionSpace:
    return ActionSpace([ActionSchema(name="act", description="Act.", parameters=parameters)], seed=seed)


def of_one(**schema: Any) -> ActionSpace:
    return space_of({"type": "object", "properties": {"x": schema}, "required": ["x"]})


@given(parameters=SCHEMAS, seed=st.integers(0, 2**31))
def test_samples_are_contained_bounded_and_follow_the_seed(parameters: dict[str, Any], seed: int) -> None:
    space = space_of(parameters, seed)
    samples = [space.sample() for _ in range(5)]
    assert all(sample in space for sample in samples)
    assert all(len(sample.model_dump_json()) < 50_000 for sample in samples)
    again = space_of(parameters, seed)
    assert [again.sample() for _ in range(5)] == samples
    assert space.from_jsonable(json.loads(json.dumps(space.to_jsonable(samples)))) == samples


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "integer", "minimum": 10**30},
        {"type": "integer", "minimum": -(10**30), "maximum": 10**30},
        {"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 5},
        {"type": "integer", "maximum": -5},
        {"type": "number", "minimum": -1.7e308, "maximum": 1.7e308},
        {"type": "number", "exclusiveMinimum": 0, "maximum": 1e-300},
        {"type": "number", "multipleOf": 0.5, "minimum": 0.25, "maximum": 1},
        {"type": "array", "items": {"type": "integer", "maximum": 9}, "uniqueItems": True, "minItems": 2},
        {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2, "maxItems": 2},
        {"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 2},
        {"allOf": [{"type": "integer"}, {"minimum": 7}]},
        {"type": "string", "anyOf": [{"minLength": 3}, {"maxLength": 1}]},
        {"oneOf": [{"type": "string"}, {"type": "integer"}]},
    ],
    ids=str,
)
def test_less_common_schemas_are_met(schema: dict[str, Any]) -> None:
    space = of_one(**schema)
    assert all(space.sample() in space for _ in range(20))


def test_a_recursive_schema_is_met_with_a_bounded_value() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/N"}, "also": {"$ref": "#/$defs/N"}}}
    space = space_of({"type": "object", "properties": {"x": {"$ref": "#/$defs/N"}}, "$defs": {"N": node}})
    assert all(len(space.sample().model_dump_json()) < 20_000 for _ in range(50))


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "minLength": 10**12},
        {"type": "array", "items": {}, "minItems": 10**12},
        {"type": "string", "pattern": "^[0-9a-f]{64}$"},
        {"not": {}},
    ],
    ids=str,
)
def test_what_chance_cannot_meet_is_said_and_eats_no_memory(schema: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no arguments were found that fit act"):
        of_one(**schema).sample()


def test_what_chance_cannot_meet_is_left_out_when_there_is_something_else() -> None:
    hard = ActionSchema(
        name="hard",
        description="Hard.",
        parameters={"type": "object", "properties": {"x": {"not": {}}}, "required": ["x"]},
    )
    space = ActionSpace([hard, STOP_ACTION], seed=0)
    assert {space.sample().name for _ in range(10)} == {"final_step"}


@pytest.mark.parametrize("text", ["", "a b!", "«café» 你好 🙂\n", "x" * 50_000])
def test_any_text_fits_where_text_is_asked_for(text: str) -> None:
    space = of_one(type="string")
    assert Action(name="act", arguments={"x": text}) in space
    assert len(space.sample().arguments["x"]) <= 12


def test_samples_of_an_environment_leave_the_memory_out_and_run() -> None:
    env = TaskEnv(counting(target=10**9))
    env.reset(seed=0)
    env.action_space.seed(0)
    for _ in range(50):
        action = env.action_space.sample()
        assert "remember" not in action.arguments
        if action.name in {"final_step", "break_tool"}:
            continue
        assert env.step(action).info["outcome"] != "invalid_action"
        if not env._episode or not env._episode.running:
            env.reset()


@pytest.mark.parametrize(
    "mask",
    [
        {"fail"},
        ["fail"],
        ("fail",),
        np.array([False, False, True, False, False, False]),
        np.array([0, 0, 1, 0, 0, 0], dtype=np.int8),
        [False, False, True, False, False, False],
        np.array(["fail"]),
        np.array(["fail"], dtype=object),
        np.array([0, 0, 1, 0, 0, 0], dtype=object),
    ],
    ids=repr,
)
def test_a_mask_is_names_or_booleans(mask: Any) -> None:
    space = TaskEnv(counting()).action_space
    assert space.names[2] == "fail"
    assert {space.sample(mask=mask).name for _ in range(5)} == {"fail"}


@pytest.mark.parametrize(
    ("mask", "match"),
    [
        (set(), "leaves no action"),
        ([], "leaves no action"),
        (np.zeros(6, dtype=bool), "leaves no action"),
        (np.ones(5, dtype=bool), "one boolean for each of 6"),
        (np.full(6, 2), "one boolean for each of 6"),
        ({"fails"}, "Did you mean 'fail'"),
        ("fail", "a set of names, not a text"),
        ([1.5] * 6, "one boolean for each of 6"),
        (np.ones(6), "one boolean for each of 6"),
        (np.ones((6, 1), dtype=bool), "one boolean for each"),
        (np.array(1), "one boolean for each"),
        (["fail", 1, 0, 0, 0, 0], "one boolean for each of 6"),
        (5, "one boolean for each; got 5"),
        (b"fail", "one boolean for each"),
        ({"fail": True}, "one boolean for each"),
    ],
    ids=str,
)
def test_a_wrong_mask_says_what_would_be_right(mask: Any, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        TaskEnv(counting()).action_space.sample(mask=mask)


def test_the_order_of_a_set_does_not_matter() -> None:
    space = TaskEnv(counting()).action_space
    space.seed(3)
    one = [space.sample(mask={"add", "fail"}) for _ in range(9)]
    space.seed(3)
    assert [space.sample(mask=["fail", "add"]) for _ in range(9)] == one


def test_the_space_is_the_union_of_what_can_be_drawn_and_stays() -> None:
    env = TaskEnv(benchmark="rooms")
    assert set(env.action_space.names) >= {"add", "unlock", "push", "final_step"}
    before = env.action_space
    env.reset(seed=0, options={"task_id": "open-door"})
    assert env.action_space is before
    assert add() in env.action_space
    assert env.step(add()).info["outcome"] == "invalid_action"


def test_equality_goes_by_the_schemas_and_survives_pickle_and_copies() -> None:
    space = TaskEnv(counting()).action_space
    for copied in (pickle.loads(pickle.dumps(space)), copy.deepcopy(space), TaskEnv(counting(target=9)).action_space):
        assert copied == space
        assert hash(copied) == hash(space)
        assert repr(copied) == repr(space)
    assert space != TaskEnv(counting(), world=False).action_space
    assert space != ActionSpace([STOP_ACTION])
    assert space != gym.spaces.Discrete(2)


def test_a_copy_goes_on_with_the_same_chance() -> None:
    space = TaskEnv(counting()).action_space
    space.seed(7)
    space.sample()
    copies = [pickle.loads(pickle.dumps(space)), copy.deepcopy(space)]
    following = [space.sample() for _ in range(5)]
    assert [[copied.sample() for _ in range(5)] for copied in copies] == [following] * 2


def test_a_batch_of_it_is_a_tuple_that_takes_lists_too() -> None:
    space = TaskEnv(counting()).action_space
    batch = batch_space(space, 2)
    assert batch == batch_space(copy.deepcopy(space), 2)
    assert len(batch.sample()) == 2
    actions = [[add(), add()], add(2)]
    assert list(iterate(batch, actions)) == actions
    assert tuple(actions) in batch


def test_a_space_of_what_an_agent_is_told_is_the_environments() -> None:
    env = TaskEnv(counting())
    assert ActionSpace(env.action_set) == env.action_space
    assert ActionSpace([offer_memory(STOP_ACTION)]) == ActionSpace([STOP_ACTION])


def test_two_actions_of_one_name_cannot_differ() -> None:
    other = ActionSchema(name="final_step", description="Something else.", parameters={})
    with pytest.raises(ValueError, match="two actions are named 'final_step'"):
        ActionSpace([STOP_ACTION, other])
    assert ActionSpace([STOP_ACTION, STOP_ACTION]).names == ("final_step",)


def test_no_actions_are_no_space() -> None:
    with pytest.raises(ValueError, match="at least one action"):
        ActionSpace([])


def test_probabilities_are_refused() -> None:
    with pytest.raises(ValueError, match="use `mask`"):
        ActionSpace([STOP_ACTION]).sample(probability=np.array([1.0]))  # type: ignore[arg-type]
