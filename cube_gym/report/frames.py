"""An episode as the player shows it: one frame a moment, with what the agent did then and what came of it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cube_core.screen import Screen, read_screen, touched
from cube_gym.evaluation.recording import PICTURE

_LONGEST_TEXT: Final = 20_000


@dataclass(slots=True)
class Film:
    """The frames of an episode; screens are kept once each, frames point at them."""

    goal: str = ""
    frames: list[dict[str, Any]] = field(default_factory=list)
    screens: list[dict[str, Any]] = field(default_factory=list)
    pictures: set[str] = field(default_factory=set)
    """The pictures to embed."""
    said: list[dict[str, Any]] = field(default_factory=list)
    """What the agent said that led to no step."""

    def as_json(self) -> dict[str, Any]:
        """As the player reads it."""
        return {"goal": self.goal, "frames": self.frames, "screens": self.screens, "said": self.said}


def film_of(lines: Sequence[Mapping[str, Any]], *, screenshots: bool = False) -> Film:
    """The film of a trajectory. Pictures are shown where there is no tree, or everywhere with `screenshots`."""
    film = Film()
    kept: dict[str, int] = {}
    screen: Screen | None = None
    for line in lines:
        if line["kind"] == "end":
            film.said = line["agent"].get("messages", [])
            continue
        if line["kind"] == "start":
            film.goal = line["goal"]
        else:
            film.frames[-1].update(_deed(line, screen))
        screen = read_screen(_data(line, "tree"))
        frame = moment_of(line, screen)
        if screen is not None:
            drawn = json.dumps(screen.as_json())
            frame["screen"] = kept.setdefault(drawn, len(kept))
            if frame["screen"] == len(film.screens):
                film.screens.append(screen.as_json())
        pictures = [content["data"] for content in line["observation"] if _is_picture(content)]
        if pictures and (screenshots or screen is None):
            frame["picture"] = pictures[-1][PICTURE]
            frame["size"] = pictures[-1]["size"]
            film.pictures.add(frame["picture"])
        film.frames.append(frame)
    return film


def moment_of(line: Mapping[str, Any], screen: Screen | None) -> dict[str, Any]:
    """What there was to see beside the screen; the tree as text where it is no screen."""
    found: dict[str, Any] = {"world": line["world"], "details": line["details"]}
    tree, text = _data(line, "tree"), _data(line, "screen")
    if text is None and tree is not None and screen is None:
        text = json.dumps(tree, ensure_ascii=False, indent=1)
    others = [content for content in line["observation"] if content["name"] not in {"goal", "tree", "screen"}]
    told = [_plain(content["data"]) for content in others if not _is_picture(content)]
    if text is not None:
        found["text"] = text[:_LONGEST_TEXT]
    if told:
        found["told"] = [one[:_LONGEST_TEXT] for one in told]
    return {name: value for name, value in found.items() if value not in (None, {})}


def _deed(line: Mapping[str, Any], screen: Screen | None) -> dict[str, Any]:
    """What the agent did, and what came of it."""
    actions = line["action"] if isinstance(line["action"], list) else [line["action"]]
    shown = [{"name": one.get("name", "(no action)"), "arguments": one.get("arguments", one)} for one in actions]
    deed: dict[str, Any] = {
        "actions": shown,
        "touched": touched(shown, screen),
        "outcome": line["outcome"],
        "reward": line["reward"],
    }
    if line["error"] is not None:
        deed["error"] = f"{line['error']['error_type']}: {line['error']['exception_str']}"
    if line["agent"].get("messages"):
        deed["messages"] = line["agent"]["messages"]
    if line["terminated"] or line["truncated"]:
        deed["ended"] = "terminated" if line["terminated"] else "truncated"
    return deed


def _data(line: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401, JSON
    """The last content of this name: parallel actions show one each."""
    found = [content["data"] for content in line["observation"] if content["name"] == name]
    return found[-1] if found else None


def _is_picture(content: Mapping[str, Any]) -> bool:
    return isinstance(content["data"], dict) and PICTURE in content["data"]


def _plain(data: Any) -> str:  # noqa: ANN401, JSON
    return data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, indent=1)
