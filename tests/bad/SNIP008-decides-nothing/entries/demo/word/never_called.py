def check():
    assert int("12") == 12


print(int("12"))
