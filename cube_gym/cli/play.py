"""`cube-gym play`: a person does a task, in a browser or in the terminal."""

import argparse
import datetime as dt
import webbrowser
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from cube_gym.agents import Agent
    from cube_gym.evaluation import Episode, EpisodeResult

_PATIENCE = 10_000_000.0


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's arguments."""
    parser = commands.add_parser("play", help="do a task yourself, in a browser or in the terminal")
    parser.add_argument("task", metavar="BENCHMARK/TASK", help="which task; of several that fit a pattern, the first")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the first seed (default: 0)")
    parser.add_argument("--split", choices=("train", "val", "test"), help="which split (default: the task's first)")
    parser.add_argument("--terminal", action="store_true", help="play here, as text")
    parser.add_argument("--out", metavar="DIR", help="where episodes are kept (default: new directories in runs/)")
    parser.add_argument("--port", type=int, default=0, help="the port of the page (default: a free one)")
    parser.add_argument("--no-browser", action="store_true", help="print the page's address, but do not open it")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, console: Console) -> int:
    """Play until the person has had enough."""
    if "/" not in chosen.task:
        raise ValueError(f"a task is written benchmark/task-id, got {chosen.task!r}")
    from cube_gym.evaluation import configs_of  # noqa: PLC0415, `cube-gym list` need not load the environment

    config = configs_of(chosen.task, split=chosen.split)[0]
    return (_in_the_terminal if chosen.terminal else _in_the_browser)(config, chosen, console)


def _in_the_browser(config: object, chosen: argparse.Namespace, console: Console) -> int:
    from cube_gym.play import PersonAgent, PlayServer  # noqa: PLC0415, see run

    person = PersonAgent()
    with PlayServer(person, port=chosen.port) as server:
        console.print(f"Play at {server.url} (Ctrl-C ends)", highlight=False, soft_wrap=True)
        if not chosen.no_browser:
            webbrowser.open(server.url)
        for seed in count(chosen.seed):
            server.wished.clear()
            result = _play(_episode(config, seed), person, ("tree", "screenshot"), chosen, console)
            person.over(result)
            server.wished.wait()
            if server.wishes[-1] == "quit":
                return 0
    return 0


def _in_the_terminal(config: object, chosen: argparse.Namespace, console: Console) -> int:
    from cube_gym.play.terminal import TerminalAgent  # noqa: PLC0415, see run

    def say(text: str) -> None:
        console.print(text, highlight=False, markup=False, soft_wrap=True)

    agent = TerminalAgent(say, console.input)
    result = _play(_episode(config, chosen.seed), agent, ("text",), chosen, console)
    say(f"{result.end.value}: {'success' if result.success else 'not solved'}, reward {result.reward}")
    return 0


def _episode(config: object, seed: int) -> "Episode":
    from cube_gym.evaluation import Episode  # noqa: PLC0415, see run

    return Episode(config, seed)  # type: ignore[arg-type]


def _play(
    episode: "Episode", agent: "Agent", observation: tuple[str, ...], chosen: argparse.Namespace, console: Console
) -> "EpisodeResult":
    """Play one episode, recorded as any other."""
    from cube_gym.evaluation import Settings, evaluate  # noqa: PLC0415, see run

    now = dt.datetime.now(tz=dt.UTC).strftime("%Y%m%d-%H%M%S")
    home = Path(chosen.out) if chosen.out else Path("runs", f"{now}-{chosen.task.replace('/', '-')}-played")
    directory = home / f"seed-{episode.seed}"
    patient = {"act_seconds": _PATIENCE, "episode_seconds": _PATIENCE}
    settings = Settings.model_validate({"observation": observation, **patient})
    (result,) = evaluate([episode], agent, directory=directory, settings=settings).results
    console.print(f"Kept in {directory}", highlight=False, soft_wrap=True)
    return result
