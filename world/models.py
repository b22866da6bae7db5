"""What the world consists of: scenes, steps, events and the state made of them. All frozen, through and through."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, final

from cube_core import Action, EnvironmentOutput, Observation
from world.fields import frozen_items, frozen_mapping, plain_text, put, short, size_of, wrong_type
from world.frozen import Frozen, FrozenDict, plain


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Scene(Frozen):
    """What can be seen on a screen, as it is. Every part is optional.

    Elements are given as any JSON and kept frozen; a wrong type of a part raises TypeError.
    """

    __module__ = "world"

    elements: Sequence[Any] = ()
    """The element tree: mappings, the children inside."""
    text: str = ""
    """The screen as text."""
    screen_size: tuple[int, int] | None = None
    """Width and height of the screen, in pixels."""

    def __post_init__(self) -> None:
        put(self, "elements", frozen_items(self, "elements", self.elements))
        put(self, "text", plain_text(self, "text", self.text))
        put(self, "screen_size", size_of(self.screen_size))

    @classmethod
    def from_observation(cls, observation: Observation) -> Self:
        """Read the contents named "tree", "screen" and "screenshot", of several with one name the last.

        What is not there stays empty.
        """
        seen = {content.name: content.data for content in observation.contents if content.name in _SCENE_CONTENTS}
        tree, screen, screenshot = (seen.get(name) for name in _SCENE_CONTENTS)
        return cls(_roots(tree), screen if isinstance(screen, str) else "", getattr(screenshot, "size", None))

    def __repr__(self) -> str:
        size = "no screen size" if self.screen_size is None else "{}x{}".format(*self.screen_size)
        return f"Scene({len(self.elements)} elements, {len(self.text)} characters, {size})"


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SemanticScene(Frozen):
    """What a screen means: the page it shows, what can be done there, what its widgets are for."""

    __module__ = "world"

    page: str | None
    """Identity of the page; None or "" when it is not known."""
    intents: Sequence[Any] = ()
    widgets: Sequence[Any] = ()

    def __post_init__(self) -> None:
        if self.page is not None:
            put(self, "page", plain_text(self, "page", self.page))
        put(self, "intents", frozen_items(self, "intents", self.intents))
        put(self, "widgets", frozen_items(self, "widgets", self.widgets))

    def __repr__(self) -> str:
        return f"SemanticScene({short(self.page)}, {len(self.intents)} intents, {len(self.widgets)} widgets)"


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PlannedStep(Frozen):
    """One action as a planner asks for it. The mapping in `args["remember"]` goes into the world's variables."""

    __module__ = "world"

    name: str
    args: Mapping[str, Any] = FrozenDict()

    def __post_init__(self) -> None:
        put(self, "name", plain_text(self, "name", self.name))
        put(self, "args", frozen_mapping(self, "args", self.args))

    @classmethod
    def from_action(cls, action: Action) -> Self:
        """The action without its id. Never raises: what is no text or no mapping counts as empty."""
        name, args = action.name, action.arguments
        return cls(name if isinstance(name, str) else "", args if isinstance(args, Mapping) else {})

    def __repr__(self) -> str:
        return f"PlannedStep({short(self.name)}, {short(self.args)})"


@final
@dataclass(frozen=True, slots=True, eq=False)
class StepResult(Frozen):
    """How a step went."""

    __module__ = "world"

    success: bool
    error: str | None = None
    """Type and text of what went wrong."""

    def __post_init__(self) -> None:
        put(self, "success", bool(self.success))
        if self.error is not None:
            put(self, "error", plain_text(self, "error", self.error))

    @classmethod
    def from_output(cls, output: EnvironmentOutput) -> Self:
        """A success unless the output carries an error."""
        error = output.error
        text = None if error is None else f"{error.error_type}: {error.exception_str}"
        return cls(success=error is None, error=text)


@final
@dataclass(frozen=True, slots=True, eq=False)
class WorldEvent(Frozen):
    """An executed step: the scene it led to (the semantic one where there is one), the step, and how it went."""

    __module__ = "world"

    scene: SemanticScene | Scene
    action: PlannedStep
    success: bool

    def __post_init__(self) -> None:
        if type(self.scene) is not SemanticScene and type(self.scene) is not Scene:
            raise TypeError(wrong_type(self, "scene", "a SemanticScene or a Scene", self.scene))
        if type(self.action) is not PlannedStep:
            raise TypeError(wrong_type(self, "action", "a PlannedStep", self.action))
        put(self, "success", bool(self.success))

    def as_dict(self) -> dict[str, Any]:
        """The event as JSON. A scene with a "page" is a semantic one."""
        return {"scene": plain(self.scene), "action": plain(self.action), "success": self.success}


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WorldState(Frozen):
    """What is known after a step: where the agent is, what it asked to remember, and its last steps, oldest first."""

    __module__ = "world"

    current_app: str | None = None
    current_page: str | None = None
    variables: Mapping[str, Any] = FrozenDict()
    history: Sequence[WorldEvent] = ()

    def __post_init__(self) -> None:
        for name in ("current_app", "current_page"):
            value = getattr(self, name)
            if value is not None:
                put(self, name, plain_text(self, name, value))
        put(self, "variables", frozen_mapping(self, "variables", self.variables))
        put(self, "history", tuple(self.history))
        for event in self.history:
            if type(event) is not WorldEvent:
                raise TypeError(wrong_type(self, "history", "WorldEvents only", event))

    def as_dict(self, last: int | None = None) -> dict[str, Any]:
        """The state as JSON, for logs: dicts and lists of the caller's own; of the events at most the `last` ones."""
        events = self.history if last is None else self.history[max(len(self.history) - last, 0) :]
        return {
            "current_app": self.current_app,
            "current_page": self.current_page,
            "variables": plain(self.variables),
            "history": [event.as_dict() for event in events],
        }

    def __repr__(self) -> str:
        place = f"app={short(self.current_app)}, page={short(self.current_page)}"
        return f"WorldState({place}, variables={short(self.variables)}, {len(self.history)} events)"


def assemble_state(
    app: str | None, page: str | None, variables: FrozenDict, events: Iterable[WorldEvent]
) -> WorldState:
    """Build a state of parts that are known to be right: no look at each of a thousand events."""
    state = object.__new__(WorldState)
    put(state, "current_app", app)
    put(state, "current_page", page)
    put(state, "variables", variables)
    put(state, "history", (*events,))  # faster than tuple(events) on a deque
    return state


_SCENE_CONTENTS = ("tree", "screen", "screenshot")


def _roots(tree: object) -> Sequence[Any]:
    """A tree is a list of roots, or one root."""
    if tree is None:
        return ()
    return tree if isinstance(tree, (list, tuple)) else (tree,)
