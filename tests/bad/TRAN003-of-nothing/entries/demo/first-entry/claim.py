assert int("12") == 12
