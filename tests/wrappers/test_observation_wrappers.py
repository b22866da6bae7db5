"""What the wrappers show, alone and stacked in any order."""

# Wrappers and spaces of every kind are tried here.
# ruff: noqa: ANN401
# What is read was written here.
# ruff: noqa: S301

import itertools
import os
import pickle
import re
import subprocess
import sys
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env

import cube_gym
from cube_core import Action
from cube_gym.agents import OracleAgent
from cube_gym.wrappers import (
    DiscreteActions,
    ElementObservation,
    MessagesObservation,
    ScreenObservation,
    TextObservation,
    WorldObservation,
)
from cube_gym.wrappers.element_observation import ELEMENT_ARRAYS
from cube_gym.wrappers.hashing import hashed_text

ID = "cube/phone.rename-note-v0"
KINDS = ["tree", "screenshot"]
APPS = {"app": ["notes", "clock", "contacts"]}
OBSERVERS = [ElementObservation, ScreenObservation, WorldObservation, TextObservation, MessagesObservation]
SETTINGS: dict[Any, dict[str, Any]] = {
    ElementObservation: {"slots": 20, "texts": 9, "features": 8},
    ScreenObservation: {"size": [48, 24], "grey": True},
    DiscreteActions: {"slots": 20, "values": APPS},
}


def stacked(*wrappers: Any, **settings: Any) -> Any:
    env: Any = gym.make(ID, observation=KINDS, **settings)
    for wrapper in wrappers:
        env = wrapper(env, **SETTINGS.get(wrapper, {}))
    return env


def oracle_episode(env: Any, seed: int = 0) -> list[Any]:
    """The observations of an episode that the scripted solution plays."""
    config = next(c for c in _configs() if c.metadata.id == "rename-note")
    agent = OracleAgent({config.metadata.id: config.oracle()})
    observation, info = env.reset(seed=seed)
    agent.reset(info["goal"], [])
    shown, ended = [observation], False
    while not ended:
        action = agent.act(env.sighting.observation, {"task_id": config.metadata.id})
        if isinstance(env.action_space, gym.spaces.Discrete):
            action = env.get_wrapper_attr("encode")(action)
        observation, _, terminated, truncated, info = env.step(action)
        shown.append(observation)
        ended = terminated or truncated
    return shown


def _configs() -> Any:
    from benchmarks.phone import CONFIG  # noqa: PLC0415, it is needed here only

    return CONFIG().get_task_configs()


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    return bool(np.array_equal(one, other))


@pytest.mark.parametrize("wrapper", OBSERVERS)
def test_all_that_is_shown_lies_in_the_declared_space(wrapper: Any) -> None:
    env = stacked(wrapper)
    for observation in oracle_episode(env):
        assert env.observation_space.contains(observation)
    assert env.observation_space.contains(env.observation_space.sample())
    env.close()


@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
@pytest.mark.parametrize("wrapper", [*OBSERVERS, DiscreteActions])
def test_gymnasiums_checker_has_nothing_to_say(wrapper: Any) -> None:
    env = stacked(wrapper, disable_env_checker=True)
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("order", list(itertools.permutations([ElementObservation, WorldObservation, DiscreteActions])))
def test_the_order_of_wrapping_makes_no_difference(order: Any) -> None:
    first, env = stacked(ElementObservation, WorldObservation, DiscreteActions), stacked(*order)
    assert env.observation_space == first.observation_space
    assert env.action_space == first.action_space
    for one, other in zip(oracle_episode(first), oracle_episode(env), strict=True):
        assert same(one, other)
    assert (first.action_masks() == env.action_masks()).all()
    env.close()


def test_a_screen_joins_arrays_and_is_joined_by_them() -> None:
    inside = stacked(ScreenObservation, ElementObservation)
    outside = stacked(ElementObservation, ScreenObservation)
    assert {*outside.observation_space} - {*inside.observation_space} == {"screen"}
    assert {*inside.observation_space} - {*outside.observation_space} == {"observation"}
    seen, also = inside.reset(seed=0)[0], outside.reset(seed=0)[0]
    assert (seen["observation"] == also["screen"]).all()


