"""The result of a step."""

from collections.abc import Sequence
from typing import Any, Self

from pydantic import Field, ModelWrapValidatorHandler, model_validator

from cube_core.observation import Observation, StepError
from cube_core.typed import TypedBaseModel, assemble
from cube_core.wire import JsonDict

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

    >>> from cube_core import Observation
    >>> output = EnvironmentOutput.model_validate((Observation.from_text("done"), 1.0, True, False, {}))
    >>> output.reward, output.done, output.error
    (1.0, True, None)
    """

    __module__ = "cube_core"

    obs: Observation
    reward: float = Field(default=0.0, allow_inf_nan=False)
    done: bool = False
    """The world's word: the task is finished, or the agent stopped. Gymnasium's `terminated`."""
    truncated: bool = False
    """Cut short by a limit of the harness."""
    info: JsonDict = Field(default_factory=dict)
    """Always has `profiling` after a step. Values of any kind; a dump in JSON writes them as JSON."""
    error: StepError | None = None
    """Why the action failed, lifted from the observation."""

    @classmethod
    def of(
        cls,
        obs: Observation,
        *,
        reward: float = 0.0,
        done: bool = False,
        truncated: bool = False,
        info: dict[str, Any] | None = None,
    ) -> Self:
        """The result with this observation and its error. As the constructor for what is valid, and faster."""
        return assemble(
            cls,
            {
                "obs": obs,
                "reward": reward,
                "done": done,
                "truncated": truncated,
                "info": {} if info is None else info,
                "error": obs.error,
            },
        )

    @model_validator(mode="wrap")
    @classmethod
    def _read_gym_result(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:  # noqa: ANN401, a validator sees everything
        if isinstance(value, tuple) and not isinstance(value, EnvironmentOutput) and len(value) == _GYM_RESULT_LENGTH:
            return handler(_fields_of(value))
        return handler(value)

    def _repr_html_(self) -> str:
        from cube_core.display import output_view, whole  # noqa: PLC0415, only notebooks draw

        return whole(output_view(self))


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
