"""Environments of other standards, taken in and given out, one package each."""
