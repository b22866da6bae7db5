"""The task table that `import cube_gym` reads. `python -m benchmarks.phone.table` brings it up to date."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.phone.config import PhoneConfig

TABLE = Path(__file__).with_name("tasks.json")
COLUMNS = ("id", "description", "split", "recommended_max_steps", "tags")


def task_table() -> dict[str, Any]:
    """What is known of the benchmark and of each of its tasks, as JSON."""
    benchmark = PhoneConfig.benchmark().model_dump(mode="json")
    tasks = [config.metadata.model_dump(mode="json") for config in PhoneConfig().get_task_configs()]
    benchmark.pop("_type", None)
    return {"benchmark": benchmark, "tasks": [{column: task[column] for column in COLUMNS} for task in tasks]}


def write_table() -> None:
    """Bring `tasks.json` up to date with the templates."""
    TABLE.write_text(json.dumps(task_table(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_table()
