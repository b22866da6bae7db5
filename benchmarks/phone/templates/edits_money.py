"""Edits in Wallet and Settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.phone.apps.settings import SECTIONS
from benchmarks.phone.apps.wallet import money
from benchmarks.phone.template import Params, Template
from benchmarks.phone.templates.decoys import fresh
from benchmarks.phone.templates.staging import DAY, draw_cents, euros, some
from benchmarks.phone.templates.ways import cents_in, choose_starting
from benchmarks.phone.toolkit import Hand, Steps
from benchmarks.phone.verify import Expected, insert, update
from benchmarks.phone.world import World

ACCOUNTS = ("Everyday", "Savings", "Household", "Travel")
"""Names of the accounts; their keys are 1 to 4."""
SWITCHES = {
    name: [(setting.key, setting.label) for setting in SECTIONS[name][1] if setting.options == ()]
    for name in ("Network", "Privacy")
}
"""Key and label of the switches in some sections of the settings."""


class FreezeCard(Template):
    """The card of an account that is not frozen yet is frozen."""

    name = "freeze-card"
    kind = "edit"
    apps = ("wallet",)
    goals = (
        "I lost the card of my {account} account. Freeze it; the other card of that account is frozen already.",
        "Freeze the second card of the account {account} as well.",
        "Both cards of {account} shall be frozen. One of them still works: freeze it.",
    )
    steps = 4

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Five cards: two of the account, one of them frozen, and others."""
        del world
        accounts = some(rng, range(1, 5), 3)
        return {
            "account": ACCOUNTS[accounts[0] - 1],
            "accounts": [accounts[0], accounts[0], *accounts[1:], accounts[1]],
            "digits": [f"{number}" for number in rng.integers(1000, 9999, 5).tolist()],
            "keys": fresh(rng, 5),
        }

    def setup(self, world: World, params: Params) -> None:
        """These cards and no others."""
        world.db.execute("DELETE FROM cards")
        rows = zip(params["keys"], params["accounts"], params["digits"], (0, 1, 0, 1, 0), strict=True)
        for key, account, digits, frozen in rows:
            world.db.insert("cards", id=key, account=account, digits=digits, frozen=frozen)

    def expected(self, params: Params) -> list[Expected]:
        """One card more is frozen."""
        return [update("cards", params["keys"][0], frozen=1)]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Find the account's card that works, use its switch."""
        yield from hand.open("wallet")
        card = yield from hand.scroll_to(
            lambda view: next((e for e in view.starting("card:") if e.value == goal["account"]), None)
        )
        yield from hand.do("tap", element=card.id)
        yield from hand.set_switch("frozen", on=True)


class FillUpAccount(Template):
    """Money moves between own accounts until one of them holds a given sum."""

    name = "fill-up-account"
    kind = "edit"
    apps = ("wallet",)
    train = False
    goals = (
        "Transfer so much from {source} to {target} that {target} holds exactly {amount}. No reference.",
        "Bring my account {target} up to {amount} with a transfer from {source} (without a reference).",
        "{target} should have a balance of {amount}. Send what is missing from {source}, reference empty.",
    )
    steps = 11

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Two accounts, what the second lacks (little enough that no code is asked for), and what it shall hold."""
        source, target = some(rng, range(1, 5), 2)
        missing = draw_cents(rng, 12, 480)
        balance = [int(world.db.value("SELECT cents FROM accounts WHERE id = ?", key)) for key in (source, target)]
        return {
            "keys": [source, target],
            "source": ACCOUNTS[source - 1],
            "target": ACCOUNTS[target - 1],
            "missing": missing,
            "rich": max(balance[0], 90_000),
            "left": balance[1],
            "amount": money(balance[1] + missing),
        }

    def setup(self, world: World, params: Params) -> None:
        """The source has enough."""
        lacking = params["rich"] - int(world.db.value("SELECT cents FROM accounts WHERE id = ?", params["keys"][0]))
        if lacking:
            world.db.update("accounts", params["keys"][0], cents=params["rich"])
            values = {"title": "Salary", "category": "Income", "at": world.now - DAY}
            world.db.insert("transactions", account=params["keys"][0], cents=lacking, **values)

    def expected(self, params: Params) -> list[Expected]:
        """Both balances, and a booking in each account."""
        source, target = params["keys"]
        missing, names = params["missing"], (params["source"], params["target"])
        return [
            update("accounts", source, cents=params["rich"] - missing),
            update("accounts", target, cents=params["left"] + missing),
            insert("transactions", account=source, cents=-missing, title=names[1], category="Transfer"),
            insert("transactions", account=target, cents=missing, title=names[0], category="Transfer"),
        ]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Subtract the balance, transfer the rest."""
        yield from hand.open("wallet")
        account = yield from hand.look_for(goal["target"], role="item")
        missing = cents_in(goal["amount"]) - cents_in(account.value)
        yield from hand.do("tap", element="transfer")
        yield from choose_starting(hand, "source", f"{goal['source']} (")
        yield from choose_starting(hand, "target", f"{goal['target']} (")
        yield from hand.fill("amount", euros(missing))
        yield from hand.tap_id("continue")
        yield from hand.do("tap", element="send")


