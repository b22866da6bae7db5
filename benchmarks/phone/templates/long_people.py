"""Long: contact after contact, until all are as they should be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people
from benchmarks.phone.templates.staging import DAY, keys, some, write_note
from benchmarks.phone.templates.ways import read, read_note
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, delete, update
from benchmarks.phone.world import World


class FavouritesLikeNote(Template):
    """The favourites become exactly the people whom a note lists."""

    name = "favourites-like-note"
    kind = "long"
    apps = ("notes", "contacts")
    goals = (
        (
            "My favourites in Contacts should be exactly the people listed in the note “{title}”. Add and remove"
            " as needed."
        ),
        "Make the note “{title}” come true: whoever it lists is to be a favourite in Contacts, and nobody else.",
        "Bring the favourites in Contacts in line with my note “{title}”: stars for those it names, for no one else.",
    )
    steps = 42

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Five people to come, one who stays, three who go."""
        chosen = far_people(rng, world, 9)
        return {
            "title": f"Friends in {some(rng, world.pools.cities, 1)[0]} {rng.integers(100, 999)}",
            "names": some(rng, [person.name for person in chosen[:6]], 6),
            "stale": [person.name for person in chosen[5:8]],
            "add": [person.id for person in chosen[:5]],
            "stays": chosen[5].id,
            "drop": [person.id for person in chosen[6:]],
            "notes": keys(rng, world, "notes", 2),
        }

    def setup(self, world: World, params: Params) -> None:
        """The archived note lists others."""
        world.db.execute("UPDATE contacts SET favourite = 0")
        for key in (params["stays"], *params["drop"]):
            world.db.update("contacts", key, favourite=1)
        write_note(world, params["notes"][0], params["title"], "\n".join(params["names"]), 59 * DAY)
        write_note(world, params["notes"][1], params["title"], "\n".join(params["stale"]), 50 * DAY, "Archive")

    def expected(self, params: Params) -> list[Expected]:
        """Five stars more, three less."""
        more = [update("contacts", key, favourite=1) for key in params["add"]]
        return [*more, *(update("contacts", key, favourite=0) for key in params["drop"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Remove in the tab of the favourites, then add by search."""
        wanted = (yield from read_note(hand, goal["title"])).split("\n")
        yield from hand.open("contacts")
        yield from hand.do("tap", element="show:favourites")
        starred = yield from hand.read_all("contact:")
        for person in starred:
            if person.text not in wanted:
                yield from hand.tap_id(person.id)
                yield from hand.do("tap", element="favourite")
                yield from hand.back()
        yield from hand.do("tap", element="show:all")
        missing = [name for name in wanted if name not in [person.text for person in starred]]
        for number, name in enumerate(missing):
            if number:
                yield from hand.back()
            yield from hand.fill("query", name)
            yield from hand.tap(name, role="item")
            yield from hand.do("tap", element="favourite")


class DropOldNumbers(Template):
    """The numbers labelled old of all favourites are deleted."""

    name = "drop-old-numbers"
    kind = "long"
    apps = ("contacts",)
    train = False
    goals = (
        "Delete the phone numbers labelled “{label}” of all my favourite contacts. Leave everyone else's.",
        "Go through my favourites in Contacts and remove each phone number with the label “{label}”.",
        "None of my favourites shall have a phone number marked “{label}” any more; other contacts keep theirs.",
    )
    steps = 35

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Six favourites, five of whom have such a number; two others have one, too."""
        chosen = far_people(rng, world, 8)
        last = int(world.db.value("SELECT max(id) FROM contact_phones"))
        return {
            "label": some(rng, ("old", "home", "work"), 1)[0],
            "favourites": [person.id for person in chosen[:6]],
            "owners": [person.id for person in (*chosen[:5], *chosen[6:])],
            "numbers": world.numbers(7),
            "keys": [last + 1 + i for i in range(7)],
        }

    def setup(self, world: World, params: Params) -> None:
        """Numbers of that label are given anew."""
        world.db.execute("UPDATE contacts SET favourite = 0")
        for key in params["favourites"]:
            world.db.update("contacts", key, favourite=1)
            world.db.execute("DELETE FROM contact_phones WHERE contact = ? AND label = ?", key, params["label"])
        for key, contact, number in zip(params["keys"], params["owners"], params["numbers"], strict=True):
            world.db.execute("DELETE FROM contact_phones WHERE contact = ? AND label = ?", contact, params["label"])
            world.db.insert("contact_phones", id=key, contact=contact, label=params["label"], number=number)

    def expected(self, params: Params) -> list[Expected]:
        """Five numbers are gone."""
        return [delete("contact_phones", key) for key in params["keys"][:5]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Look at each favourite."""
        yield from hand.open("contacts")
        yield from hand.do("tap", element="show:favourites")
        for number, person in enumerate((yield from hand.read_all("contact:"))):
            if number:
                yield from hand.back()
            yield from hand.tap_id(person.id)
            yield from read(hand, "name")
            if hand.view.get(f"phone:{goal['label']}") is not None:
                yield from hand.do("tap", element="edit")
                yield from hand.fill(f"phone_{goal['label']}", "")
                yield from hand.save()


TEMPLATES = (
    FavouritesLikeNote(),
    DropOldNumbers(),
)
