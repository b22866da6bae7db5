"""What was aimed at, and whether it was reached."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.speed.miniwob import PEERS, row_name
from benchmarks.speed.tables import Table

UNITS = {"us": 1e6, "ms": 1e3, "s": 1.0}
PAGE = "click-test-2"
CUBE = "cube-standard: "


@dataclass(frozen=True, slots=True)
class Goal:
    """At most `limit` seconds for the measurement called `row`.

    `unit` is what it is shown in; "/s" shows how often it can be done in a second. `peers` are the measurements that it
    is compared with, by what they are called.
    """

    work: str
    limit: float
    unit: str
    row: str
    peers: Mapping[str, str]

    def shown(self, seconds: float) -> str:
        """A time in the goal's unit."""
        return f"{1 / seconds:,.0f}/s" if self.unit == "/s" else f"{seconds * UNITS[self.unit]:.3g} {self.unit}"


def _browser(what: str, kind: str) -> tuple[str, dict[str, str]]:
    peers = {peer.name: f"{row_name(peer.name, PAGE, peer.kind)}: {what}" for peer in PEERS if peer.kind == kind}
    return f"{row_name('ours', PAGE, kind)}: {what}", peers


STEP = {"cube-standard's bare step": f"{CUBE}bare Task.step"}
LATER = "bare Task.step, async action from a sync caller"
GOALS = (
    Goal("`TaskEnv.step` with the world, in memory", 30e-6, "us", "TaskEnv.step, world on", STEP),
    Goal("bare `Task.step`", 15e-6, "us", "bare Task.step", STEP),
    Goal(
        "action set, 13 actions",
        5e-6,
        "us",
        "action_set of 13 actions",
        {"cube-standard": f"{CUBE}action_set of 13 actions"},
    ),
    Goal("an async action from a sync caller", 60e-6, "us", LATER, {"cube-standard": f"{CUBE}{LATER}"}),
    Goal(
        "messages with a 400 x 800 screenshot, five times",
        7e-3,
        "ms",
        "messages asked five times",
        {"cube-standard": f"{CUBE}messages asked five times"},
    ),
    Goal("`observe`, history of 1,000", 6e-6, "us", "observe, history of 1000", {}),
    Goal(f"MiniWoB++ {PAGE}: step, no picture", 4e-3, "ms", *_browser("step", "no picture")),
    Goal(f"MiniWoB++ {PAGE}: step, with picture", 14e-3, "ms", *_browser("step", "with picture")),
    Goal(f"MiniWoB++ {PAGE}: reset in place, no picture", 6e-3, "ms", *_browser("reset", "no picture")),
    Goal("phone, a step with the tree", 1 / 5000, "/s", "Task.step, tree", {}),
    Goal("phone, a step with the screenshot", 1 / 500, "/s", "Task.step, screenshot", {}),
    Goal("`import cube_gym`", 0.6, "s", "import cube_gym", {}),
)


def reached(tables: Sequence[Table]) -> Table:
    """Each goal beside what was measured, and how many times as long the peers take."""
    medians = {one.name: one.median for table in tables for one in table.timed}
    table = Table("Goals", ("work", "goal", "reached", "", "peers, times as long"))
    for goal in GOALS:
        took = medians.get(goal.row)
        if took is None:
            table.rows.append((goal.work, goal.shown(goal.limit), "not measured", "", ""))
            continue
        verdict = "met" if took <= goal.limit else f"missed by {took / goal.limit - 1:.0%}"
        ratios = [f"{name} {medians[row] / took:.1f}" for name, row in goal.peers.items() if row in medians]
        table.rows.append((goal.work, goal.shown(goal.limit), goal.shown(took), verdict, ", ".join(ratios)))
    return table
