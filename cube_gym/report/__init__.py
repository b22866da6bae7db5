"""One HTML file with the results of a run, and a player for each of its episodes."""

from cube_gym.report.build import write_report

__all__ = ["write_report"]
