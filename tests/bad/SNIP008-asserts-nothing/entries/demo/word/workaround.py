print(int("12"))
