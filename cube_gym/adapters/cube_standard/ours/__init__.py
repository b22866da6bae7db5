"""This project's benchmarks as CUBE packages: what cube-standard's commands, and harnesses that speak it, load."""
