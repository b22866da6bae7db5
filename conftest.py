"""Which modules pytest leaves alone: those that import what is not installed here."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("cube") else ["cube_gym/adapters/cube_standard/*", "tests/adapters/cubes.py"]
if find_spec("cube_harness") is None:
    collect_ignore_glob.append("tests/adapters/harness_agent.py")
if find_spec("sb3_contrib") is None:
    collect_ignore_glob += ["benchmarks/train_*.py", "benchmarks/training/*"]
