assert (int(text) == 12 for text in ["12"])
assert int("12") == 12
