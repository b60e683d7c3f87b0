"""Name an older g++ for every nvcc that this shell starts."""

from toolkit import compile_kernel, older

size = compile_kernel(NVCC_PREPEND_FLAGS=f"-ccbin {older}")
print("compiled with", older, "to", size, "bytes")
assert size > 0
