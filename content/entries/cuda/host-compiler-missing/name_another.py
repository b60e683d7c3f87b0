"""Name a g++ that is whole."""

import shutil

from toolkit import compile_kernel, gcc_for_c_alone

whole = shutil.which("g++")
size = compile_kernel(path=gcc_for_c_alone(), NVCC_PREPEND_FLAGS=f"-ccbin {whole}")
print("compiled with", whole, "to", size, "bytes")
assert size > 0
