"""MiniWoB++ in a real Chromium. Importing this starts and loads no browser."""

from benchmarks.miniwob.config import MiniWobConfig, MiniWobTaskConfig

CONFIG = MiniWobConfig

__all__ = ["CONFIG", "MiniWobConfig", "MiniWobTaskConfig"]
