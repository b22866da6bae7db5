"""CUBE tasks and benchmarks as configs of this project: JSON, which travels to any process."""

import json
from typing import Any, Self

from cube_core import BenchmarkConfig, BenchmarkMetadata, Task, TaskConfig
from cube_core.wire import JsonDict
from cube_gym.adapters.cube_standard.metadata import read_metadata
from cube_gym.adapters.cube_standard.requirement import require_cube_standard


class CubeTaskConfig(TaskConfig):
    """A task of a CUBE package. Each reset makes its CUBE Task anew, from a `cube.task.TaskConfig` with the seed."""

    cube: JsonDict
    """The dump of the CUBE TaskConfig."""
    benchmark: JsonDict | None = None
    """The dump of the CUBE BenchmarkConfig that it belongs to, None for one that stands alone."""
    infra: JsonDict | None = None
    """The dump of the CUBE InfraConfig that provides containers and machines, None where none is needed."""

    @classmethod
    def of(cls, config: Any, *, infra: Any = None) -> Self:  # noqa: ANN401, a CUBE TaskConfig, a CUBE InfraConfig
        """The config of a CUBE task that needs nothing of its benchmark.

        Raises:
            DependencyNotInstalled: cube-standard is not there, or not supported.
        """
        require_cube_standard()
        from cube_gym.adapters.cube_standard.dumps import dump  # noqa: PLC0415, as above

        return cls(
            metadata=read_metadata(config.metadata.model_dump(), config.task_id),
            cube=dump(config),
            infra=infra and dump(infra),
        )

    def make(self) -> Task:
        """A new task; its CUBE Task is made at its first reset, or when its actions are asked for.

        Raises:
            DependencyNotInstalled: cube-standard is not there, or not supported; or the task needs a container, and no
                infra was given.
            ValueError: a tag names a class of a package that is not loaded and announces no benchmark.
        """
        require_cube_standard()
        from cube_gym.adapters.cube_standard.dumps import import_for  # noqa: PLC0415, as above
        from cube_gym.adapters.cube_standard.live import check_container  # noqa: PLC0415, as above
        from cube_gym.adapters.cube_standard.task import CubeTask  # noqa: PLC0415, as above

        import_for(self.cube, self.benchmark, self.infra)
        check_container(self.cube, self.infra)
        return CubeTask(self)

    def key(self) -> str:
        """What the task is, as text."""
        return json.dumps([self.cube, self.benchmark, self.infra], sort_keys=True)

    def key_of_tool(self) -> str:
        """What decides on its tool, as text, where the package leaves that to the tool's config."""
        return json.dumps([self.cube["_type"], self.cube.get("tool_config"), self.benchmark], sort_keys=True)


class LiveCubeTaskConfig(TaskConfig):
    """What is known of a live CUBE Task. Nobody can make another of it."""

    @classmethod
    def of(cls, task: Any) -> Self:  # noqa: ANN401, a CUBE Task
        """The config of a live CUBE Task."""
        metadata = read_metadata(task.metadata.model_dump())
        return cls(
            metadata=metadata.model_copy(update={"nondeterministic": "a live CUBE Task is reset without a seed"})
        )

    def make(self) -> Task:
        """There is none to make.

        Raises:
            TypeError: always; it names the way out.
        """
        raise TypeError(
            f"the live CUBE task {self.metadata.id!r} broke or was closed, and cannot be made anew: "
            "give its config, CubeTaskConfig.of(task_config)"
        )


class CubeBenchmarkConfig(BenchmarkConfig):
    """The tasks of a CUBE benchmark, configured by hand: `cube_gym.register(CubeBenchmarkConfig.of(config))`."""

    cube: JsonDict
    """The dump of the CUBE BenchmarkConfig."""
    about: BenchmarkMetadata
    """What is known of it."""
    infra: JsonDict | None = None
    """The dump of a CUBE InfraConfig."""

    @classmethod
    def of(cls, config: Any, *, name: str | None = None, infra: Any = None) -> Self:  # noqa: ANN401, CUBE configs
        """The benchmark of a CUBE BenchmarkConfig, under its own name or another.

        Raises:
            DependencyNotInstalled: cube-standard is not there, or not supported.
        """
        require_cube_standard()
        from cube_gym.adapters.cube_standard.dumps import dump  # noqa: PLC0415, as above

        theirs = config.benchmark_metadata
        about = BenchmarkMetadata(
            name=name or theirs.name, version=theirs.version, description=theirs.description, extra="cube"
        )
        return cls(cube=dump(config), about=about, infra=infra and dump(infra))

    def benchmark(self) -> BenchmarkMetadata:  # type: ignore[override]  # known of the object, not of the class
        """What is known of the benchmark."""
        return self.about

    def all_task_configs(self) -> list[TaskConfig]:
        """One config a task, in the package's order; its own seeds are left out, for `reset` gives them.

        Raises:
            DependencyNotInstalled: cube-standard is not there, or not supported.
        """
        require_cube_standard()
        from cube.benchmark import BenchmarkConfig as CubeStandardBenchmark  # noqa: PLC0415, as above

        from cube_gym.adapters.cube_standard.dumps import dump, import_for, load  # noqa: PLC0415, as above

        import_for(self.cube, self.infra)
        tasks = {task.task_id: task for task in load(CubeStandardBenchmark, self.cube).get_task_configs()}
        return [
            CubeTaskConfig(
                metadata=read_metadata(task.metadata.model_dump(), name),
                cube=dump(task),
                benchmark=self.cube,
                infra=self.infra,
            )
            for name, task in tasks.items()
        ]
