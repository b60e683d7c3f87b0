"""The stub's folder before the driver's, and the stub in it under the name that programs look for."""

from libraries import install, last_line

host = install("usr/lib/x86_64-linux-gnu", "libcuda.so.1", 0)
stubs = install("usr/local/cuda/lib64/stubs", "libcuda.so.1", 34)
answer = last_line("$PYTHON ask_numba.py", f"{stubs}:{host}")
print(answer)
assert "Call to cuInit results in CUDA_ERROR_STUB_LIBRARY" in answer
