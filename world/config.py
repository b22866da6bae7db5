"""What can be set about the world."""

from pydantic import ConfigDict, Field

from cube_core import ValidatedConfig


class WorldConfig(ValidatedConfig):
    """Whether the world is tracked, and how much of it is kept.

    >>> WorldConfig(history_size=3).history_size
    3
    """

    __module__ = "world"

    model_config = ConfigDict(extra="forbid")

    enabled: bool = True
    """With False nothing is tracked: `WorldModel.observe` is not called, and planners are given no state."""
    history_size: int = Field(default=10, ge=0)
    """How many of the last events a state holds; 0 keeps none."""
    page_from_scene: bool = False
    """Guess `current_page` from the raw scene where no semantic scene names a page. Otherwise it stays as it was."""