class SetSwitches(Template):
    """In two sections of the settings, exactly the named switches are on."""

    name = "set-switches"
    kind = "edit"
    apps = ("settings",)
    goals = (
        "In Settings, Network and Privacy, exactly these switches shall be on: {names}. Turn all others there off.",
        "Set the switches in Network and Privacy like this: on: {names}. Every other one there: off.",
        "I want these on, and the rest of Network and Privacy off: {names}. Leave everything that is no switch.",
    )
    steps = 13

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """Which are on before and after; at least one changes in each section."""
        del world
        before: dict[str, str] = {}
        after: dict[str, str] = {}
        for switches in SWITCHES.values():
            keys = [key for key, _ in switches]
            states = rng.integers(0, 2, len(keys)).tolist()
            before |= {key: ("off", "on")[state] for key, state in zip(keys, states, strict=True)}
            changed = some(rng, keys, int(rng.integers(1, len(keys))))
            after |= {key: ("off", "on")[(before[key] == "on") ^ (key in changed)] for key in keys}
        labels = [label for switches in SWITCHES.values() for key, label in switches if after[key] == "on"]
        return {"before": before, "after": after, "names": ", ".join(some(rng, labels, len(labels))) or "none"}

    def setup(self, world: World, params: Params) -> None:
        """The switches before."""
        for key, value in params["before"].items():
            world.db.update("settings", key, value=value)

    def expected(self, params: Params) -> list[Expected]:
        """Those that differ."""
        after = params["after"].items()
        return [update("settings", key, value=value) for key, value in after if value != params["before"][key]]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """Section after section, tap the switches that are wrong."""
        wanted = goal["names"].split(", ")
        yield from hand.open("settings")
        for place, (section, switches) in enumerate(SWITCHES.items()):
            if place:
                yield from hand.back()
            yield from hand.tap(section, role="item")
            for key, label in switches:
                yield from hand.set_switch(key, on=label in wanted)


class RenamePhone(Template):
    """The phone gets another name."""

    name = "rename-phone"
    kind = "edit"
    apps = ("settings",)
    goals = (
        "Call this phone “{device}”.",
        "Other devices should see this phone as “{device}”. Change its name in the settings.",
        "Change the device name to “{device}”.",
    )
    steps = 8

    def sample(self, rng: np.random.Generator, world: World) -> dict[str, Any]:
        """The name before and after, nearly the same."""
        first, other = some(rng, world.pools.first, 2)
        number = int(rng.integers(10, 99))
        return {"before": f"Phone {number} of {other}", "device": f"Phone {number} of {first}"}

    def setup(self, world: World, params: Params) -> None:
        """The name before."""
        world.db.update("settings", "device_name", value=params["before"])

    def expected(self, params: Params) -> list[Expected]:
        """The name after."""
        return [update("settings", "device_name", value=params["device"])]

    def solve(self, goal: Mapping[str, str], hand: Hand) -> Steps:
        """In the section About."""
        yield from hand.open("settings")
        yield from hand.tap("About", role="item")
        yield from hand.tap_id("device_name")
        yield from hand.fill("value", goal["device"])
        yield from hand.save()


TEMPLATES = (FreezeCard(), FillUpAccount(), SetSwitches(), RenamePhone())
