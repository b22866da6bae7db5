"""The running state of one task's world, and the hook that keeps it up to date."""

import logging
from collections import deque
from contextlib import suppress
from typing import Any

from cube_core import Action, EnvironmentOutput
from world.config import WorldConfig
from world.frozen import FrozenDict, read_as
from world.models import PlannedStep, Scene, SemanticScene, StepResult, WorldEvent, WorldState, assemble_state
from world.rules import REMEMBER, guess_page, memorized, next_app, page_of

_logger = logging.getLogger(__name__)
_NO_SCENE = Scene()


class WorldModel:
    """Tracks one task: the app, the page, what is to be remembered, and the last steps.

    Call `reset` when the task starts and `observe` once an executed step; `state` is what is known after the last one.

    >>> world = WorldModel()
    >>> step = PlannedStep("launch_app", {"app": "contacts", "remember": {"contact": "Zhang San"}})
    >>> world.observe(Scene(), SemanticScene("contacts/list"), step, StepResult(success=True))
    >>> world.state
    WorldState(app='contacts', page='contacts/list', variables={'contact': 'Zhang San'}, 1 events)
    """

    __module__ = "world"

    def __init__(self, config: WorldConfig | None = None) -> None:
        self._config = WorldConfig() if config is None else config.model_copy()
        self._variables: dict[str, Any] = {}
        self._history: deque[WorldEvent] = deque(maxlen=self._config.history_size)
        self._app: str | None = None
        self._page: str | None = None
        self._frozen_variables = FrozenDict()
        self._state: WorldState | None = None  # made when it is read

    @property
    def config(self) -> WorldConfig:
        """A copy of the settings, which are fixed for the model's life."""
        return self._config.model_copy()

    @property
    def enabled(self) -> bool:
        """Whether there is a world at all; without one nobody calls `observe`."""
        return self._config.enabled

    @property
    def state(self) -> WorldState:
        """What is known now. Frozen: later steps do not change it."""
        if self._state is None:
            self._state = assemble_state(self._app, self._page, self._frozen_variables, self._history)
        return self._state

    def reset(self, semantic_scene: SemanticScene | None = None) -> None:
        """Forget everything; only the page is taken from the first semantic scene. Never raises."""
        self.restore(WorldState(current_page=page_of(read_as(SemanticScene, semantic_scene))))

    def restore(self, state: WorldState) -> None:
        """Go on from `state`, as far as the history's size allows."""
        self._app, self._page = state.current_app, state.current_page
        self._variables = dict(state.variables)
        self._history = deque(state.history, maxlen=self._config.history_size)
        self._frozen_variables = FrozenDict(self._variables)
        self._state = None

    def observe(
        self,
        scene: Scene | None,
        semantic_scene: SemanticScene | None,
        step: PlannedStep | Action,
        result: StepResult | EnvironmentOutput,
    ) -> None:
        """Take in an executed step, failed ones too: the scenes it led to, the step, its result.

        Never raises, and does no I/O. An `Action` will do for a step and an `EnvironmentOutput` for a result; other
        objects are read by their attributes. What cannot be read counts as absent: its part of the state stays.
        """
        raw = read_as(Scene, scene) or _NO_SCENE
        semantic = read_as(SemanticScene, semantic_scene)
        done = step if type(step) is PlannedStep else _read_step(step)
        success = result.success if type(result) is StepResult else _read_success(result)
        self._app = next_app(self._app, done, success=success)
        self._page = page_of(semantic) or self._guessed_page(raw, done, success=success) or self._page
        self._remember(done)
        self._history.append(WorldEvent(semantic or raw, done, success))
        self._state = None

    def _guessed_page(self, scene: Scene, step: PlannedStep, *, success: bool) -> str | None:
        return guess_page(scene, step, success=success) if self._config.page_from_scene else None

    def _remember(self, step: PlannedStep) -> None:
        if REMEMBER not in step.args:
            return
        asked = memorized(step)
        if asked is None:
            _logger.debug("%s: %r must be a mapping, it is ignored", step.name, REMEMBER)
            return
        self._variables.update(asked)
        self._frozen_variables = FrozenDict(self._variables)


def _read_step(step: object) -> PlannedStep:
    with suppress(Exception):  # even isinstance may raise, on an object that is made for it
        if isinstance(step, Action):
            return PlannedStep.from_action(step)
    return read_as(PlannedStep, step) or PlannedStep("")


def _read_success(result: object) -> bool:
    with suppress(Exception):  # see above
        if isinstance(result, EnvironmentOutput):
            return result.error is None
    found = read_as(StepResult, result)
    return found is not None and found.success
