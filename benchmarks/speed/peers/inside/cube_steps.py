"""cube-standard on the counter in memory that `benchmarks.speed.counter` has for ours, written a second time for it."""
# ruff: noqa: PLC0415, its packages are in its own environment only

import logging
from collections.abc import Callable, Iterator

from screen import phone_screen


def open_peer() -> Iterator[dict[str, Callable[[], object]]]:
    """Its bare step, an async action, its action set, and its messages."""
    from cube.core import Action, EnvironmentOutput, ImageContent, Observation, TextContent

    logging.disable(logging.WARNING)
    task = _task()
    task.reset()
    add, later = (Action(id="call_1", name=name, arguments={"amount": 1}) for name in ("add", "add_later"))
    output = EnvironmentOutput(obs=Observation(contents=[TextContent(data="You tapped Settings. " * 10)]), reward=1.0)
    text = output.model_dump_json()
    picture = phone_screen()

    def ask(times: int) -> None:
        observation = Observation(contents=[ImageContent(data=picture, name="screenshot")])
        for _ in range(times):
            observation.to_llm_messages()

    yield {
        "step": lambda: task.step(add),
        "async": lambda: task.step(later),
        "action_set": lambda: task.action_set,
        "dump": output.model_dump_json,
        "load": lambda: EnvironmentOutput.model_validate_json(text),
        "messages once": lambda: ask(1),
        "messages five times": lambda: ask(5),
    }


def _task() -> object:
    from cube.core import Observation
    from cube.task import Task, TaskMetadata
    from cube.tool import ToolConfig

    class CounterConfig(ToolConfig):
        def make(self, container: object = None) -> object:  # noqa: ARG002, as the base class has it
            return _counter()

    class CounterTask(Task):
        def reset(self) -> tuple[Observation, dict]:
            return Observation.from_text("Count."), {}

        def evaluate(self, obs: object = None) -> tuple[float, dict]:  # noqa: ARG002, as the base class has it
            return 0.0, {}

        def finished(self, obs: object = None) -> bool:  # noqa: ARG002, as the base class has it
            return False

    return CounterTask(metadata=TaskMetadata(id="count"), tool_config=CounterConfig(), validate_per_step=False)


def _counter() -> object:
    from cube.tool import Tool, tool_action

    class Counter(Tool):
        def __init__(self) -> None:
            self.number = 0

        @tool_action
        def add(self, amount: int = 1) -> str:
            """Add to the number.

            Args:
                amount: How much.
            """
            self.number += amount
            return f"number={self.number}"

        @tool_action
        async def add_later(self, amount: int = 1) -> str:
            """Add to the number, asynchronously.

            Args:
                amount: How much.
            """
            return self.add(amount)

    for index in range(10):
        setattr(Counter, f"act_{index}", tool_action(_numbered(index)))
    return Counter()


def _numbered(index: int) -> Callable[..., str]:
    def act(self: object, x: int, y: int, text: str = "", fast: bool = False) -> str:  # noqa: ARG001, D417, FBT001, FBT002, a stand-in for a real action
        """Do something at a place.

        Args:
            x: Pixels from the left.
            y: Pixels from the top.
            text: What to write.
            fast: Whether to hurry.
        """
        return "done"

    act.__name__ = f"act_{index}"
    return act
