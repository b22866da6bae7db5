"""One of each thing that shows itself, with a text of one's own wherever there is a text in it."""

from collections.abc import Iterator

from PIL import Image

from cube_core import (
    STOP_ACTION,
    Action,
    ActionSchema,
    AudioContent,
    BenchmarkConfig,
    BenchmarkMetadata,
    EnvironmentOutput,
    ImageContent,
    InvalidAction,
    Observation,
    StepError,
    StructuredContent,
    TaskConfig,
    TaskMetadata,
    TextContent,
)
from cube_core.action import ActionSet
from cube_gym import Details, EnvStep, Outcome, Profiling, catalogue
from cube_gym.evaluation import End, EpisodeResult, Evaluation
from cube_gym.statistics import compare, summarize
from cube_gym.testing import Certificate, Finding, Verdict
from world import PlannedStep, Scene, SemanticScene, StepResult, WorldEvent, WorldState

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
PICTURE = Image.new("RGB", (40, 80), "white")


class Attacked(BenchmarkConfig):
    """A benchmark whose every text is an attack."""

    @classmethod
    def benchmark(cls) -> BenchmarkMetadata:
        return BenchmarkMetadata(name="attacked", description=EVIL)

    def all_task_configs(self) -> list[TaskConfig]:
        return [AttackedTask(metadata=TaskMetadata(id=EVIL, description=EVIL, tags=(EVIL,)))]


class AttackedTask(TaskConfig):
    def make(self) -> None:  # type: ignore[override]
        """No display makes a task."""
        raise AssertionError


def tree(text: str = "Send", size: int = 1) -> list[dict[str, object]]:
    element = {"id": text, "role": text, "text": text, "value": text, "bounds": [1, 2, 30, 40], "enabled": False}
    return [element] * size


def observation(text: str = "hello") -> Observation:
    contents = [
        TextContent(data=text, name="goal"),
        TextContent(data=text, name="error"),
        TextContent(data=text, name="screen"),
        TextContent(data=text, name=text, tool_call_id=text),
        StructuredContent(data={text: text}, name=text),
        StructuredContent(data=tree(text), name="tree"),
        ImageContent(data=PICTURE, name=text),
        ImageContent(data=PICTURE, name="screenshot"),
        AudioContent(data=text.encode(), name=text),
    ]
    return Observation(contents=contents, error=StepError(error_type=text, exception_str=text, stack_trace=text))


def state(text: str = "mail", events: int = 2) -> WorldState:
    semantic = SemanticScene(text, [text, {text: text}], [{"use": text}])
    step = PlannedStep(text, {"remember": {text: text}, text: text})
    event = WorldEvent(semantic, step, success=False)
    return WorldState(text, text, {text: text}, [event] * events)


def result(text: str = "task", seed: int = 0, *, success: bool = False) -> EpisodeResult:
    return EpisodeResult(
        task_id=text,
        seed=seed,
        template=text,
        tags=(text,),
        end=End.AGENT_ERROR,
        reward=float(success),
        success=success,
        problem=text,
        details={text: text},
    )


def step(text: str = "hello") -> EnvStep:
    seen = observation(text)
    info = {
        "task_id": text,
        "goal": text,
        "world": state(text),
        "error": seen.error,
        "outcome": Outcome.ACTION_FAILED,
        "profiling": Profiling({}),
        "details": Details({text: text}),
    }
    return EnvStep(seen, 0.5, done=True, truncated=False, info=info, error=seen.error)


def things(text: str) -> Iterator[object]:
    seen, known = observation(text), state(text)
    yield from seen.contents
    yield from (seen, seen.error, InvalidAction.because(text))
    yield EnvironmentOutput(obs=seen, reward=1, done=True, info={"outcome": text})
    yield from (step(text), Details({text: [text]}), Details())
    parameters = {"properties": {text: {"type": text, "description": text}, "b": {"enum": [text]}}, "required": [text]}
    schema = ActionSchema.model_construct(name=text, description=text, parameters=parameters)  # whatever came in
    yield from (schema, ActionSet([schema, STOP_ACTION]), Action(id=text, name=text, arguments={text: text}))
    yield from (known, *known.history, known.history[0].scene, StepResult(success=False, error=text))
    yield from (Scene(tree(text), text, (40, 80)), Scene([text], text), Scene([{text: text}]))
    results = [result(text), result(text, 1, success=True)]
    yield from (results[0], summarize(results), compare(results, results), Evaluation(results, 3, [text]))
    faulted = results[0].model_copy(update={"end": End.FAULT})
    yield from (summarize([faulted]), Evaluation([], 0))
    yield from (Attacked(), Attacked().make(), catalogue.OwnBenchmark("own", text, Attacked()))
    finding = Finding(task_id=text, check=text, clause=text, verdict=Verdict.BROKEN, text=text)
    yield Certificate(benchmark=text, findings=[finding])
