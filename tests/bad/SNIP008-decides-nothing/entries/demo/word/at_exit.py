import atexit


@atexit.register
def check():
    assert int("12") == 12
