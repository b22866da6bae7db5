"""The space of observations: any text, any picture."""

# Anything is tried here.
# ruff: noqa: ANN401
# What is read was written here.
# ruff: noqa: S301

import copy
import json
import pickle
from typing import Any

import pytest
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cube_core import ImageContent, Observation, StepError, StructuredContent, TextContent
from cube_gym import ObservationSpace

CONTENTS = st.one_of(
    st.builds(TextContent, data=st.text()),
    st.builds(StructuredContent, data=st.dictionaries(st.text(), st.none() | st.floats() | st.text())),
    st.builds(ImageContent, data=st.sampled_from(["RGB", "L", "RGBA"]).map(lambda mode: Image.new(mode, (2, 1)))),
)
OBSERVATIONS = st.builds(
    Observation,
    contents=st.lists(CONTENTS, max_size=3),
    error=st.none() | st.builds(StepError, error_type=st.text(), exception_str=st.text(), stack_trace=st.text()),
)


@given(OBSERVATIONS)
def test_every_observation_is_in_it_and_survives_json(observation: Observation) -> None:
    space = ObservationSpace()
    assert observation in space
    assert space.from_jsonable(json.loads(json.dumps(space.to_jsonable([observation])))) == [observation]


@pytest.mark.parametrize("text", ["", "a b!", "«café» 你好 🙂\n", "x" * 50_000])
def test_any_text_is_in_it(text: str) -> None:
    assert Observation.from_text(text) in ObservationSpace()


@pytest.mark.parametrize("other", [None, "text", {}, TextContent(data="x"), []])
def test_nothing_else_is(other: Any) -> None:
    assert other not in ObservationSpace()


def test_samples_are_small_and_follow_the_seed() -> None:
    space = ObservationSpace(seed=3)
    samples = [space.sample() for _ in range(20)]
    assert all(sample in space and len(sample.to_markdown()) <= 20 for sample in samples)
    space.seed(3)
    assert [space.sample() for _ in range(20)] == samples


def test_equality_goes_by_the_kinds_and_survives_pickle_and_copies() -> None:
    space = ObservationSpace(["text", "tree"])
    for copied in (pickle.loads(pickle.dumps(space)), copy.deepcopy(space)):
        assert copied == space
        assert hash(copied) == hash(space)
        assert repr(copied) == repr(space) == "ObservationSpace(text, tree)"
    assert space != ObservationSpace(["text"])


def test_a_batch_of_observations_is_a_tuple() -> None:
    space = ObservationSpace(["text"])
    seen = [Observation.from_text("a"), Observation.from_text("b")]
    empty: Any = create_empty_array(space, 2)
    batched = concatenate(space, seen, empty)
    assert batched == tuple(seen)
    assert batched in batch_space(space, 2)
