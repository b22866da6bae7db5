"""The step result that is Gymnasium's 5-tuple and an EnvironmentOutput at once."""

from collections.abc import Mapping
from typing import Any, Final, Never, Self

from pydantic import SerializationInfo
from pydantic_core import SchemaSerializer, core_schema

from cube_core import EnvironmentOutput, Observation, StepError

def _dump(step: "EnvStep", info: SerializationInfo[Any]) -> dict[str, Any]:
    return step.as_output().model_dump(
        mode=info.mode,
        include=info.include,
        exclude=info.exclude,
        context=info.context,
        by_alias=info.by_alias,
        exclude_unset=info.exclude_unset,
        exclude_defaults=info.exclude_defaults,
        exclude_none=info.exclude_none,
    )


_SERIALIZER: Final = SchemaSerializer(
    core_schema.any_schema(serialization=core_schema.plain_serializer_function_ser_schema(_dump, info_arg=True))
)
"""What pydantic writes for a step result, wherever it finds one: the EnvironmentOutput that it is."""


class EnvStep(tuple[Observation, float, bool, bool, dict[str, Any]]):
    """One read-only object: it unpacks to `(obs, reward, terminated, truncated, info)`, as Gymnasium demands, and has
    the fields and methods of `EnvironmentOutput`, whose instance it counts as.
    """

    __module__ = "cube_gym"

    obs: Observation
    reward: float
    done: bool
    truncated: bool
    info: dict[str, Any]
    error: StepError | None

    __pydantic_serializer__ = _SERIALIZER
    model_fields = EnvironmentOutput.model_fields

    def __new__(
        cls,
        obs: Observation,
        reward: float,
        done: bool,  # noqa: FBT001, the order is Gymnasium's
        truncated: bool,  # noqa: FBT001, see above
        info: dict[str, Any],
        error: StepError | None = None,
    ) -> Self:
        self = super().__new__(cls, (obs, reward, done, truncated, info))
        self.__dict__.update(obs=obs, reward=reward, done=done, truncated=truncated, info=info, error=error)
        return self

    def as_output(self) -> EnvironmentOutput:
        """A plain EnvironmentOutput with the same values."""
        return EnvironmentOutput.model_construct(**self.__dict__)

    def model_dump(self, **options: Any) -> dict[str, Any]:  # noqa: ANN401, pydantic's options
        """As `EnvironmentOutput.model_dump`."""
        return self.as_output().model_dump(**options)

    def model_dump_json(self, **options: Any) -> str:  # noqa: ANN401, pydantic's options
        """As `EnvironmentOutput.model_dump_json`."""
        return self.as_output().model_dump_json(**options)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> EnvironmentOutput:
        """A plain EnvironmentOutput with the same values, `update` put in."""
        return self.as_output().model_copy(update=update, deep=deep)

    def __setattr__(self, name: str, value: object) -> Never:
        msg = f"a step result is read-only: make a changed copy with model_copy(update={{{name!r}: ...}})"
        raise AttributeError(msg)

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), (*self, self.error)

    def __repr__(self) -> str:
        return (
            f"EnvStep(obs={self.obs!r}, reward={self.reward}, done={self.done}, truncated={self.truncated}, "
            f"info={self.info!r}, error={self.error!r})"
        )


EnvironmentOutput.register(EnvStep)