def test_slot_i_is_what_discrete_actions_calls_i() -> None:
    env = stacked(DiscreteActions, ElementObservation)
    obs, _ = env.reset(seed=0)
    bounds = {element.key: element.bounds for element in env.sighting.elements}
    place, tapped = next((place, each) for place, each in enumerate(env.sighting.elements) if each.clickable)
    first = env.env.encode(Action(name="tap", arguments={"element": tapped.key})) - place
    taps = [number for number in np.flatnonzero(env.action_masks()) if first <= number < first + 20]
    assert len(taps) > 5
    for number in taps:
        key = env.env.decode(number).arguments["element"]
        shown = obs["bounds"].reshape(20, 4)[number - first] * 1000
        assert shown.tolist() == pytest.approx(bounds[key])
    assert not obs["flags"].reshape(20, -1)[len(bounds) :].any()


def test_overlap_tells_what_the_goal_names() -> None:
    env = stacked(DiscreteActions, ElementObservation)
    for obs in oracle_episode(env)[-3:-1]:
        assert obs["overlap"].max() == 1
    quoted = env.sighting.goal.split("“")[1].split("”")[0]
    assert env.sighting.texts[0] == quoted
    assert obs["offers"].reshape(-1, 7)[0, :3].tolist() == [1, 1, 1]


def at(observation: Any, name: str, slot: int) -> Any:
    """The numbers of one slot."""
    slots = 20 if name in ELEMENT_ARRAYS else 9
    return observation[name].reshape(slots, -1)[slot]


def element_of(env: Any, key: str) -> int:
    return next(slot for slot, element in enumerate(env.sighting.elements) if element.key == key)


def test_elements_tell_which_of_the_goal_s_texts_stand_on_them() -> None:
    env = stacked(ElementObservation)
    env.reset(seed=0)
    env.step(Action(name="launch_app", arguments={"app": "notes"}))
    env.step(Action(name="tap", arguments={"element": "query"}))
    old, new = env.sighting.texts[:2]
    shown, *_ = env.step(Action(name="type_text", arguments={"text": old}))
    query = at(shown, "named", element_of(env, "query"))
    assert query[0] == 1
    assert query[1] < 1
    assert not at(shown, "named", element_of(env, "page-title")).any()
    assert new != old


def test_what_an_element_holds_is_told_apart_from_what_it_says() -> None:
    env = stacked(ElementObservation)
    env.reset(seed=0)
    env.step(Action(name="launch_app", arguments={"app": "notes"}))
    before, *_ = env.step(Action(name="tap", arguments={"element": "query"}))
    after, *_ = env.step(Action(name="type_text", arguments={"text": "incoming"}))
    slot = element_of(env, "query")
    assert not at(before, "value", slot).any()
    assert at(after, "value", slot).tolist() == hashed_text("incoming", 12).tolist()
    assert (at(after, "text", slot) == at(before, "text", slot)).all()


def test_texts_tell_whether_a_field_holds_them() -> None:
    env = stacked(ElementObservation)
    env.reset(seed=0)
    env.step(Action(name="launch_app", arguments={"app": "notes"}))
    before, *_ = env.step(Action(name="tap", arguments={"element": "query"}))
    after, *_ = env.step(Action(name="type_text", arguments={"text": env.sighting.texts[0]}))
    held = [at(shown, "offers", 0)[-2:].tolist() for shown in (before, after)]
    assert held == [[0, 0], [1, 1]]
    assert not at(after, "offers", 1)[-1]


def test_goals_of_one_phrasing_look_alike_and_so_do_the_places_of_their_texts() -> None:
    env = stacked(ElementObservation)
    by_phrasing: dict[str, list[Any]] = {}
    for seed in range(20):
        shown, info = env.reset(seed=seed)
        phrasing = re.sub("“[^”]+”", "", info["goal"])
        by_phrasing.setdefault(phrasing, []).append((shown["asked"], at(shown, "around", 1), shown["goal"]))
    assert len(by_phrasing) > 1
    for alike in by_phrasing.values():
        assert all((asked == alike[0][0]).all() and (around == alike[0][1]).all() for asked, around, _ in alike)
        assert len(alike) == 1 or any((goal != alike[0][2]).any() for _, _, goal in alike)
    asked = {alike[0][0].tobytes() for alike in by_phrasing.values()}
    assert len(asked) == len(by_phrasing)


