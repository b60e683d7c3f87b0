class Number:
    def __del__(self):
        assert int("12") == 12


Number()
