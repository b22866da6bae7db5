"""Which class a `_type` tag names."""

import importlib
import re
import sys
import weakref
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cube_core.typed import TypedBaseModel

_PARAMETRISED = re.compile(r"[^\w.<>]")
_TRUSTED_PACKAGES: set[str] = set()


def trust_package(name: str) -> None:
    """Let tags import from the top-level package `name`, as registering a benchmark of that package does."""
    _TRUSTED_PACKAGES.add(name.partition(".")[0])


class ClassTable:
    """The classes that exist by their tags. It keeps none of them alive."""

    def __init__(self) -> None:
        self._known: dict[str, list[weakref.ref[type[TypedBaseModel]]]] = {}

    def add(self, cls: "type[TypedBaseModel]") -> None:
        """Enter a class that was just defined under its short and its qualified tag."""
        for tag in {_short(cls), _qualified(cls)}:
            self._known[tag] = [ref for ref in self._known.get(tag, ()) if ref() is not None]
            self._known[tag].append(weakref.ref(cls))

    def named(self, tag: str) -> "list[type[TypedBaseModel]]":
        """The classes that have the tag: a module's own before nested ones, then the newest first."""
        found = [cls for ref in reversed(self._known.get(tag, ())) if (cls := ref()) is not None]
        return sorted(found, key=lambda cls: _qualified(cls) != tag) if len(found) > 1 else found

    def tag_of(self, cls: "type[TypedBaseModel]") -> str:
        """The tag that leads to `cls`: short where it can be.

        Raises:
            TypeError: another process could not read the tag.
        """
        tag = _short(cls)
        if _PARAMETRISED.search(tag):
            msg = f"{tag!r} could not be read back: give the class a plain name, as in `class IntBox(Box[int])`"
            raise TypeError(msg)
        named = self.named(tag)
        return tag if not named or _qualified(named[0]) == _qualified(cls) else _qualified(cls)


CLASSES: Final = ClassTable()


def import_for(tag: str) -> "list[type[TypedBaseModel]]":
    """The classes that have the tag after its module was imported.

    Only from a package that is loaded already or belongs to a registered benchmark: a tag is data, and must not choose
    what code runs. Nothing of the standard library, and no module that is private or a script (`x.__main__`).
    """
    module = tag.rpartition(".")[0]
    while module and not CLASSES.named(tag) and _may_import(module):
        try:
            importlib.import_module(module)
        except (Exception, SystemExit):  # noqa: BLE001, whatever a module does on import, the tag is merely unknown
            module = module.rpartition(".")[0]  # perhaps a class with another inside
        else:
            break
    return CLASSES.named(tag)


def _may_import(module: str) -> bool:
    parts = module.split(".")
    if parts[0] in sys.stdlib_module_names or not all(part.isidentifier() and part[0] != "_" for part in parts):
        return False
    return parts[0] in sys.modules or parts[0] in _TRUSTED_PACKAGES


def _short(cls: type) -> str:
    return f"{cls.__module__}.{cls.__name__}"


def _qualified(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"
