"""The progress bar of a run."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.progress import Task as BarTask
from rich.text import Text

from cube_gym.evaluation import Progress
from cube_gym.statistics.text import percent


class _Pace(ProgressColumn):
    """Episodes a second."""

    def render(self, task: BarTask) -> Text:
        return Text("-" if task.speed is None else f"{task.speed:.2f} episodes/s")


@contextmanager
def progress_bar(console: Console) -> Iterator[Callable[[Progress], None]]:
    """A bar with the success so far, episodes a second, the time left and the cost; gives what moves it."""
    columns = (
        TextColumn("success so far: {task.fields[success]}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Pace(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[cost]}"),
    )
    with Bar(*columns, console=console) as bar:
        shown: list[TaskID] = []

        def move(progress: Progress) -> None:
            rate = progress.successes / progress.completed if progress.completed else None
            success, cost = percent(rate), "" if progress.cost is None else f"cost {progress.cost:.4f}"
            if not shown:
                total, done = progress.requested, progress.done
                shown.append(bar.add_task("", total=total, completed=done, success=success, cost=cost))
            else:
                bar.update(shown[0], advance=1, success=success, cost=cost)

        yield move
