"""`cube-gym run`: play episodes, keep them, and print the table."""

import argparse
import datetime as dt
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rich.console import Console

from cube_gym.cli.selection import SELECTION

if TYPE_CHECKING:
    from cube_core import InfraConfig
    from cube_gym.agents import AgentConfig
    from cube_gym.evaluation import Episode, Evaluation, Progress, RunManifest, Settings


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's arguments."""
    parser = commands.add_parser("run", help="play episodes, keep them, and print a table of success rates")
    parser.add_argument("benchmark", nargs="?", metavar="BENCHMARK[/GLOB]", help=f"{SELECTION}; left out with --resume")
    parser.add_argument("--tasks", metavar="GLOB", help="the same as BENCHMARK/GLOB")
    parser.add_argument(
        "--split", choices=("train", "val", "test"), help="which split (default: the first of each task)"
    )
    parser.add_argument("--agent", help="oracle (the default), random, chat, or module:Class of your own")
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("--episodes", type=int, metavar="N", help="how many in all, dealt round-robin over the tasks")
    amount.add_argument("--seeds", type=int, default=1, metavar="K", help="how many for each task (default: 1)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the first seed (default: 0)")
    parser.add_argument("--out", metavar="DIR", help="where results are kept (default: a new directory in runs/)")
    parser.add_argument("--resume", metavar="DIR", help="go on with a run: what is over is not played again")
    parser.add_argument("--retry-faults", action="store_true", help="with --resume: play faulted episodes again, too")
    parser.add_argument("--allow-faults", action="store_true", help="print a success rate above 5 %% faults, too")
    _add_places(parser)
    _add_settings(parser)
    _add_chat(parser)
    parser.set_defaults(run=run)


