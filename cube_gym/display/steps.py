"""How a step, and what the verifier says of it, shows itself."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cube_core.display import Html, code, fields, folded, output_view, text_block
from cube_core.display.pieces import value_text
from world import WorldState
from world.display import change_view, state_view

if TYPE_CHECKING:
    from cube_gym.info import Details
    from cube_gym.step_result import EnvStep


def step_view(step: "EnvStep") -> Html:
    """How the step went, what it changed in the world, and what is seen now; world and details on a click."""
    info: Mapping[str, Any] = step.info if isinstance(step.info, Mapping) else {}
    world, details = info.get("world"), info.get("details")
    notes = [change_view(world), folded("world", state_view(world))] if isinstance(world, WorldState) else []
    if isinstance(details, Mapping) and details:
        notes.append(folded("details", details_view(details)))
    return output_view(step.as_output(), *notes)


def details_view(details: "Mapping[str, Any] | Details") -> Html:
    """What the verifier reported, a row a value."""
    if not details:
        return text_block("(nothing was reported)")
    return fields([(name, code(value_text(value))) for name, value in details.items()])
