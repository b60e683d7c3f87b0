print("12"
