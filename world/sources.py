"""Where scenes come from: a task that offers them, or else its observations."""

import logging
from typing import NamedTuple, Protocol, runtime_checkable

from cube_core import Observation
from world.frozen import AnyFrozen, read_as
from world.models import Scene, SemanticScene

_logger = logging.getLogger(__name__)


@runtime_checkable
class SceneSource(Protocol):
    """A task that tells the world what is on its screen. Either method may be left out, and may answer None.

    >>> from world import SceneSource, SemanticScene
    >>> class Inbox:
    ...     def scene(self):
    ...         return None
    ...
    ...     def semantic_scene(self):
    ...         return SemanticScene("mail.inbox")
    >>> isinstance(Inbox(), SceneSource)
    True
    """

    def scene(self) -> Scene | None:
        """What can be seen now; without it the scene is read from the observation."""
        ...

    def semantic_scene(self) -> SemanticScene | None:
        """What the screen means now: above all, which page it is."""
        ...


SceneSource.__module__ = "world"  # inside, it would count as a member of the protocol


class Scenes(NamedTuple):
    """What a step led to."""

    scene: Scene
    semantic_scene: SemanticScene | None


def read_scenes(task: object, observation: Observation) -> Scenes:
    """The scenes of a task as it is now: its own, or the one that its observation shows. Never raises.

    >>> from cube_core import Observation, StructuredContent
    >>> tree = StructuredContent(data=[{"role": "button", "text": "Send"}], name="tree")
    >>> read_scenes(None, Observation(contents=[tree]))
    Scenes(scene=Scene(1 elements, 0 characters, no screen size), semantic_scene=None)
    """
    return Scenes(read_scene(task, observation), read_semantic_scene(task))


def read_scene(task: object, observation: Observation) -> Scene:
    """The task's own scene, or else the one that the observation shows. Never raises."""
    offered = _offered(task, "scene", Scene)
    if offered is not None:
        return offered
    try:
        return Scene.from_observation(observation)
    except Exception:
        _logger.debug("the observation shows no scene", exc_info=True)
        return Scene()


def read_semantic_scene(task: object) -> SemanticScene | None:
    """The task's semantic scene, or None. Never raises."""
    return _offered(task, "semantic_scene", SemanticScene)


def _offered(task: object, hook: str, kind: type[AnyFrozen]) -> AnyFrozen | None:
    """What the task's method `hook` gives, read as a `kind`."""
    try:
        method = getattr(task, hook, None)
        return read_as(kind, method()) if callable(method) else None
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException:  # a stop or a cancellation out of a hook that only looks is no more than a failure
        _logger.debug("%s.%s failed", type(task).__name__, hook, exc_info=True)
        return None