def _add_places(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("where")
    group.add_argument("--workers", type=int, metavar="N", help="how many processes (default: this one)")
    group.add_argument("--infra", choices=("local", "ray"), default="local", help="this machine, or a Ray cluster")
    group.add_argument("--address", help="the Ray cluster (default: one that is started on this machine)")


def _add_settings(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how")
    group.add_argument(
        "--max-steps", type=int, metavar="N", help="steps per episode (default: what the task recommends)"
    )
    group.add_argument(
        "--observation",
        action="append",
        choices=("text", "tree", "screenshot"),
        help="what the agent sees (more than once for several; default: tree)",
    )
    group.add_argument("--reward", choices=("raw", "discounted"), default="raw")
    group.add_argument("--no-world", action="store_true", help="do not track the world")
    group.add_argument("--act-seconds", type=float, metavar="S", help="how long the agent may think about one step")
    group.add_argument("--step-seconds", type=float, metavar="S", help="how long the task may take for one step")
    group.add_argument("--episode-seconds", type=float, metavar="S", help="how long an episode may take")
    group.add_argument("--disturbance", type=float, default=0.0, help=argparse.SUPPRESS)


def _add_chat(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("with --agent chat")
    group.add_argument("--model", help="the model's name")
    group.add_argument("--base-url", help="an OpenAI-compatible endpoint (default: OpenAI's)")
    group.add_argument("--api-key-variable", metavar="NAME", help="the environment variable that holds the key")
    group.add_argument("--temperature", type=float)
    group.add_argument("--retries", type=int, metavar="N", help="how often a request that failed is sent again")
    group.add_argument("--max-tokens", type=int, metavar="N", help="tokens of an episode, input and output")
    group.add_argument("--max-cost", type=float, metavar="X", help="cost of an episode")
    group.add_argument("--prices", type=float, nargs=2, metavar=("IN", "OUT"), help="per million tokens")


def run(chosen: argparse.Namespace, console: Console) -> int:
    """Play."""
    from cube_gym.cli.progress import progress_bar  # noqa: PLC0415, `cube-gym list` need not load the environment
    from cube_gym.cli.tables import print_summary  # noqa: PLC0415, see above

    wanted = _resumed(chosen) if chosen.resume else _new(chosen, console)
    try:
        with progress_bar(console) as move:
            done = wanted.play(move)
    except KeyboardInterrupt:
        kept = f"What is over is kept: cube-gym run --resume {wanted.directory}"
        raise KeyboardInterrupt(kept) from None
    for note in done.notes:
        console.print(note, highlight=False, markup=False, soft_wrap=True)
    title = f"{wanted.label} on {wanted.benchmark or 'tasks of your own'}"
    print_summary(done.summary(allow_faults=chosen.allow_faults), done.results, console, title)
    console.print(f"Kept in {done.directory}: cube-gym report {done.directory}", highlight=False, soft_wrap=True)
    return 0


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A run, as the arguments have it."""

    episodes: "list[Episode]"
    agent: "AgentConfig"
    settings: "Settings"
    infra: "InfraConfig | None"
    directory: Path
    benchmark: str
    resume: "bool | Literal['with_faults']" = False

    @property
    def label(self) -> str:
        return self.agent.label

    def play(self, watch: "Callable[[Progress], None]") -> "Evaluation":
        from cube_gym.evaluation import evaluate  # noqa: PLC0415, see run

        return evaluate(
            self.episodes,
            self.agent,
            directory=self.directory,
            resume=self.resume,
            infra=self.infra,
            settings=self.settings,
            watch=watch,
        )


def _new(chosen: argparse.Namespace, console: Console) -> _Wanted:
    from cube_gym.evaluation import configs_of, deal  # noqa: PLC0415, see run

    if chosen.benchmark is None:
        raise ValueError("say which benchmark to run: `cube-gym list` prints all")
    configs = configs_of(chosen.benchmark, chosen.tasks, chosen.split)
    agent = _agent(chosen, chosen.agent or "oracle")
    playable = [config for config in configs if agent.can_play(config)]
    left_out = [config.metadata.id for config in configs if config not in playable]
    if left_out:
        console.print(f"Left out, without an oracle: {', '.join(left_out)}", highlight=False)
    return _Wanted(
        episodes=deal(playable, episodes=chosen.episodes, seeds=chosen.seeds, seed=chosen.seed),
        agent=agent,
        settings=_settings(chosen),
        infra=_infra(chosen),
        directory=Path(chosen.out) if chosen.out else _new_directory(chosen.benchmark.partition("/")[0], agent.label),
        benchmark=chosen.benchmark.partition("/")[0],
    )


def _resumed(chosen: argparse.Namespace) -> _Wanted:
    from cube_gym.cli.runs import open_run  # noqa: PLC0415, see run

    directory = open_run(chosen.resume)
    manifest = directory.manifest
    return _Wanted(
        episodes=manifest.to_play(),
        agent=_kept_agent(chosen, manifest),
        settings=manifest.settings,
        infra=_infra(chosen),
        directory=directory.path,
        benchmark=manifest.benchmark,
        resume="with_faults" if chosen.retry_faults else True,
    )


def _kept_agent(chosen: argparse.Namespace, manifest: "RunManifest") -> "AgentConfig":
    """The agent of a run that is gone on with. One of the user's own has to be named again: data imports nothing."""
    from cube_gym.agents import AgentConfig, ChatAgentConfig, ImportedAgentConfig  # noqa: PLC0415, see run

    del ChatAgentConfig  # loaded, so that its dump can be read
    if manifest.agent_config is None:
        raise ValueError(f"agent {manifest.agent!r} was given as an object: resume with cube_gym.evaluate(resume=True)")
    config = AgentConfig.model_validate(manifest.agent_config)
    if isinstance(config, ImportedAgentConfig) and chosen.agent != config.factory:
        raise ValueError(f"this run's agent is code of your own: say so again with --agent {config.factory}")
    return config


def _agent(chosen: argparse.Namespace, name: str) -> "AgentConfig":
    from cube_gym.agents.named import named_agent  # noqa: PLC0415, see run

    if name != "chat":
        if ":" in name:
            sys.path.insert(0, str(Path.cwd()))
        return named_agent(name, seed=chosen.seed)
    from cube_gym.agents import ChatAgentConfig  # noqa: PLC0415, see run

    if not chosen.model:
        raise ValueError("--agent chat needs --model NAME")
    given = {
        "base_url": chosen.base_url,
        "api_key_variable": chosen.api_key_variable,
        "temperature": chosen.temperature,
        "retries": chosen.retries,
        "max_tokens": chosen.max_tokens,
        "max_cost": chosen.max_cost,
        "prices": chosen.prices,
    }
    return ChatAgentConfig(model=chosen.model, **{name: value for name, value in given.items() if value is not None})


def _settings(chosen: argparse.Namespace) -> "Settings":
    from cube_gym.evaluation import Settings  # noqa: PLC0415, see run

    given: dict[str, Any] = {
        "observation": chosen.observation,
        "max_steps": chosen.max_steps,
        "act_seconds": chosen.act_seconds,
        "step_seconds": chosen.step_seconds,
        "episode_seconds": chosen.episode_seconds,
    }
    kept = {name: value for name, value in given.items() if value is not None}
    return Settings(reward=chosen.reward, world=not chosen.no_world, disturbance=chosen.disturbance, **kept)


def _infra(chosen: argparse.Namespace) -> "InfraConfig | None":
    from cube_gym.evaluation import LocalInfra, RayInfra  # noqa: PLC0415, see run

    if chosen.infra == "ray":
        return RayInfra(workers=chosen.workers or 1, address=chosen.address)
    if chosen.address is not None:
        raise ValueError("--address names a Ray cluster: give --infra ray as well")
    return None if chosen.workers is None else LocalInfra(workers=chosen.workers)


def _new_directory(benchmark: str, label: str) -> Path:
    now = dt.datetime.now(tz=dt.UTC).strftime("%Y%m%d-%H%M%S")
    name = "".join(letter if letter.isalnum() or letter in "._-" else "-" for letter in f"{now}-{benchmark}-{label}")
    return Path("runs", name)
