"""Specs of environments as JSON can hold them."""

import copy
from typing import Any

import numpy as np
from gymnasium.envs.registration import EnvSpec

from cube_core import TypedBaseModel
from cube_gym import catalogue


def plain_spec(spec: EnvSpec) -> EnvSpec:
    """The spec with the dump of each config among its arguments, where that is as good: `to_json` knows no objects."""
    plain = copy.copy(spec)
    plain.kwargs = {name: _plain(value) for name, value in spec.kwargs.items()}
    return plain


def _plain(value: Any) -> Any:  # noqa: ANN401, an argument
    if isinstance(value, np.generic):
        return value.item()
    if not isinstance(value, TypedBaseModel):
        return value
    catalogue.trust_announced()
    dump = value.model_dump(mode="json")
    try:
        read = type(value).model_validate(dump)
    except ValueError:  # its class cannot be found by its name, such as one that is defined in a function
        return value
    return dump if read == value else value
