"""The result of a step."""

from collections.abc import Sequence
from typing import Annotated, Any, Self

from pydantic import Field, ModelWrapValidatorHandler, PlainSerializer, model_validator

from cube_core.observation import Observation, StepError
from cube_core.typed import TypedBaseModel
from cube_core.wire import jsonable

_GYM_RESULT_LENGTH = 5


class _VirtualSubclasses(type(TypedBaseModel)):  # type: ignore[misc]
    """Lets a class that cannot inherit from the model count as one; pydantic turns ABC registration off for speed."""

    _virtual: frozenset[type] = frozenset()

    def register(cls, subclass: type) -> type:
        cls._virtual |= {subclass}
        return subclass

    def __instancecheck__(cls, instance: object) -> bool:
        return type(instance) in cls._virtual or super().__instancecheck__(instance)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return subclass in cls._virtual or super().__subclasscheck__(subclass)


class EnvironmentOutput(TypedBaseModel, metaclass=_VirtualSubclasses):
    """What a step gives: the observation and how it went, with Gymnasium's meanings.

    A Gymnasium 5-tuple is read too (`model_validate`), as a wrapper leaves it; the error is then found in its info.
    """

    __module__ = "cube_core"

    obs: Observation
    reward: float = Field(default=0.0, allow_inf_nan=False)
    done: bool = False
    """The world's word: the task is finished, or the agent stopped. Gymnasium's `terminated`."""
    truncated: bool = False
    """Cut short by a limit of the harness."""
    info: Annotated[dict[str, Any], PlainSerializer(jsonable, when_used="json")] = {}
    """Always has `profiling` after a step."""
    error: StepError | None = None
    """Why the action failed, lifted from the observation."""

    @model_validator(mode="wrap")
    @classmethod
    def _read_gym_result(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:  # noqa: ANN401, a validator sees everything
        if isinstance(value, tuple) and not isinstance(value, EnvironmentOutput) and len(value) == _GYM_RESULT_LENGTH:
            return handler(_fields_of(value))
        return handler(value)


def _fields_of(result: Sequence[Any]) -> dict[str, Any]:
    obs, reward, terminated, truncated, info = result
    return {
        "obs": obs,
        "reward": reward,
        "done": terminated,
        "truncated": truncated,
        "info": info,
        "error": info.get("error") if isinstance(info, dict) else None,
    }
