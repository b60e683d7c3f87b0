print(float("12"))
