"""The types that tools, tasks and agents exchange, and the contracts that a benchmark's author implements."""

from cube_core.action import STOP_ACTION, Action, ActionSchema
from cube_core.benchmark import Benchmark, BenchmarkConfig, BenchmarkMetadata
from cube_core.content import AudioContent, Content, ImageContent, StructuredContent, TextContent, VideoContent
from cube_core.infra import InfraConfig
from cube_core.messages import turn_messages
from cube_core.observation import AgentStop, InvalidAction, Observation, StepError, TaskFault
from cube_core.output import EnvironmentOutput
from cube_core.registry import ConfigRegistry
from cube_core.task import Oracle, Task, TaskConfig, TaskMetadata
from cube_core.tool import AsyncToolConfig, Tool, ToolConfig, tool_action
from cube_core.toolbox import Toolbox
from cube_core.typed import TypedBaseModel, ValidatedConfig

__all__ = [
    "STOP_ACTION",
    "Action",
    "ActionSchema",
    "AgentStop",
    "AsyncToolConfig",
    "AudioContent",
    "Benchmark",
    "BenchmarkConfig",
    "BenchmarkMetadata",
    "ConfigRegistry",
    "Content",
    "EnvironmentOutput",
    "ImageContent",
    "InfraConfig",
    "InvalidAction",
    "Observation",
    "Oracle",
    "StepError",
    "StructuredContent",
    "Task",
    "TaskConfig",
    "TaskFault",
    "TaskMetadata",
    "TextContent",
    "Tool",
    "ToolConfig",
    "Toolbox",
    "TypedBaseModel",
    "ValidatedConfig",
    "VideoContent",
    "tool_action",
    "turn_messages",
]
