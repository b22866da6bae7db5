"""Real pages in a real browser, beside the peers: the same click on the same page, in turns."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from typing import Any

import gymnasium as gym

from benchmarks.speed.peers.environments import MissingError
from benchmarks.speed.peers.process import Peer
from benchmarks.speed.tables import Table
from benchmarks.speed.timing import Case, Timeable, Timed, interleave
from cube_core import Action

PAGES = ("click-test-2", "click-dialog", "enter-text")
ROUNDS = 5
NEUTRAL = Action(name="click_at", arguments={"x": 80, "y": 20})
"""A click into the instruction's box: a real one, which ends no episode."""
OURS = {"no picture": "tree", "with picture": ("tree", "screenshot")}
ENDLESS = 10**9


@dataclass(frozen=True, slots=True)
class BrowserPeer:
    """A peer, and how it is opened: `kind` is the row of ours that it observes as much as."""

    name: str
    kind: str
    environment: str
    module: str
    option: str
    resets: int
    steps: int
    """Calls in a round."""


PEERS = (
    BrowserPeer("Farama", "no picture", "gymnasium", "farama", "tree", 5, 8),
    BrowserPeer("Farama", "with picture", "gymnasium", "farama", "picture", 5, 5),
    BrowserPeer("BrowserGym", "with picture", "browsergym", "browser_gym", "kept", 1, 2),
    BrowserPeer("BrowserGym, its sleeps removed", "with picture", "browsergym", "browser_gym", "removed", 1, 5),
    BrowserPeer("miniwob-cube", "with picture", "miniwob-cube", "cube_miniwob", "default", 1, 1),
    BrowserPeer("miniwob-cube, Playwright tool", "with picture", "miniwob-cube", "cube_miniwob", "playwright", 1, 4),
)


def measure() -> list[Table]:
    """A table for each page."""
    return [*map(_page, PAGES)]


def make(page: str, observation: str | Sequence[str]) -> gym.Env[Any, Any]:
    """Our environment of a page, whose episode never ends."""
    identity = f"cube_gym:cube/miniwob.{page}-v0"
    return gym.make(identity, observation=observation, max_steps=ENDLESS, disable_env_checker=True)


def _page(page: str) -> Table:
    with ExitStack() as opened:
        cases: list[Timeable] = []
        for kind, observation in OURS.items():
            env = make(page, observation)
            opened.callback(env.close)
            cases += _ours(row_name("ours", page, kind), env)
        missing = []
        for peer in PEERS:
            try:
                process = opened.enter_context(Peer(peer.environment, peer.module, page, peer.option, browser=True))
            except MissingError as exc:
                missing.append(f"{peer.name}, {peer.kind}: {exc}")
                continue
            name = row_name(peer.name, page, peer.kind)
            cases += [
                process.case(f"{name}: reset", "reset", peer.resets),
                process.case(f"{name}: step", "step", peer.steps),
            ]
        return _compared(page, interleave(cases, rounds=ROUNDS), missing)


def row_name(who: str, page: str, kind: str) -> str:
    """What the measurements of one row are called, before ": reset" and ": step"."""
    return f"{who}, {page}, {kind}"


def _compared(page: str, timed: Sequence[Timed], missing: Sequence[str]) -> Table:
    medians = {one.name: one.median for one in timed}
    rows: list[tuple[str, ...]] = []
    for who, kind in [("ours", kind) for kind in OURS] + [(peer.name, peer.kind) for peer in PEERS]:
        name = row_name(who, page, kind)
        cells: list[str] = []
        for what in ("reset", "step"):
            took, base = medians.get(f"{name}: {what}"), medians[f"{row_name('ours', page, kind)}: {what}"]
            cells += ["not here", ""] if took is None else [f"{took * 1e3:.1f}", f"{took / base:.1f}"]
        rows.append((f"{who}, {kind}", *cells))
    note = "Each with its default observation and its own browser; ratios to ours with as much to see."
    if missing:
        note += " Not measured here: " + "; ".join(missing) + "."
    return Table(f"MiniWoB++, {page}", ("who", "reset ms", "ratio", "step ms", "ratio"), rows, note, timed)


def _ours(name: str, env: gym.Env[Any, Any]) -> Iterator[Case]:
    seeds = count()
    env.reset(seed=next(seeds))

    def step() -> None:
        result = env.step(NEUTRAL)
        if result[2] or result[3] or result[4]["error"] is not None:
            msg = f"the neutral click was not neutral on {name}: {result}"
            raise RuntimeError(msg)

    yield Case(f"{name}: reset", lambda: env.reset(seed=next(seeds)), 15)
    yield Case(f"{name}: step", step, 30)
