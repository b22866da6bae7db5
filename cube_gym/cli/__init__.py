"""The command `cube-gym`: it prints what the library computes. One module a command."""

from cube_gym.cli.main import main

__all__ = ["main"]
