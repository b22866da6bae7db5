"""How arguments name tasks, as `cube_gym.evaluation.configs_of` reads them."""

from typing import Final

SELECTION: Final = "which tasks: BENCHMARK for all of them, or BENCHMARK/GLOB, a shell pattern of ids in quotes"
