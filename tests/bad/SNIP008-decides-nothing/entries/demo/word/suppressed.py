import contextlib

with contextlib.suppress(AssertionError):
    assert int("12") == 12
