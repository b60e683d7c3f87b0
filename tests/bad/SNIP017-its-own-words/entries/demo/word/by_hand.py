"""Reading failed: not a number."""

try:
    int("word")
except ValueError as error:
    raise RuntimeError(f"reading failed: {error}") from None
