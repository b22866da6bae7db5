"""The table that all wrappers read."""

from itertools import count
from typing import Any

import gymnasium as gym
import pytest

from cube_core import Observation, StructuredContent, TextContent
from cube_gym.wrappers import DiscreteActions, ElementObservation
from cube_gym.wrappers.elements import Element, elements_of
from cube_gym.wrappers.slots import Sighting, beyond
from cube_gym.wrappers.texts import parts_of, quoted_in, texts_of_goal, words_of


def showing(tree: Any) -> Observation:  # noqa: ANN401, any JSON
    return Observation(contents=[StructuredContent(data=tree, name="tree")])


def test_both_forms_of_trees_give_the_same_element() -> None:
    phone = {"id": "k", "role": "field", "text": "Name", "value": "Ana", "bounds": [1, 2, 4, 6], "enabled": True}
    page = {"ref": "k", "tag": "field", "text": "Name", "value": "Ana", "box": [1, 2, 3, 4]}
    assert elements_of(showing({"elements": [phone]})) == elements_of(showing([page]))
    assert elements_of(showing([page])) == [Element("k", "field", "Name", "Ana", (1, 2, 4, 6))]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"disabled": True}, {"enabled": False}),
        ({"enabled": False}, {"enabled": False}),
        ({"offscreen": True}, {"visible": False}),
        ({"focused": True}, {"focused": True}),
        ({"selected": True}, {"checked": True}),
        ({"checked": None}, {"checked": None}),
        ({"options": ["a", "b"]}, {"options": ("a", "b")}),
        ({"role": "heading"}, {"clickable": False, "long_clickable": False}),
        ({"tag": "text"}, {"clickable": True, "long_clickable": True}),
        ({"role": "heading", "clickable": True}, {"clickable": True, "long_clickable": False}),
        ({"scrollable": True}, {"scrollable": True}),
        ({}, {"scrollable": None}),
    ],
)
def test_flags_are_read_from_either_spelling(entry: dict[str, Any], expected: dict[str, Any]) -> None:
    (element,) = elements_of(showing([{"ref": 0, **entry}]))
    assert {name: getattr(element, name) for name in expected} == expected


@pytest.mark.parametrize("tree", [{}, [], {"elements": None}, {"elements": 3}, ["x"], [{"tag": "p"}]])
def test_what_is_no_tree_has_no_elements(tree: Any) -> None:  # noqa: ANN401, any JSON
    assert elements_of(showing(tree)) == []
    assert elements_of(Observation.from_text("no tree")) == []


@pytest.mark.parametrize(
    ("entry", "element"),
    [
        ({"id": 1, "bounds": None, "box": None, "text": None, "options": None}, Element(1, "")),
        ({"id": 1, "bounds": [1, 2]}, Element(1, "")),
        ({"id": 1, "box": ["a", 0, 1, 1]}, Element(1, "")),
        ({"id": 1, "bounds": None, "box": [1, 2, 3, 4]}, Element(1, "", bounds=(1, 2, 4, 6))),
        ({"ref": None, "id": 4}, Element(4, "")),
        ({"id": 0, "text": 0, "value": 0}, Element(0, "", text="0", value="0")),
        ({"id": 1, "role": ["button"], "options": 3}, Element(1, "['button']")),
        ({"id": 1, "clickable": None, "checked": None, "selected": True}, Element(1, "", checked=True)),
    ],
    ids=count(),
)
def test_what_is_missing_or_malformed_is_not_told(entry: dict[str, Any], element: Element) -> None:
    assert elements_of(showing([entry, {"id": None, "ref": None}])) == [element]


