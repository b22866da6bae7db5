"""What the world consists of: scenes, steps, events and the state made of them. All frozen, through and through."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, final

from pydantic_core import to_json

from cube_core import Action, EnvironmentOutput, Observation
from world.fields import frozen_items, frozen_mapping, plain_size, plain_text, put, short, wrong_type
from world.frozen import Frozen, FrozenDict, freeze, plain


class _Written(Frozen):
    """A scene's elements may wait as JSON until somebody asks for them: most steps, nobody does."""

    __slots__ = ("_json",)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:  # noqa: ANN401, it is asked for a slot that is not filled yet
            if name != "elements":
                raise AttributeError(name, name=name, obj=self)
            put(self, name, freeze(json.loads(self._json)))
            return self.elements


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Scene(_Written):
    """What can be seen on a screen, as it is. Every part is optional.

    Elements are given as any JSON and kept frozen; a wrong type of a part raises TypeError.

    >>> from cube_core import Observation
    >>> Scene.from_observation(Observation.from_text("hello"))
    Scene(0 elements, 0 characters, no screen size)
    >>> Scene([{"role": "button", "text": "Send"}], screen_size=(400, 800)).elements[0]["text"]
    'Send'
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
        put(self, "screen_size", plain_size(self, "screen_size", self.screen_size))

    @classmethod
    def from_observation(cls, observation: Observation) -> Self:
        """Read the contents named "tree", "screen" and "screenshot", of several with one name the last.

        What is not there stays empty.
        """
        seen = {content.name: content.data for content in observation.contents if content.name in _SCENE_CONTENTS}
        if not seen:
            return _NOTHING_SEEN
        tree, screen, screenshot = (seen.get(name) for name in _SCENE_CONTENTS)
        text, size = screen if isinstance(screen, str) else "", getattr(screenshot, "size", None)
        if type(tree) is not list and type(tree) is not dict:
            return cls(_roots(tree), text, size)
        try:
            written = to_json(_roots(tree))
        except (ValueError, RecursionError):  # no JSON: somebody changed a content
            return cls(_roots(tree), text, size)
        scene = cls((), text, size)
        _empty_elements(scene)
        put(scene, "_json", written)
        return scene

    def __repr__(self) -> str:
        size = "no screen size" if self.screen_size is None else "{}x{}".format(*self.screen_size)
        return f"Scene({len(self.elements)} elements, {len(self.text)} characters, {size})"

    def _repr_html_(self) -> str:
        from world.display import scene_view, whole  # noqa: PLC0415, only notebooks draw

        return whole(scene_view(self))


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SemanticScene(Frozen):
    """What a screen means: the page it shows, what can be done there, what its widgets are for.

    >>> SemanticScene("mail.inbox", intents=["mail.compose"])
    SemanticScene('mail.inbox', 1 intents, 0 widgets)
    """

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

    def _repr_html_(self) -> str:
        from world.display import semantic_view, whole  # noqa: PLC0415, only notebooks draw

        return whole(semantic_view(self))


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PlannedStep(Frozen):
    """One action as a planner asks for it. The mapping in `args["remember"]` goes into the world's variables.

    >>> from cube_core import Action
    >>> PlannedStep.from_action(Action(id="call_1", name="launch_app", arguments={"app": "mail"}))
    PlannedStep('launch_app', {'app': 'mail'})
    """

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
        if type(name) is str and name.isascii() and type(args) is dict:  # nearly always, and once in every step
            step = object.__new__(cls)
            put(step, "name", name)
            put(step, "args", freeze(args))
            return step
        return cls(name if isinstance(name, str) else "", args if isinstance(args, Mapping) else {})

    def __repr__(self) -> str:
        return f"PlannedStep({short(self.name)}, {short(self.args)})"


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StepResult(Frozen):
    """How a step went.

    >>> from cube_core import Action, EnvironmentOutput, Tool
    >>> StepResult.from_output(EnvironmentOutput.of(Tool().execute_action(Action(name="fly")))).success
    False
    """

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
        if error is None:
            return _SUCCESS
        return cls(success=False, error=f"{error.error_type}: {error.exception_str}")

    def __repr__(self) -> str:
        return f"StepResult(success={self.success}, error={short(self.error)})"


@final
@dataclass(frozen=True, slots=True, eq=False)
class WorldEvent(Frozen):
    """An executed step: the scene it led to (the semantic one where there is one), the step, and how it went.

    >>> event = WorldEvent(SemanticScene("mail.inbox"), PlannedStep("launch_app", {"app": "mail"}), success=True)
    >>> event.as_dict()["action"]
    {'name': 'launch_app', 'args': {'app': 'mail'}}
    """

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

    def _repr_html_(self) -> str:
        from world.display import event_view, whole  # noqa: PLC0415, only notebooks draw

        return whole(event_view(self))


@final
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WorldState(Frozen):
    """What is known after a step: where the agent is, what it asked to remember, and its last steps, oldest first.

    >>> state = WorldState("mail", "mail.inbox", {"code": 4711})
    >>> state.variables["code"], hash(state) == hash(WorldState("mail", "mail.inbox", {"code": 4711}))
    (4711, True)
    >>> state.variables["code"] = 0
    Traceback (most recent call last):
    TypeError: this FrozenDict is read-only; take a copy: `thaw(value)`
    """

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
        if not isinstance(self.history, Iterable):
            raise TypeError(wrong_type(self, "history", "a list or a tuple", self.history))
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

    def _repr_html_(self) -> str:
        from world.display import state_view, whole  # noqa: PLC0415, only notebooks draw

        return whole(state_view(self))


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
_empty_elements = Scene.__dict__["elements"].__delete__


_NOTHING_SEEN = Scene()
_SUCCESS = StepResult(success=True)


def _roots(tree: object) -> Sequence[Any]:
    """A tree is a list of roots, or one root."""
    if tree is None:
        return ()
    return tree if isinstance(tree, (list, tuple)) else (tree,)
