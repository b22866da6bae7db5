"""What `cube.benchmarks` announces."""

from typing import ClassVar

from cube.benchmark import BenchmarkConfig as CubeStandardBenchmarkConfig
from cube.task import TaskMetadata as CubeStandardMetadata

from cube_gym.adapters.cube_standard.ours.benchmark import OurBenchmark, about
from cube_gym.adapters.cube_standard.ours.task import OurTaskConfig, metadata_of


class MiniWobCubeTaskConfig(OurTaskConfig):
    """A task of the benchmark."""

    home: ClassVar = "miniwob"


class MiniWobCubeConfig(CubeStandardBenchmarkConfig[CubeStandardMetadata]):
    """All tasks of the benchmark."""

    benchmark_metadata: ClassVar = about("miniwob", "browser", "web")
    task_metadata: ClassVar = metadata_of("miniwob")
    task_config_class: ClassVar = MiniWobCubeTaskConfig
    benchmark_class: ClassVar = OurBenchmark
