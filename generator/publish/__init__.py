"""Finished files, and how they get to disk."""
