"""A process that plays with nothing but goals and observations, each received as one line of JSON."""

import json
import sys
from collections.abc import Iterator

from benchmarks.miniwob.oracles import find_oracle
from cube_core import Action, Observation


def lines() -> Iterator[dict[str, object]]:
    for line in sys.stdin:
        yield json.loads(line)


def answer(action: Action | list[Action] | None) -> None:
    assert not isinstance(action, list)
    sys.stdout.write((action.model_dump_json() if action else "null") + "\n")
    sys.stdout.flush()


def main() -> None:
    """For each episode: a line with page and goal, then observations until the answer is null."""
    feed = lines()
    for start in feed:
        oracle = find_oracle(str(start["page"]))
        assert oracle is not None
        player = oracle(str(start["goal"]), Observation.model_validate(next(feed)))
        action: Action | list[Action] | None = next(player, None)
        while action is not None:
            answer(action)
            seen = next(feed)
            if seen.get("over"):
                break
            try:
                action = player.send(Observation.model_validate(seen))
            except StopIteration:
                action = None
        answer(None)
    loaded = [name for name in ("playwright", "benchmarks.miniwob.browser") if name in sys.modules]
    assert not loaded, loaded


if __name__ == "__main__":
    main()
