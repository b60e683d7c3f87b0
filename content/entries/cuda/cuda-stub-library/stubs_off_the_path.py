"""The same folders, with every folder that ends in stubs taken off the path."""

from libraries import install, last_line

WITHOUT_STUBS = """
export LD_LIBRARY_PATH=$(echo "$LD_LIBRARY_PATH" | tr ':' '\\n' | grep -v '/stubs/*$' | paste -sd:)
"""

host = install("usr/lib/x86_64-linux-gnu", "libcuda.so.1", 0)
stubs = install("usr/local/cuda/lib64/stubs", "libcuda.so.1", 34)
answer = last_line(WITHOUT_STUBS + "$PYTHON ask_numba.py", f"{stubs}:{host}")
print(answer)
assert "CUDA_ERROR_NO_DEVICE" in answer  # the host's library answers now; the simulated host has no GPU
