import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.phone.diff import diff
from benchmarks.phone.schema import Schema, Table
from benchmarks.phone.store import Draft, Store

SCHEMA = Schema(
    [
        Table(
            "parents",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, seen INTEGER NOT NULL DEFAULT 0",
            quiet=("seen",),
        ),
        Table(
            "children",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, parent INTEGER NOT NULL REFERENCES parents ON DELETE CASCADE",
        ),
        Table("noise", "id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL", quiet=("*",)),
    ]
)
NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=12)


def filled(names: list[str]) -> Store:
    store = Store(SCHEMA)
    store.fill("parents", ("name",), [(name,) for name in names])
    store.commit()
    return store


@given(st.lists(NAMES, max_size=150))
def test_fill_inserts_every_row_in_order(names: list[str]) -> None:
    store = filled(names)
    assert [row["name"] for row in store.rows("SELECT name FROM parents ORDER BY id")] == names


@given(st.lists(NAMES, max_size=20), st.lists(NAMES, max_size=20))
def test_the_diff_of_two_dumps_says_what_to_do_to_the_first_to_get_the_second(old: list[str], new: list[str]) -> None:
    before, after = filled(old).dump(), filled(new).dump()
    rows = {key: row[1] for key, row in before["parents"].items()}
    for change in diff(SCHEMA, before, after):
        if change.kind == "delete":
            del rows[change.key]
        else:
            rows[change.key] = change.after["name"]
    assert rows == {key: row[1] for key, row in after["parents"].items()}


@given(st.lists(NAMES, max_size=20))
def test_equal_contents_have_equal_digests_and_bytes_and_an_empty_diff(names: list[str]) -> None:
    one, two = filled(names), filled(names)
    assert one.digest() == two.digest()
    assert one.serialize() == two.serialize()
    assert diff(SCHEMA, one.dump(), two.dump(), quiet=True) == []


def test_quiet_columns_and_tables_show_only_when_asked_for() -> None:
    store = filled(["Ana"])
    before = store.dump()
    store.update("parents", 1, seen=1)
    store.insert("noise", text="a")
    assert diff(SCHEMA, before, store.dump()) == []
    assert [change.table for change in diff(SCHEMA, before, store.dump(), quiet=True)] == ["parents", "noise"]


def test_an_update_names_the_columns_that_differ() -> None:
    store = filled(["Ana"])
    before = store.dump()
    store.update("parents", 1, name="Åsa")
    (change,) = diff(SCHEMA, before, store.dump())
    assert (change.kind, change.key, set(change.columns)) == ("update", 1, {"name"})
    assert str(change) == "update parents 1: name: 'Ana' -> 'Åsa'"


def test_a_failed_block_changes_nothing() -> None:
    store = filled(["Ana"])
    digest = store.digest()

    def insert_two() -> None:
        with store.atomic():
            store.insert("parents", name="Ben")
            store.insert("children", parent=99)

    with pytest.raises(sqlite3.IntegrityError):
        insert_two()
    assert store.digest() == digest


def test_deleted_keys_are_not_given_again() -> None:
    store = filled(["Ana", "Ben"])
    store.delete("parents", 2)
    assert store.insert("parents", name="Cleo") == 3


def test_a_restored_store_goes_on_as_the_original_would() -> None:
    store = filled(["Ana", "Ben"])
    copy = Store(SCHEMA, store.serialize())
    for one in (store, copy):
        one.delete("parents", 2)
        one.insert("parents", name="张三")
    assert store.digest() == copy.digest()
    assert store.serialize() == copy.serialize()


def test_a_draft_keeps_no_byte_of_what_was_taken_or_dropped_before() -> None:
    used, fresh = Draft(SCHEMA), Draft(SCHEMA)
    used.fill("parents", ("name",), [("secret",)] * 200)
    used.take()
    used.fill("noise", ("text",), [("secret",)] * 2000)
    used.rollback()
    for one in (used, fresh):
        one.fill("parents", ("name",), [("Ana",)] * 20)
        one.fill("children", ("parent",), [(1,)])
    image = used.take()
    assert b"secret" not in image
    assert image == fresh.take()
    assert Store(SCHEMA, image).rows("SELECT id FROM children WHERE parent = 1")[0]["id"] == 1


def test_a_draft_begins_empty() -> None:
    with pytest.raises(ValueError, match="a draft begins empty"):
        Draft(SCHEMA, filled(["Ana"]).serialize())


def test_more_rows_than_one_statement_takes_are_filled_in() -> None:
    store = filled([str(number) for number in range(40_000)])
    assert store.value("SELECT count(DISTINCT name) FROM parents") == 40_000
