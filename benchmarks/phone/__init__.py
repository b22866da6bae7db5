"""A simulated phone with eleven apps: fast, deterministic, nothing to download."""

from benchmarks.phone.config import PhoneConfig, PhoneTaskConfig

CONFIG = PhoneConfig

__all__ = ["CONFIG", "PhoneConfig", "PhoneTaskConfig"]
