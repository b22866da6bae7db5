"""The tables that a verdict reads: those whose pages differ, and thereby every one whose rows do."""

from functools import cache
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.phone import CONFIG
from benchmarks.phone.apps import SCHEMA
from benchmarks.phone.diff import diff
from benchmarks.phone.monkey import perform, random_gesture
from benchmarks.phone.pages import ENTRY, MAPPED, tables_apart
from benchmarks.phone.schema import Schema, Table
from benchmarks.phone.store import PAGE_SIZE, Store
from benchmarks.phone.task import PhoneTask, changes_since
from benchmarks.phone.world import generate
from cube_core import TaskConfig
from tests.phone.test_tasks import solve

CONFIGS = CONFIG().get_task_configs()
SMALL = Schema(
    [
        Table("parents", "id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL", indexes=("text",)),
        Table(
            "children",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL,"
            " parent INTEGER REFERENCES parents ON DELETE CASCADE",
        ),
        Table(
            "guests",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL,"
            " parent INTEGER REFERENCES parents ON DELETE SET NULL",
        ),
    ]
)
NAMES = tuple(SMALL.tables)
LENGTHS = st.sampled_from([0, 10, 700, 5000, 30_000])
"""Of a text: in its row's page, or in one or several pages of its own."""
ROWS = range(1, 41)
KEYS = st.sampled_from(ROWS)
Edits = list[tuple[str, str, int, int]]
EDITS = st.lists(st.tuples(st.sampled_from(["insert", "update", "delete"]), st.sampled_from(NAMES), KEYS, LENGTHS))


def edit(store: Store, edits: Edits) -> None:
    """Each edit in a transaction of its own, so that the database vacuums itself in between."""
    for kind, table, key, length in edits:
        with store.atomic():
            if kind == "insert":
                store.insert(table, text="x" * length)
            elif kind == "update":
                store.update(table, key, text="y" * length)
            else:
                store.delete(table, key)


def check_changes(task: PhoneTask, start: bytes) -> None:
    """What a verdict sees is what a comparison of every row of every table sees."""
    db = task.device.db
    assert changes_since(start, db) == diff(SCHEMA, Store(SCHEMA, start).dump(), db.dump())


@cache
def small() -> bytes:
    store = Store(SMALL)
    for table in NAMES:
        parents = [(number % 7 + 1,) if table != "parents" else () for number in ROWS]
        columns = ("text",) if table == "parents" else ("text", "parent")
        store.fill(table, columns, [("z" * (number * 97 % 900), *parents[number - 1]) for number in ROWS])
    return store.serialize()


@settings(max_examples=150)
@given(before=EDITS, after=EDITS)
def test_every_table_whose_rows_differ_is_named(before: Edits, after: Edits) -> None:
    store = Store(SMALL, small())
    edit(store, before)
    start, rows = store.serialize(), store.dump()
    edit(store, after)
    named = tables_apart(SMALL, start, store.image())
    assert set(named) >= {name for name in NAMES if store.dump()[name] != rows[name]}
    assert named == [name for name in NAMES if name in named]


def test_tables_beyond_the_first_page_of_the_map_are_named() -> None:
    store = Store(SMALL)
    store.fill("parents", ("text",), [("x" * 30_000,)] * 110)
    store.fill("children", ("text",), [("x" * 30_000,)] * 20)
    start = store.serialize()
    assert len(start) > (MAPPED + 50) * PAGE_SIZE
    for key in (1, 20):
        store.deserialize(start)
        store.update("children", key, text="y" * 30_000)
        assert tables_apart(SMALL, start, store.image()) == ["children"]


def test_what_follows_from_a_foreign_key_is_named() -> None:
    store = Store(SMALL, small())
    store.delete("parents", 3)
    assert tables_apart(SMALL, small(), store.image()) == ["parents", "children", "guests"]


def test_every_page_of_a_phone_leads_to_a_root() -> None:
    db = generate(0, "train").db
    assert tables_apart(SCHEMA, bytes(len(db.image())), db.image()) == list(SCHEMA.tables)


def test_one_edit_of_a_phone_names_one_table() -> None:
    db = generate(0, "train").db
    start = db.serialize()
    assert tables_apart(SCHEMA, start, db.image()) == []
    db.update("notes", 1, title="Åsa")
    assert tables_apart(SCHEMA, start, db.image()) == ["notes"]


@pytest.mark.parametrize(
    "entry", [bytes(ENTRY), b"\x05\0\0\0\x03", b"\x05\0\0\0\xff"], ids=["none", "circle", "beyond"]
)
def test_an_image_with_a_broken_map_is_refused(entry: bytes) -> None:
    size = ENTRY * MAPPED
    image = small()[:PAGE_SIZE] + entry * MAPPED + small()[PAGE_SIZE + size :]
    with pytest.raises(ValueError, match=rf"page 3 of {len(image) // PAGE_SIZE} has no root in the map"):
        tables_apart(SMALL, bytes(len(image)), image)


@pytest.mark.parametrize("config", CONFIGS, ids=lambda c: c.metadata.id)
def test_a_verdict_sees_all_that_an_oracle_did_before_and_after_a_restore(config: TaskConfig) -> None:
    task, other = config.make(), config.make()
    assert isinstance(task, PhoneTask)
    assert isinstance(other, PhoneTask)
    actions = solve(task, config, 6)
    begun = list(islice(actions, 4))  # the last one of these is yet to be taken
    middle = task.snapshot()
    rest = [begun[-1], *actions]
    check_changes(task, middle.start)
    other.restore(middle)
    check_changes(other, middle.start)
    for action in rest:
        other.step(action)
    assert other.verdict() == task.verdict()
    check_changes(other, middle.start)


@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_a_verdict_sees_all_that_random_play_did_before_and_after_a_restore(seed: int) -> None:
    task = CONFIGS[seed % len(CONFIGS)].make()
    assert isinstance(task, PhoneTask)
    task.reset(seed=seed)
    middle, rng = task.snapshot(), np.random.default_rng(seed)
    for number in range(120):
        perform(task.device, random_gesture(task.device, rng))
        if number % 40 == 20:
            check_changes(task, middle.start)
            middle = task.snapshot()
    check_changes(task, middle.start)
    task.restore(middle)
    check_changes(task, middle.start)
