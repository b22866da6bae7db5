import os
import subprocess
import sys
from dataclasses import fields
from itertools import pairwise

import pytest

from benchmarks.phone.apps import APPS
from benchmarks.phone.pools import SPLITS, YEARS, Pools, Split, pools
from benchmarks.phone.world import World, generate

PRINT_HASHES = """
from benchmarks.phone.world import generate
print(*[generate(seed, split).db.digest().hex() for split in ("train", "test") for seed in (0, 1, 2**63)])
"""


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("seed", [0, 1, 2**64])
def test_a_world_is_large_and_consistent(seed: int, split: Split) -> None:
    db = generate(seed, split).db
    dump = db.dump()
    assert sum(len(rows) for name, rows in dump.items() if name != "sqlite_sequence") >= 1000
    assert db.broken() == []
    assert [row[0] for row in db.rows("PRAGMA integrity_check")] == ["ok"]


@pytest.mark.parametrize("app", [app for app in APPS if app.tables], ids=lambda app: app.id)
def test_every_app_has_something_to_show(app: object) -> None:
    db = generate(0, "train").db
    tables = [table.name for table in app.tables if not table.silent]  # type: ignore[attr-defined]
    filled = [name for name in tables if db.value(f"SELECT count(*) FROM {name}")]  # noqa: S608, our own names
    assert set(tables) - set(filled) <= {"event_exceptions"}


def test_the_same_seed_gives_the_same_world_in_any_process() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PRINT_HASHES],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hash_seed in ("0", "1")
    }
    here = [generate(seed, split).db.digest().hex() for split in ("train", "test") for seed in (0, 1, 2**63)]
    assert {" ".join(here) + "\n"} == outputs


def test_worlds_do_not_depend_on_those_made_before() -> None:
    one = generate(5, "val").db.serialize()
    generate(6, "train")
    assert generate(5, "val").db.serialize() == one


def test_different_seeds_give_different_worlds() -> None:
    assert len({generate(seed, "train").db.digest() for seed in range(60)}) == 60


@pytest.mark.parametrize("field", [field.name for field in fields(Pools)][1:])
def test_the_splits_share_no_entry(field: str) -> None:
    entries = {split: set(getattr(pools(split), field)) for split in SPLITS}
    assert all(entries.values())
    assert not entries["train"] & entries["val"]
    assert not entries["train"] & entries["test"]
    assert not entries["val"] & entries["test"]


@pytest.mark.parametrize("split", SPLITS)
def test_a_world_plays_in_the_year_of_its_split(split: Split) -> None:
    assert {generate(seed, split).today.year for seed in range(10)} == {YEARS[split]}
    assert len(set(YEARS.values())) == 3


def test_names_come_in_several_scripts_and_some_are_nearly_the_same() -> None:
    world = generate(0, "train")
    names = sorted(person.name for person in world.persons)
    text = "".join(names)
    assert "张三" in names
    for low, high in (("\u4e00", "\u9fff"), ("\u0400", "\u04ff"), ("\u0600", "\u06ff"), ("\u00c0", "\u017f")):
        assert any(low <= char <= high for char in text)
    assert len(set(names)) == len(names)
    assert any(second.startswith(first) for first, second in pairwise(names))


def test_balances_are_the_sums_of_transactions() -> None:
    db = generate(3, "train").db
    for row in db.rows(
        "SELECT a.cents, sum(t.cents) AS total FROM accounts a JOIN transactions t ON t.account = a.id GROUP BY a.id"
    ):
        assert row["cents"] == row["total"]


@pytest.mark.parametrize("split", SPLITS)
def test_no_brace_of_a_template_is_left_in_a_text(split: Split) -> None:
    dump = generate(1, split).db.dump()
    texts = [value for rows in dump.values() for row in rows.values() for value in row if isinstance(value, str)]
    assert [text for text in texts if "{" in text] == []


def test_a_world_can_be_generated_into_a_store_that_is_in_use() -> None:
    world = generate(0, "train")
    again: World = generate(1, "train", world.db)
    assert again.db is world.db
    assert again.db.digest() == generate(1, "train").db.digest()
