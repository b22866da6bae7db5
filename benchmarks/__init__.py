"""Benchmarks that come with cube-gym, and the measurements of its speed."""
