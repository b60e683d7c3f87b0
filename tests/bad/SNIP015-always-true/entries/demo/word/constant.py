if int("12") == 12:
    assert True
assert int("12") == 12
