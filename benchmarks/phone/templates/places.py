"""Places on the map: kept as favourites, compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.phone.apps.maps import HOME
from benchmarks.phone.routes import EXTENT
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import draw_number, fresh
from benchmarks.phone.templates.sights import current_note
from benchmarks.phone.templates.staging import DAY, keys, some, write_note
from benchmarks.phone.templates.town import draw_addresses, draw_place, open_place
from benchmarks.phone.templates.ways import find, match, read, seek
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, update
from benchmarks.phone.world import World


class SavePlace(Template):
    """The one of two namesakes that stands in a given street becomes a favourite."""

    name = "save-place"
    kind = "edit"
    apps = ("maps",)
    goals = (
        "Save “{place}” at “{address}” as a favourite in Maps.",
        "Make the place “{place}” a favourite: the one at “{address}”, not its namesake.",
        "Maps knows two places called “{place}”. Add the one at “{address}” to my favourites.",
    )
    steps = 6

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """A name, two addresses."""
        address, other = draw_addresses(rng, world, 2)
        return {"place": draw_place(rng, world), "address": address, "other": other, "keys": fresh(rng, 2)}

    def setup(self, world: World, params: Params) -> None:
        """Two places of one name."""
        for key, address in zip(params["keys"], (params["address"], params["other"]), strict=True):
            open_place(world, key, params["place"], address)

    def expected(self, params: Params) -> list[Expected]:
        """One is saved."""
        return [update("places", params["keys"][0], favourite=1)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Search for the name, tell them apart by the address."""
        yield from find(hand, "maps", goal["place"], value=f"{goal['address']},")
        yield from hand.set_switch("favourite", on=True)


class PhoneOfNearestPlace(Template):
    """Which of three namesakes is the nearest to one's home, by the length of the routes."""

    name = "phone-of-nearest-place"
    kind = "question"
    apps = ("maps",)
    train = False
    goals = (
        "Which of the three places “{place}” is the nearest to my home on foot? Answer with its phone number.",
        "Tell me the phone number of the “{place}” that I can walk to from home in the shortest time.",
        "I want to walk from home to one of the places “{place}”, as short as possible. What is its phone number?",
    )
    steps = 14

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Points at different distances from home, towards the middle of the plan."""
        home = world.db.row("SELECT x, y FROM places WHERE id = ?", HOME)
        points = []
        for distance in some(rng, range(300, 1400, 150), 3):
            across = int(distance * rng.uniform(0.2, 0.8))
            ways = (across, distance - across)
            points.append(
                [at + (way if at < size / 2 else -way) for at, way, size in zip(home, ways, EXTENT, strict=True)]
            )
        return {
            "place": draw_place(rng, world),
            "home": list(home),
            "points": points,
            "addresses": draw_addresses(rng, world, 3),
            "numbers": [draw_number(rng) for _ in range(3)],
            "ratings": some(rng, range(30, 50), 3),
            "keys": fresh(rng, 3),
        }

    def setup(self, world: World, params: Params) -> None:
        """The three places."""
        for i, key in enumerate(params["keys"]):
            x, y = params["points"][i]
            about = {"x": x, "y": y, "phone": params["numbers"][i], "rating": params["ratings"][i]}
            open_place(world, key, params["place"], params["addresses"][i], **about)

    def answers(self, params: Params) -> Sequence[str]:
        """The number of the nearest."""
        x, y = params["home"]
        far = [abs(at_x - x) + abs(at_y - y) for at_x, at_y in params["points"]]
        return [params["numbers"][far.index(min(far))]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """See the route to each, with the number before."""
        yield from seek(hand, "maps", goal["place"])
        ways = []
        for number, found in enumerate(hand.view.all(goal["place"], role="item")):
            if number:
                yield from hand.back(2)
            yield from hand.do("tap", element=found.id)
            phone = yield from read(hand, "phone")
            yield from hand.tap_id("route")
            ways.append((int(match(r"\d+", (yield from read(hand, "foot")))[0]), phone))
        yield from hand.answer(min(ways)[1])


class FavouritesFromNote(Template):
    """The favourites shall be exactly the places that a note lists."""

    name = "favourites-from-note"
    kind = "long"
    apps = ("notes", "maps")
    goals = (
        (
            "My favourites in Maps shall be the places in the note “{title}” and no others: take off what is not"
            " there, save what is missing. Mind the addresses."
        ),
        (
            "Bring the favourites in Maps in line with my note “{title}” (name and address of each): remove the"
            " others, add those that are not saved yet."
        ),
        (
            "The note “{title}” lists the places that I like, with addresses. Make them, and nothing else, my"
            " favourites in Maps."
        ),
    )
    steps = 31

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Wanted: saved and not; unwanted, one of which is a namesake."""
        names = [draw_place(rng, world) for _ in range(7)]
        return {
            "title": f"Good places {rng.integers(100, 999)}",
            "notes": keys(rng, world, "notes", 2),
            "names": [*names, names[2]],
            "addresses": draw_addresses(rng, world, 8),
            "keys": fresh(rng, 8),
        }

    def setup(self, world: World, params: Params) -> None:
        """The first five are wanted, two of them saved already; the archived note lists another one."""
        world.db.execute("UPDATE places SET favourite = 0")
        saved = (1, 1, 0, 0, 0, 1, 1, 1)
        listed = []
        for key, name, address, favourite in zip(
            params["keys"], params["names"], params["addresses"], saved, strict=True
        ):
            open_place(world, key, name, address, favourite=favourite)
            listed.append(f"{name}, {address}")
        write_note(world, params["notes"][0], params["title"], "\n".join(sorted(listed[:5])), 60 * DAY, "Home")
        write_note(world, params["notes"][1], params["title"], "\n".join(listed[5:]), 50 * DAY, "Archive")

    def expected(self, params: Params) -> list[Expected]:
        """Three are saved, three are taken off."""
        changes = enumerate(params["keys"][2:])
        return [update("places", key, favourite=int(place < 3)) for place, key in changes]  # noqa: PLR2004, the first three

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Compare the favourites with the note, then look for those that are missing."""
        left = (yield from current_note(hand, goal["title"])).split("\n")
        yield from hand.open("maps")
        yield from hand.do("tap", element="favourites")
        for found in (yield from hand.read_all("place:")):
            line = f"{found.text}, {match(r'· (.+?),', found.value)[1]}"
            if line in left:
                left.remove(line)
                continue
            yield from hand.tap_id(found.id)
            yield from hand.set_switch("favourite", on=False)
            yield from hand.back()
        yield from hand.back()
        for number, line in enumerate(left):
            if number:
                yield from hand.back()
            name, _, address = line.rpartition(", ")
            yield from hand.fill("query", name)
            yield from hand.tap(name, role="item", value=f"{address},")
            yield from hand.set_switch("favourite", on=True)


TEMPLATES: tuple[Template, ...] = (
    SavePlace(),
    PhoneOfNearestPlace(),
    FavouritesFromNote(),
)
