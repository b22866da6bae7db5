"""What a worker says begins with one of these."""

from typing import Final

BEAT: Final = b"b"
"""A phase begins: how long it may take, and its name."""
VALUE: Final = b"v"
"""The pickled result."""
ERROR: Final = b"e"
"""The pickled exception."""
