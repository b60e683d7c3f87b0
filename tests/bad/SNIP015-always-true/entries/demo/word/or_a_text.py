assert int("12") == 13 or "not read"
assert int("12") == 12
