"""Where episodes run."""

from abc import ABC, abstractmethod
from concurrent.futures import Executor

from pydantic import Field

from cube_core.typed import ValidatedConfig


class InfraConfig(ValidatedConfig, ABC):
    """Where episodes run: on this machine, or on a cluster.

    >>> from cube_gym.evaluation import LocalInfra
    >>> isinstance(LocalInfra(workers=2), InfraConfig)
    True
    """

    __module__ = "cube_core"

    workers: int = Field(default=1, ge=1)
    """How many episodes run at the same time, each in a process of its own."""

    @abstractmethod
    def executor(self) -> Executor:
        """What runs them: an executor whose processes start afresh. The caller shuts it down."""
