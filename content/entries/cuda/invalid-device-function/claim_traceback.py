"""Does the error wait before the line that reports it is reached?"""

from unknown_kernel import ask, runtime

ask()
assert runtime.cudaPeekAtLastError() == 0, "it is there before PyTorch does anything"
