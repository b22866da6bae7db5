"""A simulated phone, as a CUBE package."""
