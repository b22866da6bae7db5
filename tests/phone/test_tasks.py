import json
import pickle
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.phone import CONFIG
from benchmarks.phone.diff import Change, Kind
from benchmarks.phone.table import TABLE, task_table
from benchmarks.phone.task import PhoneTask
from benchmarks.phone.verify import DECLINED, answers, delete, insert, judge, update
from cube_core import Action, Observation, TaskConfig

CONFIGS = CONFIG().get_task_configs()
SEEDS = range(3)


def solve(task: PhoneTask, config: TaskConfig, seed: int) -> Iterator[Action]:
    """Runs the oracle on observations that went through JSON; yields what it did."""
    observation, info = task.reset(seed=seed)
    oracle = config.oracle()
    assert oracle is not None
    run = oracle(info["goal"], Observation.model_validate_json(observation.model_dump_json()))
    action = next(run)
    while True:
        assert isinstance(action, Action)
        yield action
        output = task.step(action)
        if output.done:
            return
        action = run.send(Observation.model_validate_json(output.obs.model_dump_json()))


@pytest.mark.parametrize("config", CONFIGS, ids=lambda c: c.metadata.id)
def test_the_oracle_solves_the_task_within_its_declared_steps(config: TaskConfig) -> None:
    task = config.make()
    assert isinstance(task, PhoneTask)
    for seed in SEEDS:
        actions = list(solve(task, config, seed))
        assert task.verdict().success, task.verdict()
        assert len(actions) <= task.template.steps


@pytest.mark.parametrize("config", CONFIGS, ids=lambda c: c.metadata.id)
def test_doing_nothing_and_declining_score_zero(config: TaskConfig) -> None:
    task = config.make()
    assert isinstance(task, PhoneTask)
    task.reset(seed=1)
    assert task.evaluate()[0] == 0
    task.step(Action(name="answer", arguments={"text": DECLINED}))
    assert task.evaluate()[0] == (
        DECLINED in (task.template.answers(task.params) or ()) and not task.template.expected(task.params)
    )


@pytest.mark.parametrize("config", CONFIGS, ids=lambda c: c.metadata.id)
def test_one_unrelated_edit_spoils_the_score(config: TaskConfig) -> None:
    task = config.make()
    assert isinstance(task, PhoneTask)
    list(solve(task, config, 2))
    task.device.db.insert("world_clocks", zone="Pacific/Apia")
    assert task.evaluate()[0] == 0
    assert "insert world_clocks" in task.evaluate()[1]["collateral"][0]


def test_a_task_is_restored_with_goal_phone_and_answer() -> None:
    config = CONFIGS[0]
    task, other = config.make(), config.make()
    assert isinstance(task, PhoneTask)
    assert isinstance(other, PhoneTask)
    actions = solve(task, config, 4)
    for _ in range(3):
        next(actions)
    snapshot = pickle.loads(pickle.dumps(task.snapshot()))  # noqa: S301, our own bytes
    assert hash(snapshot) == hash(task.snapshot())
    seen = other.restore(snapshot)
    assert seen == task.observe()
    assert other.device.state_hash() == task.device.state_hash()
    assert other.params == task.params


def test_observations_come_in_the_kinds_asked_for() -> None:
    config = CONFIGS[0].model_copy(update={"observation": ("text", "tree", "screenshot")})
    task = config.make()
    observation, info = task.reset(seed=0)
    assert [content.name for content in observation.contents] == ["goal", "screen", "tree", "screenshot"]
    assert observation.contents[0].data == info["goal"]
    assert Observation.model_validate_json(observation.model_dump_json()) == observation


def test_a_refused_gesture_is_an_error_that_the_agent_can_read() -> None:
    task = CONFIGS[0].make()
    assert isinstance(task, PhoneTask)
    task.reset(seed=0)
    before = task.device.state_hash()
    output = task.step(Action(id="1", name="launch_app", arguments={"app": "kontacts"}))
    assert output.error is not None
    assert "Did you mean 'contacts'?" in output.error.exception_str
    assert not output.done
    assert task.device.state_hash() == before


def test_a_config_survives_json() -> None:
    for config in CONFIGS:
        assert TaskConfig.model_validate(json.loads(config.model_dump_json())) == config


def test_the_scene_names_page_and_intents() -> None:
    task = CONFIGS[0].make()
    assert isinstance(task, PhoneTask)
    task.reset(seed=0)
    task.step(Action(name="launch_app", arguments={"app": "contacts"}))
    scene = task.semantic_scene()
    assert scene.page == "contacts.main"
    assert "contacts.edit" in scene.intents
    assert len(task.scene().elements) == len(task.device.elements)


DEFAULTS = {"notes": {"folder": "Personal", "pinned": 0}}


def note(key: int, before: dict[str, object] | None, after: dict[str, object] | None) -> Change:
    kind: Kind = "insert" if before is None else "delete" if after is None else "update"
    return Change("notes", kind, key, before or {}, after or {})


def test_an_insert_holds_defaults_in_columns_that_are_not_named() -> None:
    plain = {"id": 1, "title": "a", "body": "b", "folder": "Personal", "pinned": 0}
    wanted = [insert("notes", title="a", body="b")]
    assert judge([note(1, None, plain)], wanted, DEFAULTS, None, None).success
    pinned = note(1, None, {**plain, "pinned": 1})
    assert not judge([pinned], wanted, DEFAULTS, None, None).success
    free = [insert("notes", title="a", body="b", free=("pinned",))]
    assert judge([pinned], free, DEFAULTS, None, None).success


def test_an_update_changes_exactly_the_named_columns() -> None:
    change = note(1, {"title": "a", "body": "b"}, {"title": "c", "body": "d"})
    assert not judge([change], [update("notes", 1, title="c")], DEFAULTS, None, None).success
    assert judge([change], [update("notes", 1, title="c", body="d")], DEFAULTS, None, None).success


def test_what_is_left_over_is_collateral_and_shares_count_what_was_met() -> None:
    gone = note(1, {"title": "a"}, None)
    verdict = judge(
        [gone, note(2, {"title": "a"}, None)], [delete("notes", 1), delete("notes", 3)], DEFAULTS, None, None
    )
    assert not verdict.success
    assert verdict.details()["share"] == 0.5
    assert len(verdict.collateral) == 1


@given(st.text(max_size=30))
def test_no_answer_passes_for_a_right_one_unless_it_says_the_same(text: str) -> None:
    assert answers(f"  {text} ", [text])
    assert not answers(f"{text}x", [text]) or not text.strip() or text == DECLINED
    assert not answers(None, [text])


def test_the_task_table_is_up_to_date() -> None:
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    assert table == task_table(), "run `python -m benchmarks.phone.table`"
