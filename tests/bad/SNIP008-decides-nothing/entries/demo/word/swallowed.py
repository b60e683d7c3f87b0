def check():
    assert int("12") == 12


try:
    check()
except Exception as error:
    print(error)
