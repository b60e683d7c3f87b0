"""nvcc and the runtime's headers are installed, cuBLAS is not."""

from toolkit import compile_with, cuda

compile_with(str(cuda / "bin" / "nvcc"), header="cublas_v2.h", suffix=".cu")
