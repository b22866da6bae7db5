"""How a step changes what is known. Pure functions, without a model call and without I/O."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeGuard

from world.models import PlannedStep, Scene, SemanticScene

APP_KEYS: Final = ("app", "bundle_id", "package")
"""The arguments that name an app, in the order in which they are asked."""

REMEMBER: Final = "remember"
"""The argument that holds what the world is to keep in its variables."""

_PAGE_KEYS = ("page", "activity", "url")
_TITLE_ROLES = frozenset({"heading", "page", "screen", "title", "window"})
_LABEL_KEYS = ("text", "label", "name", "title")
_LONGEST_PAGE = 80  # characters; a longer first line is a paragraph, not a title
_MOST_ELEMENTS = 200  # a title comes early; the rest of a long page is not searched


def next_app(current: str | None, step: PlannedStep, *, success: bool) -> str | None:
    """Follow `launch_app`; `terminate_app` of the current app clears it. Failed steps change nothing."""
    if not success or step.name not in {"launch_app", "terminate_app"}:
        return current
    app = named_app(step.args)
    if step.name == "terminate_app":
        return None if app == current else current
    return app or current


def named_app(args: Mapping[str, Any]) -> str | None:
    """The app that the arguments name, or None."""
    return next((app for app in map(args.get, APP_KEYS) if _says_something(app)), None)


def page_of(semantic_scene: SemanticScene | None) -> str | None:
    """The page that a semantic scene names, or None."""
    page = None if semantic_scene is None else semantic_scene.page
    return page if _says_something(page) else None


def guess_page(scene: Scene, step: PlannedStep, *, success: bool) -> str | None:
    """Guess the page from the raw scene, for `WorldConfig(page_from_scene=True)`.

    In this order: an element that names a "page", "activity" or "url"; the label of the first heading, title or window;
    a short first line of the screen's text; the app that the step has just launched.
    """
    elements = list(_first_elements(scene.elements))
    named = next((name for element in elements for name in map(element.get, _PAGE_KEYS) if _says_something(name)), None)
    title = next(filter(None, map(_title, elements)), None)
    launched = named_app(step.args) if success and step.name == "launch_app" else None
    return named or title or _first_line(scene.text) or launched


def memorized(step: PlannedStep) -> Mapping[str, Any] | None:
    """What the step asks to remember: a mapping, or None (nothing, or something malformed)."""
    asked = step.args.get(REMEMBER)
    return asked if isinstance(asked, Mapping) else None


def _says_something(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and bool(value.strip())


def _first_elements(elements: Sequence[Any]) -> Iterator[Mapping[str, Any]]:
    """The first elements in document order, the outer before the inner."""
    waiting = list(reversed(elements))
    for _ in range(_MOST_ELEMENTS):
        if not waiting:
            return
        element = waiting.pop()
        if isinstance(element, Mapping):
            yield element
            children = element.get("children", ())
            waiting.extend(reversed(children) if isinstance(children, tuple) else ())


def _title(element: Mapping[str, Any]) -> str | None:
    role = element.get("role", element.get("type"))
    if not isinstance(role, str) or role.lower() not in _TITLE_ROLES:
        return None
    return next((label for label in map(element.get, _LABEL_KEYS) if _says_something(label)), None)


def _first_line(text: str) -> str | None:
    line = text.lstrip().partition("\n")[0].strip()
    return line if 0 < len(line) <= _LONGEST_PAGE else None
