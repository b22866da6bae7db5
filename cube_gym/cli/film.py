"""`cube-gym film`: an episode as an animated picture."""

import argparse

from rich.console import Console


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's arguments."""
    parser = commands.add_parser("film", help="play an episode and write it as an animated GIF")
    parser.add_argument("task", help="benchmark/task-id")
    parser.add_argument("--agent", default="oracle", help="oracle (the default), random, or module:Class of your own")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the episode's seed (default: 0)")
    parser.add_argument("--split", choices=("train", "val", "test"), help="which split (default: the task's first)")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="how long each moment is shown")
    parser.add_argument("--out", default="episode.gif", metavar="FILE", help="the file (default: episode.gif)")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, console: Console) -> int:
    """Play it and write the film."""
    from cube_gym.agents.named import named_agent  # noqa: PLC0415, `cube-gym list` need not load the environment
    from cube_gym.evaluation import configs_of  # noqa: PLC0415, see above
    from cube_gym.film import save_film  # noqa: PLC0415, see above

    config = configs_of(chosen.task, split=chosen.split)[0]
    moments = save_film(config, named_agent(chosen.agent), chosen.out, seed=chosen.seed, seconds=chosen.seconds)
    console.print(f"{moments} moments: {chosen.out}", highlight=False, soft_wrap=True)
    return 0
