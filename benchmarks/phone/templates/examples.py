"""Two templates that show the pattern: an edit and a question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.template import Params, Template
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, update
from benchmarks.phone.world import World


class RenameNote(Template):
    """A note gets another title; its text and folder stay."""

    name = "rename-note"
    kind = "edit"
    apps = ("notes",)
    goals = (
        "Change the title of the note “{old}” to “{new}”.",
        "In Notes, rename “{old}” to “{new}”.",
        "My note “{old}” should be called “{new}” from now on.",
    )
    steps = 11

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A note whose title is made unique, and a new title."""
        key = int(world.db.value("SELECT id FROM notes ORDER BY id LIMIT 1 OFFSET ?", int(rng.integers(40))))
        number, place = int(rng.integers(100, 999)), world.pools.cities[rng.integers(len(world.pools.cities))]
        return {"note": key, "old": f"{place} {number}", "new": f"{place} {number + 1}, final"}

    def setup(self, world: World, params: Params) -> None:
        """Give the note its title."""
        world.db.update("notes", params["note"], title=params["old"])

    def expected(self, params: Params) -> list[Expected]:
        """The title, and nothing else."""
        return [update("notes", params["note"], title=params["new"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search, open, edit, save."""
        yield from hand.open("notes")
        yield from hand.fill("query", goal["old"])
        yield from hand.tap(goal["old"], role="item")
        yield from hand.tap("Edit")
        yield from hand.fill("title", goal["new"])
        yield from hand.save()


class CompanyOfContact(Template):
    """Where somebody works."""

    name = "company-of-contact"
    kind = "question"
    apps = ("contacts",)
    goals = (
        "Which company does “{name}” work for, according to my contacts? Answer with the company's name.",
        "Look up “{name}” in Contacts and answer with their company.",
    )
    steps = 8

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A contact with a company whose name is not part of another one's."""
        rows = world.db.rows(
            "SELECT name, company FROM contacts c WHERE company <> ''"
            " AND (SELECT count(*) FROM contacts o WHERE o.name LIKE '%' || c.name || '%') = 1 ORDER BY id"
        )
        row = rows[rng.integers(len(rows))]
        return {"name": row["name"], "company": row["company"]}

    def answers(self, params: Params) -> tuple[str, ...]:
        """The company."""
        return (params["company"],)

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search, open, read."""
        yield from hand.open("contacts")
        yield from hand.fill("query", goal["name"])
        yield from hand.tap(goal["name"], role="item")
        company = yield from hand.scroll_to(lambda view: view.get("company"))
        yield from hand.answer(company.text)


TEMPLATES: tuple[Template, ...] = (CompanyOfContact(), RenameNote())