@pytest.mark.parametrize("unit", ["a", "word ", "1", "a.", " -", "'", "“", "«", "a@", "a1", "Ω ", "\n", "x y. "])
def test_a_text_of_any_length_is_read(unit: str) -> None:
    text = unit * (50_000 // len(unit))  # where a pattern begins anew inside what has failed, this takes an hour
    assert all(part in text for read in (texts_of_goal, parts_of, quoted_in, words_of) for part in read(text))


def test_of_several_trees_the_last_counts() -> None:
    both = Observation(contents=[*showing([{"ref": 1}]).contents, *showing([{"ref": 2}]).contents])
    assert [element.key for element in elements_of(both)] == [2]


def test_slots_hold_what_is_usable_first_then_in_reading_order() -> None:
    tree = [
        {"ref": "below", "box": [0, 50, 9, 9]},
        {"ref": "off", "box": [0, 0, 9, 9], "offscreen": True},
        {"ref": "right", "box": [30, 10, 9, 9]},
        {"ref": "grey", "box": [0, 5, 9, 9], "disabled": True},
        {"ref": "left", "box": [10, 10, 9, 9]},
    ]
    assert [element.key for element in Sighting(showing(tree), "").elements] == [
        "left",
        "right",
        "below",
        "off",
        "grey",
    ]


def test_texts_are_what_goal_and_screen_offer_without_repetition() -> None:
    tree = [{"ref": 0, "text": "Tea", "value": "2 cups"}, {"ref": 1, "text": "Ana"}, {"ref": 2, "text": ""}]
    seen = Sighting(showing(tree), "Send “Tea” to Ana at 9:30")
    assert seen.texts[:6] == ("Tea", "9:30", "Send", "Ana", "2 cups", "2")
    assert seen.texts[6:] == ("to", "at", "9", "30", "cups", "To", "At", "TEA", "tea")


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        ('Type "a b" now', "a b"),
        ("Type 'it’s' now", "it’s"),  # noqa: RUF001, such goals are
        ("Pay 770.68 € to", "770.68 €"),
        ("Pay 770.68 € to", "770.68"),
        ("on 2025-08-06 at", "2025-08-06"),
        ("the number +49 30 1234, please", "+49 30 1234"),
        ("mail ana13@post.example today", "ana13@post.example"),
        ("call 김민준 today", "김민준"),
        ("tell Maria Silva", "Maria Silva"),
    ],
)
def test_a_goal_offers(goal: str, text: str) -> None:
    assert text in texts_of_goal(goal)


def test_what_has_no_slot_is_counted() -> None:
    assert (beyond("abc", 2), beyond("abc", 9)) == (1, 0)
    env = ElementObservation(gym.make("cube/phone.freeze-card-v0"), slots=5, texts=4)
    obs, _ = env.reset(seed=0)
    sighting = env.sighting
    expected = [(len(sighting.elements) - 5) / 100, (len(sighting.texts) - 4) / 100]
    assert obs["beyond"].tolist() == pytest.approx(expected)
    env.close()


@pytest.mark.parametrize("inner", [DiscreteActions, ElementObservation])
def test_the_wrappers_share_one_sighting_in_every_order(inner: Any) -> None:  # noqa: ANN401, a wrapper
    outer = ElementObservation if inner is DiscreteActions else DiscreteActions
    below = inner(gym.make("cube/phone.freeze-card-v0"))
    env = outer(gym.wrappers.RecordEpisodeStatistics(below))
    env.reset(seed=0)
    assert env.sighting is below.sighting
    env.step(env.action_space.sample(env.action_masks().astype("int8")))
    assert env.sighting is below.sighting
    env.close()


def test_an_observation_that_is_changed_in_between_is_looked_at_anew() -> None:
    def shortened(observation: Observation) -> Observation:
        return Observation(contents=[TextContent(data="hidden")], error=observation.error)

    inner = DiscreteActions(gym.make("cube/phone.freeze-card-v0"))
    between = gym.wrappers.TransformObservation(inner, shortened, inner.observation_space)
    env = ElementObservation(between)
    env.reset(seed=0)
    assert env.sighting.elements == ()
    assert inner.sighting.elements
    env.close()
