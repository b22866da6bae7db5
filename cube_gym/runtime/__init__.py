"""Driving a task with a planner, without Gymnasium."""

from cube_gym.runtime.context import TaskContext
from cube_gym.runtime.planner import Planner
from cube_gym.runtime.task import TaskRunner

__all__ = ["Planner", "TaskContext", "TaskRunner"]
