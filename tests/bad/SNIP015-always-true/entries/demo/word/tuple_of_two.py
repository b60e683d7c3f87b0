assert (int("12") == 12, "not read")
assert int("12") == 12
