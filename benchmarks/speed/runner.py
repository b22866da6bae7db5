"""What the runner adds to an episode, how workers scale, and how long a report takes."""

import tempfile
import time
from pathlib import Path

from benchmarks.speed.tables import Table
from benchmarks.speed.timing import Case, interleave
from cube_core import InfraConfig
from cube_gym.agents import OracleAgentConfig
from cube_gym.env import TaskEnv
from cube_gym.evaluation import Episode, LocalInfra, RayInfra, RunDirectory, Settings, configs_of, evaluate
from cube_gym.report import write_report

BENCHMARK = "phone"
TASKS = 8
EPISODES = 200
REPORTED = 1000
ROUNDS = 5
WORKERS = (1, 2, 4)


def measure() -> list[Table]:
    """Overhead, throughput, and the report."""
    return [_overhead(), _throughput(), _report()]


def _overhead() -> Table:
    episodes = [Episode(config, seed) for config in configs_of(BENCHMARK)[:TASKS] for seed in range(2)]
    cases = [
        Case("a plain loop over `TaskEnv`", lambda: _plain(episodes), 1),
        Case("evaluate, nothing recorded", lambda: _evaluated(episodes, record=False), 1),
        Case("evaluate, recorded in memory", lambda: _evaluated(episodes, record=True), 1),
        Case("evaluate, kept in a directory", lambda: _in_a_directory(episodes), 1),
    ]
    timed = interleave(cases, rounds=ROUNDS)
    base = timed[0].median
    rows: list[tuple[str, ...]] = []
    for one in timed:
        per_episode, added = 1e3 * one.median / len(episodes), 1e3 * (one.median - base) / len(episodes)
        rows.append((one.name, f"{per_episode:.2f}", f"{added:+.2f}"))
    note = f"The oracle on {TASKS} tasks of {BENCHMARK}, trees only; milliseconds an episode."
    return Table("The runner's overhead", ("what", "ms an episode", "more than the loop"), rows, note)


def _throughput() -> Table:
    configs = configs_of(BENCHMARK)
    episodes = [Episode(configs[index % len(configs)], index // len(configs)) for index in range(EPISODES)]
    places: dict[str, InfraConfig | None] = {
        "in this process": None,
        **{f"{workers} process{'es' * (workers > 1)}": LocalInfra(workers=workers) for workers in WORKERS},
        "2 Ray actors": RayInfra(workers=2),
    }
    rows: list[tuple[str, ...]] = []
    for name, infra in places.items():
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            try:
                evaluate(episodes, OracleAgentConfig(), directory=Path(folder, "run"), infra=infra)
            except ImportError as exc:
                rows.append((name, f"not here: {exc}"))
            else:
                rows.append((name, f"{EPISODES / (time.perf_counter() - start):.1f}"))
    note = f"{EPISODES} episodes of {BENCHMARK}, kept in a directory, the start of the workers included."
    return Table("Episodes a second", ("where", "episodes/s"), rows, note)


def _report() -> Table:
    configs = configs_of(BENCHMARK)
    episodes = [Episode(configs[index % len(configs)], index // len(configs)) for index in range(REPORTED)]
    with tempfile.TemporaryDirectory() as folder:
        results = evaluate(episodes, OracleAgentConfig(), directory=Path(folder, "run"), infra=2).results
        file = Path(folder, "report.html")
        start = time.perf_counter()
        write_report(RunDirectory(Path(folder, "run")), file)
        seconds = time.perf_counter() - start
        steps, size = sum(result.steps for result in results), file.stat().st_size / 1e6
    rows: list[tuple[str, ...]] = [(f"{REPORTED} episodes, {steps} steps", f"{seconds:.1f}", f"{size:.1f}")]
    return Table("The report", ("of", "seconds", "MB"), rows)


def _plain(episodes: list[Episode]) -> None:
    env = None
    made_for = None
    for episode in episodes:
        if env is None or made_for is not episode.config:
            env, made_for = TaskEnv(episode.config, split=episode.config.metadata.split), episode.config
        observation, info = env.reset(seed=episode.seed)
        agent = OracleAgentConfig().make(episode.config, episode.seed)
        agent.reset(info["goal"], env.action_set)
        ended = False
        while not ended:
            observation, _, done, truncated, info = env.step(agent.act(observation, info))
            ended = done or truncated


def _evaluated(episodes: list[Episode], *, record: bool) -> None:
    evaluate(episodes, OracleAgentConfig(), settings=Settings(record=record))


def _in_a_directory(episodes: list[Episode]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        evaluate(episodes, OracleAgentConfig(), directory=Path(folder, "run"))
