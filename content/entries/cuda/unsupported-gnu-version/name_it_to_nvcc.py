"""Name an older g++ in the call of nvcc."""

from toolkit import compile_kernel, older

size = compile_kernel("-ccbin", older)
print("compiled with", older, "to", size, "bytes")
assert size > 0
