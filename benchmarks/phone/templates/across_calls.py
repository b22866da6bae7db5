"""Across apps: whom to call and whom to block depends on what stands elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import far_people
from benchmarks.phone.templates.staging import DAY, MINUTE, keys, say, some
from benchmarks.phone.templates.ways import first, seek
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, insert
from benchmarks.phone.world import World


class CallBackColleague(Template):
    """Call back whoever of a company was the last to call in vain."""

    name = "call-back-colleague"
    kind = "across"
    apps = ("contacts", "phone")
    goals = (
        "Somebody at “{company}” tried to reach me. Call back the one of them whose call I missed last.",
        "Call back my contact at “{company}” with the latest missed call.",
        "Which of my contacts at “{company}” did I miss most recently? Call that person back.",
    )
    steps = 8

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Three people of the company and two others."""
        team = far_people(rng, world, 5)
        return {
            "company": world.pools.companies[rng.integers(len(world.pools.companies))],
            "team": [person.id for person in team[:3]],
            "numbers": [person.number for person in team],
            "calls": keys(rng, world, "calls", 6),
        }

    def setup(self, world: World, params: Params) -> None:
        """Two of the three called in vain; the third one got through later; so did people of other companies."""
        world.db.execute("UPDATE contacts SET company = '' WHERE company = ?", params["company"])
        for contact in params["team"]:
            world.db.update("contacts", contact, company=params["company"])
        for number in params["numbers"]:
            world.db.execute("DELETE FROM calls WHERE number = ?", number)
        kinds = ((2, "incoming"), (3, "missed"), (0, "outgoing"), (1, "missed"), (0, "missed"), (4, "missed"))
        for place, (who, kind) in enumerate(kinds):
            self._call(world, params["calls"][place], params["numbers"][who], kind, place)

    def _call(self, world: World, key: int, number: str, kind: str, place: int) -> None:
        world.db.execute("DELETE FROM calls WHERE id = ?", key)
        seconds, at = (0 if kind == "missed" else 40 + place), world.now - place * 50 * MINUTE - 4 * MINUTE
        world.db.insert("calls", id=key, number=number, kind=kind, at=at, seconds=seconds)

    def expected(self, params: Params) -> list[Expected]:
        """A call with the second of the three."""
        return [insert("calls", number=params["numbers"][1], kind="outgoing")]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Who works there; then the first missed call of one of them."""
        yield from seek(hand, "contacts", goal["company"])
        team = {e.text for e in (yield from hand.read_all("contact:")) if e.value.startswith(goal["company"])}
        yield from hand.open("phone")
        missed = yield from hand.scroll_to(
            lambda view: next((e for e in view.starting("call:") if e.text in team and "missed" in e.value), None)
        )
        yield from hand.do("tap", element=missed.id)
        yield from hand.do("tap", element="call-back")


class BlockFraud(Template):
    """Of two strangers who wrote, block the number of the one who asks for the code of the card."""

    name = "block-fraud"
    kind = "across"
    apps = ("messages", "phone")
    goals = (
        (
            "Two unknown numbers texted me about “{parcel}”. One of them asks for the PIN of my card: block that"
            " number in Phone."
        ),
        (
            "There are texts about “{parcel}” from numbers I do not know. Block, in the Phone app, the one that"
            " wants my card's PIN."
        ),
        "Block the number that asked me by text for my card PIN because of “{parcel}”. It called me, too.",
    )
    steps = 8

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two numbers and a parcel."""
        return {
            "parcel": f"parcel {rng.integers(10000, 99999)} to {some(rng, world.pools.cities, 1)[0]}",
            "numbers": world.numbers(2),
            "calls": keys(rng, world, "calls", 2),
            "first": bool(rng.integers(2)),
        }

    def setup(self, world: World, params: Params) -> None:
        """Both wrote and called; which one wrote last differs."""
        parcel = params["parcel"]
        texts = (
            f"To release {parcel}, answer with your card's PIN.",
            f"We never ask for a PIN. {parcel} arrives today.",
        )
        ages = (13 * DAY, 12 * DAY) if params["first"] else (12 * DAY, 13 * DAY)
        for i in range(2):
            say(world, params["numbers"][i], texts[i], ages[i])
            world.db.update("calls", params["calls"][i], number=params["numbers"][i], at=world.now - ages[i] // 60)

    def expected(self, params: Params) -> list[Expected]:
        """One blocked number."""
        return [insert("blocked_numbers", number=params["numbers"][0])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """The list of conversations shows enough of the last message."""
        yield from seek(hand, "messages", goal["parcel"])
        fraud = first(e for e in hand.view.starting("thread:") if "answer with your card's PIN" in e.value)
        yield from hand.open("phone")
        yield from hand.tap(fraud.text, role="item")
        yield from hand.tap_id("block")


TEMPLATES = (
    CallBackColleague(),
    BlockFraud(),
)
