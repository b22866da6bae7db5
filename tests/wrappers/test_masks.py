"""What the mask leaves out: only what the screen shows to be in vain."""

# Anything is given to an environment here.
# ruff: noqa: ANN401

from itertools import permutations
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from cube_core import Observation, StructuredContent
from cube_gym import Outcome
from cube_gym.wrappers import DiscreteActions, ElementObservation, WorldObservation
from cube_gym.wrappers.gestures import Gesture
from cube_gym.wrappers.masks import Masks
from cube_gym.wrappers.slots import Sighting

ID = "cube/phone.rename-note-v0"
TAP = Gesture("tap", "element")
HOLD = Gesture("long_press", "element")
TYPE = Gesture("type_text", None, "text", (" ",))
SWIPE = Gesture("swipe", choices=({"direction": "up"}, {"direction": "left"}))
SELECT = Gesture("select_option", "ref", "option")


def masked(gesture: Gesture, *tree: dict[str, Any], goal: str = "") -> list[bool]:
    """The mask of one gesture, over two elements and three texts."""
    entries = [{"id": place, "bounds": [0, place, 9, place + 1], **entry} for place, entry in enumerate(tree)]
    seen = Sighting(Observation(contents=[StructuredContent(data=entries, name="tree")]), goal)
    masks = Masks([gesture], 2, 3, {"type_text"})
    return [bool(each) for each in masks(seen, {gesture.name})]


@pytest.mark.parametrize(
    ("entry", "tapped", "held"),
    [
        ({"role": "button"}, True, True),
        ({"role": "message"}, True, True),
        ({"tag": "title"}, True, True),
        ({"role": "title"}, False, False),
        ({"role": "list"}, False, False),
        ({"role": "button", "enabled": False}, False, False),
        ({"role": "button", "disabled": True}, False, False),
        ({"role": "item", "clickable": False}, False, True),
        ({"role": "item", "long_clickable": False}, True, False),
    ],
)
def test_what_does_not_answer_is_not_pressed(entry: dict[str, Any], tapped: bool, held: bool) -> None:  # noqa: FBT001, a parameter of the test
    assert masked(TAP, entry) == [tapped, False]
    assert masked(HOLD, entry) == [held, False]


def test_nothing_is_typed_without_a_focus() -> None:
    assert masked(TYPE, {"role": "field", "value": ""}, goal="“Tea”") == [False] * 4
    assert masked(TYPE, {"role": "field", "value": "", "focused": True}, goal="“Tea”") == [True, True, True, True]
    assert masked(TYPE, {"role": "field", "value": "", "focused": True}) == [False, False, False, True]


@pytest.mark.parametrize(
    ("tree", "up"),
    [
        ([{"scrollable": True}, {"scrollable": False}], True),
        ([{"scrollable": False}, {"scrollable": False}], False),
        ([{"scrollable": False}, {}], False),
        ([{}, {}], True),
        ([], True),
    ],
)
def test_a_list_is_not_moved_where_the_tree_says_that_nothing_scrolls(tree: list[dict[str, Any]], up: bool) -> None:  # noqa: FBT001, a parameter of the test
    assert masked(SWIPE, *tree) == [up, True]


def test_only_its_own_options_are_chosen_in_an_element() -> None:
    tree = ({"text": "x", "options": ["x", "y"]}, {"options": ["z"]})
    assert masked(SELECT, *tree) == [True, True, False, False, False, True]


def test_what_is_not_offered_now_is_left_out() -> None:
    seen = Sighting(Observation(contents=[]), "")
    assert not Masks([SWIPE], 2, 3, ())(seen, {"tap"}).any()


def test_what_is_left_out_would_have_failed() -> None:
    env: Any = DiscreteActions(gym.make(ID, max_steps=200), leave_out=["final_step", "answer"])
    everything: Any = DiscreteActions(gym.make(ID, max_steps=200), leave_out=["final_step", "answer"])
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=0)
    refused = 0
    for _ in range(25):
        left_out = [
            n for n in np.flatnonzero(~info["action_mask"]) if (a := unmasked(env, n)) and a.name != "type_text"
        ]
        everything.reset(options={"snapshot": env.unwrapped.snapshot()})
        for number in rng.permutation(left_out)[:8]:
            _, _, _, _, told = everything.step(unmasked(env, number))
            assert told["outcome"] in {Outcome.ACTION_FAILED, Outcome.INVALID_ACTION}
            refused += 1
        _, _, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        assert (terminated, truncated) == (False, False)
    assert refused > 100
    env.close()
    everything.close()


def unmasked(env: Any, number: Any) -> Any:
    """The action that a number that is left out would mean; None where its slot is empty."""
    first = 0
    for gesture in env.gestures:
        size = gesture.size(48, 96)
        if number < first + size:
            slot, text, choice = np.unravel_index(number - first, gesture.shape(48, 96))
            if gesture.text is not None or (gesture.element is not None and slot >= len(env.sighting.elements)):
                return None
            key = None if gesture.element is None else env.sighting.elements[slot].key
            assert text == 0
            return gesture.action(key, None, int(choice))
        first += size
    return None


@pytest.mark.parametrize("order", [*permutations((DiscreteActions, ElementObservation, WorldObservation))])
def test_masks_are_the_same_in_every_order_of_wrapping(order: tuple[Any, ...]) -> None:
    ends: dict[str, Any] = {"leave_out": ["answer", "final_step"]}
    plain: Any = DiscreteActions(gym.make(ID), **ends)
    env: Any = gym.make(ID)
    for wrapper in order:
        env = wrapper(env, **(ends if wrapper is DiscreteActions else {}))
    rng = np.random.default_rng(1)
    (_, expected), (_, info) = plain.reset(seed=5), env.reset(seed=5)
    for _ in range(8):
        assert (info["action_mask"] == expected["action_mask"]).all()
        assert (env.get_wrapper_attr("action_masks")() == plain.action_masks()).all()
        number = rng.choice(np.flatnonzero(expected["action_mask"]))
        expected, info = plain.step(number)[-1], env.step(number)[-1]
    plain.close()
    env.close()
