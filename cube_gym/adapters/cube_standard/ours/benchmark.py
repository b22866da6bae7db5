"""What the CUBE packages of this project have in common: benchmarks that need nothing set up."""

from importlib.metadata import version

from cube.benchmark import Benchmark as CubeStandardBenchmark
from cube.benchmark import BenchmarkMetadata as CubeStandardBenchmarkMetadata

from cube_gym import catalogue


class OurBenchmark(CubeStandardBenchmark):
    """Nothing is shared: each task has a phone, or a browser page, of its own."""

    def _setup(self) -> None:
        pass

    def close(self) -> None:
        """Nothing to take down."""


def about(benchmark: str, *tags: str) -> CubeStandardBenchmarkMetadata:
    """What is known of an announced benchmark of this project."""
    found = catalogue.benchmark(benchmark)
    return CubeStandardBenchmarkMetadata(
        name=f"cube-gym-{benchmark}",
        version=version("cube-gym"),
        description=found.description,
        authors=["The cube-gym authors"],
        license="Apache-2.0",
        num_tasks=len(found.tasks),
        tags=list(tags),
    )
