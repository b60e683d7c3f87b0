number = float("12")
assert number == 12