def test_a_text_read_on_an_element_tells_which_kind_of_element_it_is() -> None:
    env: Any = ElementObservation(gym.make("cube/phone.company-of-contact-v0"), slots=20, texts=60)
    env.reset(seed=0)
    contacts, *_ = env.step(Action(name="launch_app", arguments={"app": "contacts"}))
    bearers: dict[str, list[Any]] = {}
    for slot, text in enumerate(env.sighting.text_slots[:60]):
        if text.element is not None:
            key = str(env.sighting.elements[text.element].key)
            bearers.setdefault(key.partition(":")[0], []).append(contacts["bearer"].reshape(60, -1)[slot, :16])
    assert len(bearers["contact"]) > 2
    assert all((each == bearers["contact"][0]).all() for each in bearers["contact"])
    assert any((each != bearers["contact"][0]).any() for each in bearers["query"])
    env.close()


def test_the_world_shows_where_the_agent_was_and_what_it_remembered() -> None:
    env = stacked(WorldObservation)
    before, _ = env.reset(seed=0)
    assert not before["world_app"].any()
    assert not before["world_memory"].any()
    after, *_ = env.step(Action(name="launch_app", arguments={"app": "notes", "remember": {"code": "4711"}}))
    failed, *_ = env.step(Action(name="clear_text"))
    for name in ("world_app", "world_page", "world_visited", "world_done", "world_memory"):
        assert after[name].any()
    assert (after["world_failed"][0], failed["world_failed"][0] > 0) == (0, True)
    without = stacked(WorldObservation, world=False)
    shown, _ = without.reset(seed=0)
    assert not any(array.any() for array in shown.values())


@pytest.mark.parametrize("wrapper", [*OBSERVERS, DiscreteActions])
def test_the_spec_rebuilds_the_stack(wrapper: Any) -> None:
    env = stacked(wrapper, WorldObservation) if wrapper is ElementObservation else stacked(wrapper)
    again: Any = gym.make(EnvSpec.from_json(env.spec.to_json()))
    assert str(again) == str(env)
    assert again.observation_space == env.observation_space
    assert again.action_space == env.action_space
    (fork,) = cube_gym.fork(_reset(env), 1)
    assert fork.observation_space == env.observation_space
    fork.close()
    env.close()


def _reset(env: Any) -> Any:
    env.reset(seed=0)
    return env


@pytest.mark.parametrize("wrapper", [*OBSERVERS, DiscreteActions])
def test_spaces_and_fresh_environments_pickle(wrapper: Any) -> None:
    env = stacked(wrapper)
    again = pickle.loads(pickle.dumps(env))
    assert again.observation_space == env.observation_space
    assert pickle.loads(pickle.dumps(env.action_space)) == env.action_space
    assert type(again.reset(seed=0)[0]) is type(env.reset(seed=0)[0])


@pytest.mark.parametrize("outer", OBSERVERS)
def test_masks_are_forwarded_where_there_are_any(outer: Any) -> None:
    env = stacked(DiscreteActions, outer)
    env.reset(seed=0)
    assert (env.action_masks() == env.env.action_masks()).all()
    assert not hasattr(stacked(outer), "action_masks")


def test_screens_have_the_size_and_the_channels_asked_for() -> None:
    for size, grey, shape in (((84, 84), False, (84, 84, 3)), ([48, 24], True, (48, 24, 1))):
        env = ScreenObservation(gym.make(ID, observation="screenshot"), size=size, grey=grey)
        obs, _ = env.reset(seed=0)
        assert (obs.shape, obs.dtype) == (shape, np.uint8)
        assert 0 < obs.mean() < 255
    with pytest.raises(ValueError, match="reads the screenshot, and the task shows tree"):
        ScreenObservation(gym.make(ID))


def test_texts_and_messages_hold_goal_and_answers() -> None:
    text, messages = stacked(TextObservation), stacked(MessagesObservation)
    shown, info = text.reset(seed=0)
    assert shown.startswith(info["goal"])
    chat, _ = messages.reset(seed=0)
    assert info["goal"] in chat[0]["content"][0]["text"]
    chat, *_ = messages.step(Action(id="call_1", name="press_home"))
    assert (chat[0]["role"], chat[0]["tool_call_id"]) == ("tool", "call_1")


def test_features_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "import gymnasium as gym, hashlib, cube_gym; from cube_gym.wrappers import *;"
        f"env = WorldObservation(ElementObservation(gym.make({ID!r})));"
        "obs, _ = env.reset(seed=0);"
        "print(hashlib.sha256(b''.join(obs[k].tobytes() for k in sorted(obs))).hexdigest())"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
