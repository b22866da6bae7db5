"""A small declarative UI kit: widgets in, laid out elements out."""
