"""Functions that schemas are made of, and the parameters in the schema of one."""

import json
from collections.abc import Callable
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from pydantic import BaseModel

from cube_core import ActionSchema


class Point(BaseModel):
    x: int
    y: int = 0


class Tree(BaseModel):
    value: int
    children: list["Tree"] = []


class Ping(BaseModel):
    pong: "Pong | None" = None


class Pong(BaseModel):
    ping: Ping | None = None
    at: Point | None = None


def plain(x: int) -> None:
    """Do it."""


def recursive(tree: Tree, ping: Ping, other: Tree | None = None) -> None:
    """Go."""


def parameters_of(func: Callable[..., Any]) -> dict[str, Any]:
    """The parameters, after checking that they are a JSON Schema in strict JSON."""
    parameters = ActionSchema.from_function(func).as_dict()["function"]["parameters"]
    json.dumps(parameters, allow_nan=False)
    Draft202012Validator.check_schema(parameters)
    return dict(parameters)
