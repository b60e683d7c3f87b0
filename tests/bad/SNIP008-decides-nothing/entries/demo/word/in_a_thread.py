import threading


def check():
    assert int("12") == 12


thread = threading.Thread(target=check)
thread.start()
thread.join()
