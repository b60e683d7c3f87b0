"""Code of one's own that must also start without a driver: load late, and accept that it is missing."""

import ctypes


def load_driver():
    try:
        return ctypes.CDLL("libcuda.so.1")
    except OSError as fault:
        print("no CUDA here:", fault)
        return None


driver = load_driver()
usable = driver is not None and driver.cuInit(0) == 0
total = sum(number * number for number in range(4))  # the work, on the CPU
print("computed on", "the GPU" if usable else "the CPU", "|", total)
assert not usable
assert total == 14
