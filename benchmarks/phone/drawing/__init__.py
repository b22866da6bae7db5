"""Pictures of the screen: drawn by Pillow, only when one is asked for."""

from benchmarks.phone.drawing.picture import Layer, draw

__all__ = ["Layer", "draw"]
