"""A person plays a task: in a browser, on a page of this machine, or in the terminal."""

from cube_gym.play.person import GaveUp, Moment, PersonAgent
from cube_gym.play.server import PlayServer

__all__ = ["GaveUp", "Moment", "PersonAgent", "PlayServer"]
