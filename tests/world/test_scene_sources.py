"""Where scenes come from: the task's own methods, or else the observation. Nothing there can stop a task."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import NoReturn

import pytest

from cube_core import AgentStop, Observation, TextContent
from world import Scene, SceneSource, SemanticScene, read_scenes

SEEN = Observation(contents=[TextContent(data="Inbox", name="screen")])


class Phone:
    def scene(self) -> Scene | None:
        return Scene(["own"])

    def semantic_scene(self) -> SemanticScene | None:
        return SemanticScene("inbox")


def fail() -> NoReturn:
    raise RuntimeError


class Odd(BaseException):
    pass


def raising(kind: type[BaseException]) -> Callable[[], NoReturn]:
    def hook() -> NoReturn:
        raise kind

    return hook


def test_a_task_offers_its_scenes() -> None:
    assert isinstance(Phone(), SceneSource)
    assert read_scenes(Phone(), SEEN) == (Scene(["own"]), SemanticScene("inbox"))


@pytest.mark.parametrize(
    "task",
    [
        object(),
        None,
        SimpleNamespace(scene=lambda: None, semantic_scene=lambda: None),
        SimpleNamespace(scene=fail, semantic_scene=fail),
        SimpleNamespace(scene="inbox", semantic_scene=5),
        SimpleNamespace(scene=lambda: "inbox", semantic_scene=lambda: {"page": "inbox"}),
        SimpleNamespace(scene=lambda screen: screen, semantic_scene=lambda screen: screen),
    ],
    ids=["no methods", "no task", "nothing", "raising", "no callables", "other types", "other signatures"],
)
def test_otherwise_the_observation_shows_the_scene(task: object) -> None:
    assert read_scenes(task, SEEN) == (Scene(text="Inbox"), None)


@pytest.mark.parametrize("kind", [AgentStop, asyncio.CancelledError, Odd])
def test_a_hook_that_raises_what_is_no_exception_is_no_more_than_a_failure(kind: type[BaseException]) -> None:
    task = SimpleNamespace(scene=raising(kind), semantic_scene=raising(kind))
    assert read_scenes(task, SEEN) == (Scene(text="Inbox"), None)


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_the_end_of_the_program_comes_out_of_a_hook(kind: type[BaseException]) -> None:
    for hook in ("scene", "semantic_scene"):
        with pytest.raises(kind):
            read_scenes(SimpleNamespace(**{hook: raising(kind)}), SEEN)


def test_one_hook_is_enough() -> None:
    assert read_scenes(SimpleNamespace(semantic_scene=lambda: SemanticScene("a")), SEEN).semantic_scene is not None
    assert read_scenes(SimpleNamespace(scene=lambda: Scene(["own"])), SEEN) == (Scene(["own"]), None)


@pytest.mark.parametrize("observation", [Observation(), None, "text", SimpleNamespace(contents=[None])])
def test_an_observation_that_shows_nothing_gives_an_empty_scene(observation: Observation) -> None:
    assert read_scenes(object(), observation) == (Scene(), None)
