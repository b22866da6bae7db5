"""How the world shows itself in a notebook."""

from collections.abc import Mapping, Sequence
from typing import Final

from cube_core.display import (
    Html,
    call_view,
    chip,
    code,
    dim,
    element,
    fields,
    folded,
    joined,
    line,
    screen_view,
    table,
    text_block,
    whole,
)
from cube_core.display.pieces import json_block, value_text
from cube_core.screen import read_screen
from world.frozen import plain
from world.models import Scene, SemanticScene, WorldEvent, WorldState
from world.rules import memorized

__all__ = ["change_view", "event_view", "history_view", "scene_view", "semantic_view", "state_view", "whole"]

_MOST_EVENTS: Final = 30


def state_view(state: WorldState) -> Html:
    """Where the agent is, what it remembers, and its last steps."""
    known = fields([("app", _or_dash(state.current_app)), ("page", _or_dash(state.current_page))])
    return joined(known, _variables(state.variables), history_view(state.history))


def history_view(events: Sequence[WorldEvent]) -> Html | None:
    """The last steps, the oldest first; None where there are none."""
    if not events:
        return None
    rows = [(_mark(event), call_view(event.action.name, event.action.args), _place(event)) for event in events]
    earlier = len(rows) - _MOST_EVENTS
    left_out = dim(f"{earlier} earlier steps are not shown") if earlier > 0 else None
    return joined(left_out, table(("", "step", "led to"), rows[-_MOST_EVENTS:]))


def change_view(state: WorldState) -> Html:
    """What the last step changed, as far as the state tells: the page, and what was remembered."""
    pages = [_page(event) for event in state.history[-2:]]
    moved = len(pages) > 1 and None not in pages and pages[0] != pages[1]
    page = f"{pages[0]} → {pages[1]}" if moved else _or_dash(state.current_page)
    asked = memorized(state.history[-1].action) if state.history else None
    new = [chip(f"{key} = {value_text(value, 60)}", "good") for key, value in (asked or {}).items()]
    kept = len(state.variables) - len([key for key in asked or {} if key in state.variables])
    return line(
        dim("world: "),
        chip(f"app {_or_dash(state.current_app)}"),
        chip(f"page {page}"),
        *new,
        dim(f"{kept} remembered before") if kept else None,
    )


def event_view(event: WorldEvent) -> Html:
    """A step, how it went, and the scene it led to."""
    scene = event.scene
    shown = semantic_view(scene) if isinstance(scene, SemanticScene) else scene_view(scene)
    return joined(line(_mark(event), " ", call_view(event.action.name, event.action.args)), shown)


def scene_view(scene: Scene) -> Html:
    """The elements as a drawing and a table, and the text."""
    elements = plain(scene.elements)
    screen = read_screen(elements)
    tree = screen_view(screen) if screen is not None else json_block(elements) if elements else None
    text = folded("screen as text", text_block(scene.text), unfolded=tree is None) if scene.text else None
    size = "no screen size" if scene.screen_size is None else "{} x {} pixels".format(*scene.screen_size)
    return joined(line(chip(f"{len(scene.elements)} elements"), chip(size)), tree, text)


def semantic_view(scene: SemanticScene) -> Html:
    """The page, and its intents and widgets on a click."""
    parts = (("intents", scene.intents), ("widgets", scene.widgets))
    shown = [folded(f"{len(items)} {name}", _listed(items)) for name, items in parts if items]
    return joined(fields([("page", _or_dash(scene.page))]), *shown)


def _listed(items: Sequence[object]) -> Html:
    """Items that are mappings with the same keys as a table of these; others as they are."""
    keys = {tuple(item) for item in items if isinstance(item, Mapping)}
    if len(keys) == 1 and all(isinstance(item, Mapping) for item in items):
        names = next(iter(keys))
        rows = [[value_text(plain(item[name])) for name in names] for item in items if isinstance(item, Mapping)]
        return table(names, rows)
    return table((), [[code(value_text(plain(item)))] for item in items])


def _variables(variables: Mapping[str, object]) -> Html | None:
    if not variables:
        return None
    rows = [(code(name), value_text(plain(value))) for name, value in variables.items()]
    return table(("remembered", "value"), rows)


def _mark(event: WorldEvent) -> Html:
    return chip("✓", "good") if event.success else chip("✗", "bad")


def _page(event: WorldEvent) -> str | None:
    return event.scene.page if isinstance(event.scene, SemanticScene) else None


def _place(event: WorldEvent) -> Html:
    return element("span", _page(event) or repr(event.scene))


def _or_dash(value: str | None) -> str:
    return value or "-"
