"""Find GPU errors by their text. The package users install: standard library only."""

__version__ = "0.1.0"
