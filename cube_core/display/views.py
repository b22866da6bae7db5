"""How the types of the core show themselves in a notebook."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cube_core.content import Content, ImageContent, StructuredContent, TextContent
from cube_core.display.markup import Html, cut, element, joined
from cube_core.display.pieces import (
    chip,
    code,
    dim,
    error_block,
    folded,
    json_block,
    labelled,
    line,
    table,
    text_block,
    value_text,
)
from cube_core.display.screens import drawn_screen, element_table, picture_with_boxes
from cube_core.screen import Screen, read_screen

if TYPE_CHECKING:
    from cube_core.action import Action, ActionSchema
    from cube_core.benchmark import BenchmarkMetadata
    from cube_core.observation import Observation, StepError
    from cube_core.output import EnvironmentOutput
    from cube_core.task import TaskMetadata


def content_view(content: Content) -> Html:
    """One piece of an observation."""
    if isinstance(content, ImageContent):
        return picture_with_boxes(content.url, content.data.size, None)
    if isinstance(content, StructuredContent):
        screen = read_screen(content.data)
        return json_block(content.data) if screen is None else screen_view(screen)
    if isinstance(content, TextContent):
        return text_block(content.data)
    return text_block(repr(content))


def screen_view(screen: Screen) -> Html:
    """A screen that there is no picture of."""
    beside = element("div", element_table(screen), class_="cube-rest")
    return element("div", drawn_screen(screen), beside, class_="cube-side")


def observation_view(observation: "Observation") -> Html:
    """The screen on the left, as far as there is one; beside it what was told, and the tree as a table."""
    pictures = [content for content in observation.contents if isinstance(content, ImageContent)]
    trees = [content for content in observation.contents if isinstance(content, StructuredContent)]
    screens = [screen for screen in (read_screen(content.data) for content in trees) if screen is not None]
    screen = screens[-1] if screens else None
    last = pictures[-1] if pictures else None
    shown = _shown_screen(last, screen)
    told = [_told(content) for content in observation.contents if content is not last and not _is_tree(content)]
    error = observation.error
    if error is not None and not any(content.name == "error" for content in observation.contents):
        told = [error_view(error), *told]
    rest = element("div", *told, element_table(screen) if screen is not None else None, class_="cube-rest")
    return element("div", shown, rest, class_="cube-side")


def output_view(output: "EnvironmentOutput", *notes: Html | None) -> Html:
    """How a step went, then what is seen."""
    ended = "done" if output.done else "truncated" if output.truncated else None
    outcome = output.info.get("outcome") if isinstance(output.info, Mapping) else None
    chips = [
        chip(f"reward {output.reward:g}", "good" if output.reward > 0 else ""),
        chip(str(outcome).replace("_", " "), "bad" if output.error is not None else "") if outcome else None,
        chip(ended) if ended else None,
    ]
    return joined(line(*chips), *notes, observation_view(output.obs))


def error_view(error: "StepError") -> Html:
    """An error in red."""
    return error_block(error.error_type, error.exception_str, error.stack_trace)


def action_view(action: "Action") -> Html:
    """An action as a call."""
    return line(call_view(action.name, action.arguments), dim(f"  {action.id}") if action.id else None)


def call_view(name: str, arguments: Mapping[str, Any]) -> Html:
    """A name with its arguments."""
    given = ", ".join(
        f"{key}={value_text(value, 80) if not isinstance(value, str) else repr(cut(value, 80))}"
        for key, value in arguments.items()
    )
    return code(f"{name}({given})")


def schema_view(schema: "ActionSchema") -> Html:
    """An action with what it takes."""
    declared = schema.parameters.get("properties")
    properties = declared if isinstance(declared, Mapping) else {}
    required = schema.parameters.get("required") or ()
    rows = [
        (code(name), dim(_type_of(each)), "required" if name in required else "", _described(each))
        for name, each in properties.items()
    ]
    takes = table(("argument", "type", "", "description"), rows) if rows else None
    return joined(line(element("b", code(schema.name))), text_block(schema.description), takes)


def action_set_view(schemas: Iterable["ActionSchema"]) -> Html:
    """What an agent may do, an action a row."""
    rows = [(code(_signature(schema)), schema.description.partition("\n")[0]) for schema in schemas]
    return table(("action", "description"), rows)


def task_table(tasks: Iterable["TaskMetadata"]) -> Html:
    """The tasks of a benchmark, a row each."""
    rows = [
        (code(task.id), task.description, task.split, task.recommended_max_steps, dim(", ".join(task.tags)))
        for task in tasks
    ]
    return joined(
        line(chip(f"{len(rows):,} tasks")), table(("task", "description", "split", "steps", "tags"), rows, right=[3])
    )


def benchmark_view(benchmark: "BenchmarkMetadata", tasks: Iterable["TaskMetadata"]) -> Html:
    """A benchmark with its tasks."""
    return joined(line(element("b", benchmark.name), " ", benchmark.description), task_table(tasks))


def _shown_screen(picture: ImageContent | None, screen: Screen | None) -> Html | None:
    if picture is not None:
        return picture_with_boxes(picture.url, picture.data.size, screen)
    return None if screen is None else drawn_screen(screen)


def _is_tree(content: Content) -> bool:
    return isinstance(content, StructuredContent) and read_screen(content.data) is not None


def _told(content: Content) -> Html:
    """A piece under its name; on a click what is long: the screen as text, and pictures before the last."""
    if content.name == "error" and isinstance(content, TextContent):
        name, _, text = content.data.partition(": ")
        return error_block(name, text)
    name = "screen as text" if content.name == "screen" else content.name or "answer"
    title = name if content.tool_call_id is None else f"{name} of {content.tool_call_id}"
    long = content.name == "screen" or isinstance(content, ImageContent)
    return folded(title, content_view(content)) if long else labelled(title, content_view(content))


def _signature(schema: "ActionSchema") -> str:
    declared = schema.parameters.get("properties")
    names = list(declared) if isinstance(declared, Mapping) else []
    required: Sequence[str] = schema.parameters.get("required") or ()
    return f"{schema.name}({', '.join(name if name in required else f'{name}?' for name in names)})"


def _described(schema: Any) -> str:  # noqa: ANN401, any JSON Schema
    return str(schema.get("description", "")) if isinstance(schema, Mapping) else ""


def _type_of(schema: Any) -> str:  # noqa: ANN401, any JSON Schema
    """The types that a parameter's schema allows, in few words."""
    if not isinstance(schema, Mapping):
        return ""
    if "enum" in schema:
        return " | ".join(value_text(value, 40) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(map(_type_of, schema["anyOf"]))
    kind = schema.get("type", str(schema.get("$ref", "")).rpartition("/")[2])
    items = f" of {_type_of(schema['items'])}" if kind == "array" and "items" in schema else ""
    return f"{kind}{items}" if isinstance(kind, str) else " | ".join(map(str, kind))
