"""The step result that is Gymnasium's 5-tuple and an EnvironmentOutput at once."""

from collections.abc import Mapping
from typing import Any, Final, Never, Self

from pydantic import SerializationInfo
from pydantic_core import SchemaSerializer, core_schema

from cube_core import EnvironmentOutput, Observation, StepError
from cube_core.short import Short

_LONGEST_REPR: Final = 400


def _dump(step: "EnvStep", info: SerializationInfo[Any]) -> dict[str, Any]:
    options: dict[str, Any] = {
        "mode": info.mode,
        "include": info.include,
        "exclude": info.exclude,
        "context": info.context,
        "by_alias": info.by_alias,
        "exclude_unset": info.exclude_unset,
        "exclude_defaults": info.exclude_defaults,
        "exclude_none": info.exclude_none,
        "round_trip": info.round_trip,
    }
    return step.as_output().model_dump(**options)


_SERIALIZER: Final = SchemaSerializer(
    core_schema.any_schema(serialization=core_schema.plain_serializer_function_ser_schema(_dump, info_arg=True))
)
"""What pydantic writes for a step result, wherever it finds one: the EnvironmentOutput that it is."""


class EnvStep(tuple[Observation, float, bool, bool, dict[str, Any]]):  # noqa: SLOT001, pydantic reads fields in __dict__
    """One read-only object that is two things.

    It unpacks to `(obs, reward, terminated, truncated, info)`, as Gymnasium demands, and it has the fields and methods
    of `EnvironmentOutput`, whose instance it counts as.

    >>> from cube_core import Action, EnvironmentOutput
    >>> from cube_gym import TaskEnv
    >>> env = TaskEnv("phone/rename-note")
    >>> observation, info = env.reset(seed=0)
    >>> result = env.step(Action(name="press_home"))
    >>> observation, reward, terminated, truncated, info = result
    >>> isinstance(result, EnvironmentOutput), result.reward == reward
    (True, True)
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
        """Make both of them at once: a tuple cannot be filled later."""
        self = super().__new__(cls, (obs, reward, done, truncated, info))
        fields = self.__dict__
        fields["obs"], fields["reward"], fields["done"] = obs, reward, done
        fields["truncated"], fields["info"], fields["error"] = truncated, info, error
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

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401, whatever a model has
        """What else a model has, such as `model_json_schema`."""
        if name.startswith("_"):  # pydantic probes for these, and must not take this object for a model
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return getattr(self.as_output(), name)

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(
            f"a step result is read-only: make a changed copy with model_copy(update={{{name!r}: ...}})"
        )

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"a step result is read-only: {name!r} stays")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, EnvironmentOutput) and not isinstance(other, tuple):
            return self.as_output() == other
        return tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:  # a tuple brings its own, which would answer otherwise
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), (*self, self.error)

    def __repr__(self) -> str:
        obs, info, error = Short(self.obs, _LONGEST_REPR), Short(self.info, _LONGEST_REPR), Short(self.error)
        return (
            f"EnvStep(obs={obs}, reward={self.reward}, done={self.done}, truncated={self.truncated}, "
            f"info={info}, error={error})"
        )

    def _repr_html_(self) -> str:
        from cube_core.display import whole  # noqa: PLC0415, only notebooks draw
        from cube_gym.display.steps import step_view  # noqa: PLC0415, only notebooks draw

        return whole(step_view(self))


EnvironmentOutput.register(EnvStep)
