"""Plays, forks, and plays in both processes; prints the process id of each one's Chromium."""

import os
import sys

from benchmarks.miniwob import MiniWobConfig
from benchmarks.miniwob.browser import close_browser
from cube_core import Action
from tests.miniwob.miniwob_player import chromium_of


def chromium() -> int:
    return chromium_of(os.getpid())[0][0]


def play() -> None:
    (config,) = MiniWobConfig(tasks=("click-test",)).get_task_configs()
    task = config.make()
    task.reset(seed=0)
    tree = task.observe().content("tree")
    assert tree is not None
    ref = next(element["ref"] for element in tree.data if element["tag"] == "button")
    assert task.step(Action(name="click", arguments={"ref": ref})).reward == 1


def main() -> int:
    play()
    mine = chromium()
    child = os.fork()
    if child == 0:
        play()
        theirs = chromium()
        assert theirs != mine
        close_browser()
        sys.stdout.write(f"{theirs}\n")
        sys.stdout.flush()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    play()
    sys.stdout.write(f"{mine}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
