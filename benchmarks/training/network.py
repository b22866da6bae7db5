"""A network over slots: what it makes of an element or a text does not depend on the slot in which it stands."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import gymnasium as gym
import torch
from torch import Tensor, nn

from cube_gym.wrappers.element_arrays import FOCUSED, NAMED
from cube_gym.wrappers.element_observation import ELEMENT_ARRAYS, TEXT_ARRAYS
from cube_gym.wrappers.gestures import Gesture


class SlotNetwork(nn.Module):
    """Logits of all numbers of `DiscreteActions`, and the value, from the arrays of `ElementObservation` and others.

    Elements and texts pass through one encoder each. An element also sees the texts of the goal that stand on it, and
    all see the context: the focused element, pooled elements and texts, and the arrays that are no slots. A gesture
    scores the slots that it needs, so that equivariance to their order is built in.

    Args:
        sizes: Of each array that is shown, by name (`sizes_of`).
        gestures: `DiscreteActions.gestures`.
        slots: How many element slots there are.
        texts: How many text slots there are.
        width: Size of an embedding.
    """

    def __init__(
        self, sizes: Mapping[str, int], gestures: Sequence[Gesture], slots: int, texts: int, width: int = 64
    ) -> None:
        super().__init__()
        self._slots, self._texts = slots, texts
        self._context_arrays = tuple(sorted(sizes.keys() - {*ELEMENT_ARRAYS, *TEXT_ARRAYS}))
        element = sum(sizes[name] for name in ELEMENT_ARRAYS) // slots
        text = sum(sizes[name] for name in TEXT_ARRAYS) // texts
        context = sum(sizes[name] for name in self._context_arrays)
        self.text = _layers(text, width, width)
        self.element = _layers(element + width, width, width)
        self.context = _layers(context + 5 * width, 2 * width, 2 * width)
        self.element_in_context = _InContext(width, 2 * width)
        self.text_in_context = _InContext(width, 2 * width)
        self.heads = nn.ModuleList(_Head(gesture, slots, texts, width) for gesture in gestures)
        self.value = nn.Sequential(_layers(2 * width, width), nn.Linear(width, 1))

    def forward(self, arrays: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        """The logits (batch, numbers) and the values (batch, 1)."""
        texts = self.text(_rows(arrays, TEXT_ARRAYS, self._texts))
        named = arrays["named"].unflatten(-1, (self._slots, NAMED)) @ texts[:, :NAMED]
        elements = self.element(torch.cat([_rows(arrays, ELEMENT_ARRAYS, self._slots), named], -1))
        pooled = [pool(each, 1) for each in (elements, texts) for pool in (torch.mean, torch.amax)]
        focused = arrays["flags"].unflatten(-1, (self._slots, -1))[..., FOCUSED, None]
        pooled.append((focused * elements).sum(1))
        context = self.context(torch.cat([*(arrays[name] for name in self._context_arrays), *pooled], -1))
        elements = self.element_in_context(elements, context)
        texts = self.text_in_context(texts, context)
        logits = torch.cat([head(elements, texts, context) for head in self.heads], -1)
        return logits, self.value(context)


def sizes_of(space: gym.Space[Any]) -> dict[str, int]:
    """The size of each array of an observation space, which is a dict of flat boxes."""
    boxes = space.spaces if isinstance(space, gym.spaces.Dict) else {}
    return {name: gym.spaces.flatdim(box) for name, box in boxes.items()}


class _InContext(nn.Module):
    """Adds to each slot what it means in its context."""

    def __init__(self, width: int, context: int) -> None:
        super().__init__()
        self.slot, self.context = nn.Linear(width, width), nn.Linear(context, width)
        self.out = nn.Linear(width, width)

    def forward(self, slots: Tensor, context: Tensor) -> Tensor:
        """Slots (batch, slots, width), with a context (batch, size)."""
        return slots + torch.relu(self.out(torch.relu(self.slot(slots) + self.context(context)[:, None])))


class _Head(nn.Module):
    """The logits of one gesture, in the order of its numbers: elements, then texts, then choices."""

    def __init__(self, gesture: Gesture, slots: int, texts: int, width: int) -> None:
        super().__init__()
        _, typed, choices = gesture.shape(slots, texts)
        self._of_element, self._of_text = gesture.element is not None, gesture.text is not None
        fixed = typed - texts if self._of_text else typed
        self._choices = choices
        self.plain = _last(nn.Linear(2 * width, fixed * choices)) if fixed else None
        self.element = _last(nn.Linear(width, choices)) if self._of_element else None
        self.text = _last(nn.Linear(width, choices)) if self._of_text else None
        self.pair = nn.Linear(width, width) if self._of_element and self._of_text else None

    def forward(self, elements: Tensor, texts: Tensor, context: Tensor) -> Tensor:
        """Logits (batch, numbers of the gesture)."""
        parts = [] if self.text is None else [self.text(texts)[:, None]]
        if self.plain is not None:
            parts.append(self.plain(context).unflatten(-1, (1, -1, self._choices)))
        logits = torch.cat(parts, 2)
        if self.element is not None:
            logits = logits + self.element(elements)[:, :, None]
        if self.pair is not None:
            scores = self.pair(elements) @ texts.transpose(1, 2) / texts.shape[-1] ** 0.5
            logits = logits + nn.functional.pad(scores, (0, logits.shape[2] - texts.shape[1]))[..., None]
        return logits.flatten(1)


def _layers(*widths: int) -> nn.Sequential:
    return nn.Sequential(*(layer for pair in pairwise(widths) for layer in (nn.Linear(*pair), nn.ReLU())))


def _last(layer: nn.Linear) -> nn.Linear:
    """A layer whose first outputs are near 0, so that the first policy is nearly uniform over what is allowed."""
    nn.init.orthogonal_(layer.weight, 0.01)
    nn.init.zeros_(layer.bias)
    return layer


def _rows(arrays: Mapping[str, Tensor], names: Sequence[str], slots: int) -> Tensor:
    return torch.cat([arrays[name].unflatten(-1, (slots, -1)) for name in names], -1)
