"""The generator: structured GPU error entries in, a verified bilingual site out."""

__version__ = "0.1.0"
