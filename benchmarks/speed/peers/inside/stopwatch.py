"""Timing of one case, the same in this project's process and in the peers'."""

import gc
import time
from collections.abc import Callable


def seconds_of(call: Callable[[], object], number: int) -> float:
    """The seconds that a call takes, over `number` calls. The garbage collector rests meanwhile."""
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        for _ in range(number):
            call()
        return (time.perf_counter() - start) / number
    finally:
        gc.enable()
